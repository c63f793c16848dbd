import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { findingLines } from '../output/finding-lines.ts'
import { agreesToModule } from './agrees-to-module.ts'

/** Arguments of `module check`. */
export type ModuleCheckOptions = {
  /** The name of a module of the space, or what `module install` takes. */
  readonly target: string
  readonly yes?: true | undefined
}

/**
 * `datacortex module check FOLDER|NAME`: starts the code of a module in a process of its own and says what is wrong with the
 * module. Nothing is installed or approved. Exit status 1 on an error.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws ModuleNotInstalledError for a name that is no module's and no folder's; {@link AnswerNeededError} if the code was
 *   never approved, there is nobody to ask and no `--yes`.
 */
export async function moduleCheck(context: Context, { target, yes }: ModuleCheckOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const checked = (await ofSpace(paths, { target, context })) ?? (await ofSpec(paths, { target, yes, context }))
  if (checked === undefined) return { data: { checked: false }, lines: ['not checked; none of its code was run'] }
  const { module, version, findings } = checked
  const ok = !findings.some(({ severity }) => severity === 'error')
  return {
    data: { module, ok, findings },
    lines: [...findingLines(findings), `${ok ? 'ok      ' : 'not ok  '} ${[module, version].join(' ').trim()}`],
    exitCode: ok ? 0 : 1,
  }
}

type Checked = { readonly module: string; readonly version: string; readonly findings: readonly Finding[] }

async function ofSpace(
  paths: SpacePaths,
  { target, context }: { readonly target: string; readonly context: Context },
): Promise<Checked | undefined> {
  const { discoverModules, examineModule, ModuleNotInstalledError } = await import('@datacortex/registry')
  const { modules, broken } = await discoverModules(paths, { bundledDirectory: bundledPlugins() })
  const module = modules.find(({ name }) => name === target)
  if (module !== undefined)
    return { module: target, version: module.version, findings: await examineModule(paths, module, context) }
  const unread = broken.find(({ path }) => basename(path) === target)
  if (unread !== undefined) return { module: target, version: '', findings: [errorFinding(target, unread.error)] }
  // A misspelt name is not looked for in a registry of packages.
  if (/[/\\:]/.test(target) || existsSync(target)) return undefined
  throw new ModuleNotInstalledError({ name: target, installed: modules.map(({ name }) => name) })
}

async function ofSpec(
  paths: SpacePaths,
  { target, yes, context }: ModuleCheckOptions & { readonly context: Context },
): Promise<Checked | undefined> {
  const { examinePlan, planModuleInstall } = await import('@datacortex/registry')
  try {
    await using plan = await planModuleInstall(paths, target, { ...context, bundledDirectory: bundledPlugins() })
    const { name, version } = plan.manifest
    const asks = plan.code !== undefined && !plan.approved && yes !== true
    if (asks && !(await agreesToModule(context, { plan, question: `Run the code of ${name}, to check it?` })))
      return undefined
    context.onProgress({ stage: 'try', done: 0, subject: name })
    const odd = plan.warnings.map((message): Finding => ({
      code: 'MODULE_ODD',
      severity: 'info',
      subject: name,
      message,
    }))
    return { module: name, version, findings: [...odd, ...(await examinePlan(paths, plan, context))] }
  } catch (error) {
    // What it would be refused for is what the author wants to know.
    if (!CodedError.is(error) || !refusals.has(error.code)) throw error
    return { module: target, version: '', findings: [errorFinding(target, error)] }
  }
}

const refusals: ReadonlySet<string> = new Set([
  'MODULE_CONTENT_REFUSED',
  'MODULE_ID_CLASH',
  'PLATFORM_JSON_INVALID',
  'PLUGIN_MANIFEST_INVALID',
])

function errorFinding(subject: string, { code, message, hint }: CodedError): Finding {
  return { code, severity: 'error', subject, message, hint }
}
