import type { ModulePlan } from '@datacortex/registry'
import { AnswerNeededError } from '../errors.ts'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { openSpaceFinder } from '../finder.ts'
import { count } from '../output/format.ts'
import { indexLines } from '../output/index-lines.ts'
import { stderrLogger } from '../output/stderr-logger.ts'
import { askYesOrNo } from '../output/ask.ts'

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
  const description = planLines(plan)
  const asks = !options.dryRun && !options.yes && !plan.alreadyInstalled
  if (asks) {
    process.stderr.write(`${description.join('\n')}\n`)
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
  else if (!done.changed) lines.push(`unchanged  ${done.module} ${done.version} is installed already`)
  else {
    lines.push(
      `installed  ${count(done.agents.length, 'agent')} and ${count(done.sources.length, 'source')} registered; find knows them now`,
    )
    await using finder = await openSpaceFinder(paths, context)
    lines.push(...indexLines(finder.update), `undo       datacortex module remove ${done.module}`)
  }
  const { hookReports: hooks, ...data } = done
  for (const hook of hooks.filter((report) => report.error !== undefined)) {
    lines.push(`warning    the hook of ${hook.module} failed: ${hook.error?.message ?? ''}`)
  }
  return { data: { ...data, hooks: hooks.map(({ module, error }) => ({ module, ok: error === undefined })) }, lines }
}

function planLines({
  manifest,
  origin,
  agents,
  sources,
  permissions,
  upgradeFrom,
  widened,
  redFlags,
  warnings,
}: ModulePlan): readonly string[] {
  const version = upgradeFrom === undefined ? manifest.version : `${upgradeFrom} → ${manifest.version}`
  const lines = [`${manifest.name} ${version}  ${manifest.license ?? 'no licence'}  from ${origin.spec}`]
  if (agents.length > 0)
    lines.push(`  agents   ${agents.map((agent) => [agent.id, ...agent.tags].join('  ')).join('   ')}`)
  if (sources.length > 0)
    lines.push(`  sources  ${sources.map((source) => `${source.id} (${source.type})`).join('   ')}`)
  const wants = permissionWords(permissions)
  lines.push(`  wants    ${wants === '' ? 'nothing' : wants}`)
  if (widened !== undefined) lines.push(`  new      ${permissionWords(widened)}   (more than it was granted before)`)
  for (const flag of redFlags) lines.push(`  careful  ${flag}`)
  for (const warning of warnings) lines.push(`  note     ${warning}`)
  return lines
}

function permissionWords(permissions: Partial<ModulePlan['permissions']>): string {
  return Object.entries(permissions)
    .filter(([, values]) => values.length > 0)
    .map(([kind, values]) => `${kind} ${values.join(' ')}`)
    .join('     ')
}
