import type { OutputOf } from '@datacortex/space'
import { columns, count } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { findingLines } from '../output/finding-lines.ts'
import { localTime } from '../output/local-time.ts'

export async function syncPush(context: Context): Promise<CommandResult> {
  return syncResult(await (await spaceOf(context)).sync.push({}))
}

export async function syncPull(context: Context): Promise<CommandResult> {
  return syncResult(await (await spaceOf(context)).sync.pull({}))
}

function syncResult(data: OutputOf<'sync.push'>): CommandResult {
  const { place, pushed, pulled, updated, findings } = data
  const rows = [
    ...(pushed === undefined ? [] : [['pushed', `${count(pushed, 'entry', 'entries')} to ${place}`]]),
    ...(pulled === undefined ? [] : [['pulled', `${count(pulled, 'batch', 'batches')} from ${place}`]]),
    ...(updated.length === 0 ? [] : [['updated', updated.join(', ')]]),
  ]
  return { data, lines: [...columns(rows), ...findingLines(findings)] }
}

export const syncStatus = commandOf('sync.status', ({ machine, place, last_sync: last, unsent, machines }) => {
  const lines = columns([
    ['machine', `${machine}  this one`],
    ...machines.map(({ id, executions, counted }) => [
      'machine',
      `${id}  ${count(executions, 'run')}${counted ? '' : `, not counted: datacortex sync trust ${id}`}`,
    ]),
    ['meets at', place ?? 'nowhere: sync.server or sync.git of the settings'],
    ['in step', last === undefined ? 'never' : localTime(last)],
    ['waiting', count(unsent, 'entry', 'entries')],
  ])
  return lines
})

export async function syncTrust(
  context: Context,
  asked: {
    readonly machines: readonly string[]
    readonly forget?: true | undefined
    readonly dryRun?: true | undefined
  },
): Promise<CommandResult> {
  const { machines, forget, dryRun } = asked
  const data = await (await spaceOf(context)).sync.trust({ machines, forget, dry_run: dryRun })
  const word = `${dryRun === true ? 'would ' : ''}${forget === true ? 'forget' : 'count'}`
  const updated = data.updated.length === 0 ? [] : [['updated', data.updated.join(', ')]]
  return { data, lines: columns([...data.machines.map((id) => [word, id]), ...updated]) }
}
