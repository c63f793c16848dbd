import { isAbsolute } from 'node:path'
import { shellWord } from '@datacortex/platform'
import { type OutputOf, spaceless } from '@datacortex/space'
import { count } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'
import type { CommandResult, Context } from '../context.ts'
import { displayPath } from '../output/display-path.ts'
import { findingLines } from '../output/finding-lines.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { indexLines } from '../output/index-lines.ts'
import type { Lines } from '../output/lines.ts'
import { brokenLines, moduleLines } from '../output/module-lines.ts'

export const moduleList = commandOf('modules.list', (data) => {
  const rows = data.modules.map(({ name, version, origin, agents, sources }) => [
    name,
    version,
    origin,
    count(agents.length, 'agent'),
    count(sources.length, 'source'),
  ])
  return [
    ...fittedColumns(rows, { width: outputWidth(), flexible: [2, 1, 4, 3] }),
    ...data.broken.flatMap(brokenLines),
    count(rows.length, 'module'),
  ]
})

/** `datacortex module new NAME --kind KIND`: makes the folder of a module. It needs no space. */
export async function moduleNew({ signal }: Context, given: Given<'modules.new'>): Promise<CommandResult> {
  const data = await spaceless({ signal }).modules.new(asked(given))
  const shown = displayPath(data.directory)
  const install = `datacortex module install ${shellWord(/^[~.]/.test(shown) || isAbsolute(shown) ? shown : `./${shown}`)}`
  return {
    data,
    lines: [
      `${given.dryRun === true ? 'would make' : 'made      '} ${shown}`,
      ...data.files.map((path) => `file       ${path}`),
      given.dryRun === true ? 'dry run    nothing was changed' : `next       ${install}`,
    ],
  }
}

export const moduleCheck = commandOf('modules.check', (data) => {
  if ('checked' in data) return ['not checked; none of its code was run']
  const { module, version, ok, findings } = data
  return {
    lines: [...findingLines(findings), `${ok ? 'ok      ' : 'not ok  '} ${[module, version].join(' ').trim()}`],
    exitCode: ok ? 0 : 1,
  }
})

export const moduleRemove = commandOf(
  'modules.remove',
  ({ removed, agents, only_copy: reason }, { dryRun }) => {
    if (removed === null) return { lines: ['not removed; nothing was changed'], exitCode: 1 }
    return [
      `${dryRun ? 'would remove' : 'removed'}    ${removed}${agents.length === 0 ? '' : ` and ${count(agents.length, 'agent')}`}`,
      dryRun && reason !== undefined && `careful    ${reason}; what is in its folder is lost`,
    ]
  },
  {
    ask: ({ name: module, ...given }: Omit<Given<'modules.remove'>, 'module'> & { readonly name: string }) =>
      asked<'modules.remove'>({ ...given, module }),
  },
)

export const moduleSync = commandOf('modules.sync', ({ broken, ...changes }, { dryRun }) => {
  const lines = (['added', 'removed', 'changed'] as const)
    .filter((what) => changes[what].length > 0)
    .map((what) => `${what.padEnd(10)} ${changes[what].join(', ')}`)
  return {
    lines: [
      lines.length + broken.length > 0 ? lines : 'in step    nothing to do',
      broken.map(brokenLines),
      dryRun && 'dry run    nothing was changed',
    ],
    exitCode: broken.length > 0 ? 1 : 0,
  }
})

export const moduleInstall = commandOf('modules.install', (data, given) => {
  if ('installed' in data) return ['not installed; nothing was changed']
  return [
    !data.asked && moduleLines(data.plan),
    given.dryRun === true ? 'dry run    nothing was changed' : doneLines(data),
    findingLines(data.findings),
    hookLines(data),
  ]
})

type Installed = Exclude<OutputOf<'modules.install'>, { readonly installed: false }>

function doneLines(data: Installed): Lines {
  const { module, version, agents, plan, find } = data
  if (find === undefined) {
    const also = plan.code === undefined || plan.approved ? '' : '; its code may run for you now'
    return [`unchanged  ${module} ${version} is installed already${also}`]
  }
  const isFound = !('problem' in find)
  return [
    `installed  ${whatIsThere(data)}${isFound && agents.length > 0 ? '; find knows them now' : ''}`,
    findLines(find),
    // Nothing brings the files back that an upgrade replaced.
    plan.upgrade_from === undefined && `undo       datacortex module remove ${module}`,
  ]
}

function findLines(find: NonNullable<Installed['find']>): readonly string[] {
  if ('problem' in find) return [`not found yet: ${find.problem}`, 'next       datacortex find, once that is mended']
  return indexLines(find)
}

/** What its own hook did is reported with the reason; other modules that fail may have done so for long. */
function hookLines({ module, hooks }: Installed): Lines {
  const failed = hooks.filter(({ ok }) => !ok)
  const own = failed.filter((hook) => hook.module === module)
  const others = failed.filter((hook) => hook.module !== module).map((hook) => hook.module)
  return [
    own.map(({ message = '' }) => `warning    its hook failed: ${message}`),
    others.length > 0 && `warning    hooks of other modules failed: ${others.join(', ')}; datacortex doctor says more`,
  ]
}

/** A module of code alone registers nothing. */
function whatIsThere({ module, version, agents, sources }: Installed): string {
  if (agents.length + sources.length === 0) return `${module} ${version}`
  return `${count(agents.length, 'agent')} and ${count(sources.length, 'source')} registered`
}
