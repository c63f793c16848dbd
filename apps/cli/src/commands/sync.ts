import type { OutputOf } from '@datacortex/space'
import { columns, count } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { findingLines } from '../output/finding-lines.ts'
import { factLines } from '../output/lines.ts'
import { localTime } from '../output/local-time.ts'

export const syncPush = commandOf('sync.push', syncLines)

export const syncPull = commandOf('sync.pull', syncLines)

function syncLines({ place, pushed, pulled, updated, findings }: OutputOf<'sync.push'>): readonly string[] {
  return [
    ...factLines([
      ['pushed', pushed === undefined ? undefined : `${count(pushed, 'entry', 'entries')} to ${place}`],
      ['pulled', pulled === undefined ? undefined : `${count(pulled, 'batch', 'batches')} from ${place}`],
      ['updated', updated.join(', ')],
    ]),
    ...findingLines(findings),
  ]
}

export const syncStatus = commandOf('sync.status', ({ machine, place, last_sync: last, unsent, machines }) => {
  return columns([
    ['machine', `${machine}  this one`],
    ...machines.map(({ id, executions, counted }) => [
      'machine',
      `${id}  ${count(executions, 'run')}${counted ? '' : `, not counted: datacortex sync trust ${id}`}`,
    ]),
    ['meets at', place ?? 'nowhere: sync.server or sync.git of the settings'],
    ['in step', last === undefined ? 'never' : localTime(last)],
    ['waiting', count(unsent, 'entry', 'entries')],
  ])
})

export const syncTrust = commandOf('sync.trust', ({ machines, updated }, { forget, dryRun }) => {
  const word = `${dryRun === true ? 'would ' : ''}${forget === true ? 'forget' : 'count'}`
  return factLines([...machines.map((id) => [word, id] as const), ['updated', updated.join(', ')]])
})
