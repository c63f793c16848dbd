import type { OutputOf } from '@datacortex/space'
import { count, shorten } from '@datacortex/wording'
import type { Given } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { earlierLine } from '../output/earlier-line.ts'
import { type Lines, factLines } from '../output/lines.ts'
import { localTime } from '../output/local-time.ts'

export const memoryList = commandOf('memory.list', ({ memories, counts, findings, more }, given) => {
  const rows = memories.map(({ id, timestamp, status, type: kind, summary }) => [
    id,
    localTime(timestamp),
    status === 'candidate' ? '' : status,
    kind === 'session-memory' ? '' : kind,
    shorten(summary, 200),
  ])
  return [
    fittedColumns(rows, { width: outputWidth(), flexible: [4] }),
    findings.map(({ message }) => `note       ${message}`),
    rows.length === 0 ? noneLines(given, counts) : count(rows.length, 'memory', 'memories'),
    more && earlierLine('memory list', given.limit),
  ]
})

function noneLines(
  { agent, type, since }: Given<'memory.list'>,
  { all }: OutputOf<'memory.list'>['counts'],
): readonly string[] {
  if (all === 0) return ['no memories yet', 'next       datacortex remember what is to be kept in mind']
  if ([agent, type, since].some((one) => one !== undefined))
    return ['no memories that fit', 'next       datacortex memory list']
  return ['no memories that hold', 'next       datacortex memory list --all']
}

type Memory = OutputOf<'memory.show'>

export const memoryShow = commandOf('memory.show', (data) => [
  memoryLines(data),
  '',
  data.summary.trimEnd().split('\n'),
  data.insights.map((insight) => `- ${insight}`),
])

function memoryLines(memory: Memory): readonly string[] {
  const { agent_id: agent, executions, outputs, tags, source, status, space, type, visibility, path } = memory
  const ended = status === 'superseded' ? `by ${memory.superseded_by ?? 'another'}` : memory.retraction
  return factLines([
    ['memory', memory.id],
    ['type', type],
    ['status', [status, ended].filter((part) => part !== undefined).join(': ')],
    ['remembered', localTime(memory.timestamp)],
    ['ended', memory.expired_at],
    ['agent', agent],
    ['shown to', visibility === 'private' ? 'this agent alone' : 'every agent'],
    ['file', path],
    ...executions.map((execution) => ['execution', execution] as const),
    ['source', source?.path],
    ...outputs.map((output) => ['wrote', output] as const),
    ['tags', tags.join(' · ')],
    ['space', space],
    ['replaces', memory.supersedes],
  ])
}

export const memoryConfirm = commandOf('memory.confirm', (data) => changedLines(data, 'confirm', 'confirmed'))

export const memoryRetract = commandOf('memory.retract', (data) => changedLines(data, 'retract', 'retracted'))

export const memoryUpdate = commandOf('memory.update', (data) => changedLines(data, 'update', 'updated'))

export const memoryPin = commandOf('memory.pin', (data, { off }) =>
  off === true ? changedLines(data, 'unpin', 'unpinned') : changedLines(data, 'pin', 'pinned'),
)

export const memoryMove = commandOf('memory.move', (data) => changedLines(data, 'move', 'moved'))

function changedLines(data: OutputOf<'memory.confirm'>, verb: string, done: string): Lines {
  const { id, status, summary, changed: isChanged, dry_run: isDry, path, undo, findings } = data
  const notes = findings.map(({ message }) => `note       ${message}`)
  if (isDry) return [`would ${verb}  ${shorten(summary, 80)}`, 'dry run        nothing was changed']
  const state = verb.endsWith('pin') && status !== 'retracted' ? done : status
  if (!isChanged) return [`unchanged  ${id} is ${state} already`, notes]
  return [
    `${done.padEnd(9)}  ${id}  ${shorten(summary, 80)}`,
    path !== undefined && `in         ${path}`,
    notes,
    `undo       datacortex undo ${undo}`,
  ]
}
