import type { OutputOf } from '@datacortex/space'
import { count, duration } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { findingLines } from '../output/finding-lines.ts'
import { moduleLines } from '../output/module-lines.ts'

/** Arguments of `module install`. */
export type ModuleInstallOptions = {
  readonly spec: string
  readonly yes?: true | undefined
  readonly dryRun?: true | undefined
}

/** `datacortex module install SPEC`. */
export async function moduleInstall(
  context: Context,
  { spec, yes, dryRun }: ModuleInstallOptions,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.modules.install({ spec, yes, dry_run: dryRun })
  if ('installed' in data) return { data, lines: ['not installed; nothing was changed'] }
  const lines = [
    ...(data.asked ? [] : moduleLines(data.plan)),
    ...(dryRun === true ? ['dry run    nothing was changed'] : doneLines(data)),
    ...findingLines(data.findings),
    ...hookLines(data),
  ]
  return { data, lines }
}

type Installed = Exclude<OutputOf<'modules.install'>, { readonly installed: false }>

function doneLines(data: Installed): readonly string[] {
  const { module, version, agents, plan, find } = data
  if (find === undefined) {
    const also = plan.code === undefined || plan.approved ? '' : '; its code may run for you now'
    return [`unchanged  ${module} ${version} is installed already${also}`]
  }
  const isFound = !('problem' in find)
  return [
    `installed  ${whatIsThere(data)}${isFound && agents.length > 0 ? '; find knows them now' : ''}`,
    ...findLines(find),
    // Nothing brings the files back that an upgrade replaced.
    ...(plan.upgrade_from === undefined ? [`undo       datacortex module remove ${module}`] : []),
  ]
}

function findLines(find: NonNullable<Installed['find']>): readonly string[] {
  if ('problem' in find)
    return [`not found yet: ${find.problem}`, 'next       datacortex agent find, once that is mended']
  const { embedded, took_ms: ms } = find
  if (embedded === 0) return []
  return [`embedded   ${count(embedded, 'text')} in ${duration(ms)} (unchanged texts are never embedded again)`]
}

/** What its own hook did is told with the reason; other modules that fail may have done so for long. */
function hookLines({ module, hooks }: Installed): readonly string[] {
  const failed = hooks.filter(({ ok }) => !ok)
  const own = failed.filter((hook) => hook.module === module)
  const others = failed.filter((hook) => hook.module !== module).map((hook) => hook.module)
  return [
    ...own.map(({ message = '' }) => `warning    its hook failed: ${message}`),
    ...(others.length === 0
      ? []
      : [`warning    hooks of other modules failed: ${others.join(', ')}; datacortex doctor says more`]),
  ]
}

/** A module of code alone registers nothing. */
function whatIsThere({ module, version, agents, sources }: Installed): string {
  if (agents.length + sources.length === 0) return `${module} ${version}`
  return `${count(agents.length, 'agent')} and ${count(sources.length, 'source')} registered`
}
