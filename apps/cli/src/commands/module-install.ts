import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { InstalledModule } from '@datacortex/registry'
import { AnswerNeededError } from '../errors.ts'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { openSpaceFinder } from '../open/finder.ts'
import { count } from '../output/format.ts'
import { indexLines } from '../output/index-lines.ts'
import { moduleLines } from '../output/module-lines.ts'
import { stderrLogger } from '../output/stderr-logger.ts'
import { askYesOrNo } from '../output/ask.ts'
import { terminalText } from '../output/terminal-text.ts'

/** Arguments of `module install`. */
export type ModuleInstallOptions = {
  readonly spec: string
  readonly yes?: true | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex module install SPEC`: shows what the module provides and wants, asks, installs, makes its agents findable.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link AnswerNeededError} if there is nobody to ask and no `--yes`.
 */
export async function moduleInstall(context: Context, options: ModuleInstallOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { installModule, planModuleInstall } = await import('@datacortex/registry')
  const bundledDirectory = bundledPlugins()
  await using plan = await planModuleInstall(paths, options.spec, { ...context, bundledDirectory })
  const description = moduleLines(plan)
  // Files that came with a space are there already, and yet this user never said yes to them.
  const isSettled = plan.alreadyInstalled && plan.approved && plan.widened === undefined
  const asks = !options.dryRun && !options.yes && !isSettled
  if (asks) {
    context.clearProgress?.()
    process.stderr.write(terminalText(`${description.join('\n')}\n`))
    const question = `Install ${plan.manifest.name}?`
    const answer = context.json ? undefined : await askYesOrNo(question, context.signal)
    if (answer === undefined) throw new AnswerNeededError({ question })
    if (!answer)
      return { data: { module: plan.manifest.name, installed: false }, lines: ['not installed; nothing was changed'] }
  }
  const log = await stderrLogger()
  const done = await installModule(paths, plan, { ...options, ...context, bundledDirectory, log })
  const lines = asks ? [] : [...description]
  if (options.dryRun) lines.push('dry run    nothing was changed')
  else if (!done.changed) {
    const also = plan.code === undefined || plan.approved ? '' : '; its code may run for you now'
    lines.push(`unchanged  ${done.module} ${done.version} is installed already${also}`)
  } else {
    const found = await madeFindable(paths, context)
    lines.push(
      `installed  ${whatIsThere(done)}${found.isFound && done.agents.length > 0 ? '; find knows them now' : ''}`,
      ...found.lines,
      `undo       datacortex module remove ${done.module}`,
    )
  }
  const { hookReports: hooks, ...installed } = done
  const data = { ...installed, code: plan.code, secrets: plan.secrets }
  for (const hook of hooks.filter((report) => report.error !== undefined)) {
    lines.push(`warning    the hook of ${hook.module} failed: ${hook.error?.message ?? ''}`)
  }
  return { data: { ...data, hooks: hooks.map(({ module, error }) => ({ module, ok: error === undefined })) }, lines }
}

/** A module of code alone registers nothing. */
function whatIsThere({ module, version, agents, sources }: InstalledModule): string {
  if (agents.length + sources.length === 0) return `${module} ${version}`
  return `${count(agents.length, 'agent')} and ${count(sources.length, 'source')} registered`
}

type Findable = { readonly isFound: boolean; readonly lines: readonly string[] }

/** The module is installed by now: what fails from here on is told, not thrown. */
async function madeFindable(paths: SpacePaths, context: Context): Promise<Findable> {
  try {
    await using finder = await openSpaceFinder(paths, context)
    const { problem } = finder.update
    return problem === undefined ? { isFound: true, lines: indexLines(finder.update) } : notFoundYet(problem)
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return notFoundYet(error.message)
  }
}

function notFoundYet(problem: string): Findable {
  return {
    isFound: false,
    lines: [`not found yet: ${problem}`, 'next       datacortex agent find, once that is mended'],
  }
}
