import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { InstalledModule } from '@datacortex/registry'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { openSpaceFinder } from '../open/finder.ts'
import { findingLines } from '../output/finding-lines.ts'
import { count } from '../output/format.ts'
import { indexLines } from '../output/index-lines.ts'
import { moduleLines } from '../output/module-lines.ts'
import { stderrLogger } from '../output/stderr-logger.ts'
import { agreesToModule } from './agrees-to-module.ts'

/** Arguments of `module install`. */
export type ModuleInstallOptions = {
  readonly spec: string
  readonly yes?: true | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex module install SPEC`: shows what the module provides and wants, asks, tries its code, installs, makes its
 * agents findable.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link AnswerNeededError} if there is nobody to ask and no `--yes`; ModuleCodeRefusedError.
 */
export async function moduleInstall(context: Context, options: ModuleInstallOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { examinePlan, installModule, isCodeAsked, planModuleInstall, refuseBrokenCode } =
    await import('@datacortex/registry')
  const bundledDirectory = bundledPlugins()
  await using plan = await planModuleInstall(paths, options.spec, { ...context, bundledDirectory })
  const { name } = plan.manifest
  // Files that came with a space are there already, and yet this user never said yes to them.
  const isSettled = plan.alreadyInstalled && plan.approved && plan.widened === undefined
  const asks = !options.dryRun && !options.yes && !isSettled
  if (asks && !(await agreesToModule(context, { plan, question: `Install ${name}?` })))
    return { data: { module: name, installed: false }, lines: ['not installed; nothing was changed'] }
  context.onProgress({ stage: 'try', done: 0, subject: name })
  // Nobody agreed to code that is only asked about.
  const isTried = !options.dryRun && isCodeAsked(plan.manifest)
  const findings = isTried ? await examinePlan(paths, plan, context) : []
  refuseBrokenCode(findings)
  const log = await stderrLogger()
  const done = await installModule(paths, plan, { ...options, ...context, bundledDirectory, log })
  const lines = asks ? [] : [...moduleLines(plan)]
  if (options.dryRun) lines.push('dry run    nothing was changed')
  else if (!done.changed) {
    const also = plan.code === undefined || plan.approved ? '' : '; its code may run for you now'
    lines.push(`unchanged  ${done.module} ${done.version} is installed already${also}`)
  } else {
    const found = await madeFindable(paths, context)
    lines.push(
      `installed  ${whatIsThere(done)}${found.isFound && done.agents.length > 0 ? '; find knows them now' : ''}`,
      ...found.lines,
      // Nothing brings the files back that an upgrade replaced.
      ...(plan.upgradeFrom === undefined ? [`undo       datacortex module remove ${name}`] : []),
    )
  }
  lines.push(...findingLines(findings), ...hookLines(done))
  const { hookReports, ...installed } = done
  const hooks = hookReports.map(({ module, error }) => ({
    module,
    ok: error === undefined,
    ...(error === undefined ? {} : { code: error.code, message: error.message }),
  }))
  return { data: { ...installed, code: plan.code, secrets: plan.secrets, findings, hooks }, lines }
}

/** What its own hook did is told with the reason; other modules that fail may have done so for long. */
function hookLines({ module, hookReports }: InstalledModule): readonly string[] {
  const failed = hookReports.filter(({ error }) => error !== undefined)
  const own = failed.filter((report) => report.module === module)
  const others = failed.filter((report) => report.module !== module).map((report) => report.module)
  return [
    ...own.map(({ error }) => `warning    its hook failed: ${error?.message ?? ''}`),
    ...(others.length === 0
      ? []
      : [`warning    hooks of other modules failed: ${others.join(', ')}; datacortex doctor says more`]),
  ]
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
