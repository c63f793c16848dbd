import type { OutputOf } from '@datacortex/space'
import { columns, count, shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { localTime } from '../output/local-time.ts'

export async function memoryList(
  context: Context,
  given: Given<'memory.list'> & { readonly limit: number },
): Promise<CommandResult> {
  const data = await (await spaceOf(context)).memory.list(asked(given))
  const rows = data.memories.map(({ id, timestamp, status, type: kind, summary }) => [
    id,
    localTime(timestamp),
    status === 'candidate' ? '' : status,
    kind === 'session-memory' ? '' : kind,
    shorten(summary, 200),
  ])
  return {
    data,
    lines: [
      ...fittedColumns(rows, { width: outputWidth(), flexible: [4] }),
      ...data.findings.map(({ message }) => `note       ${message}`),
      ...(rows.length === 0 ? noneLines(given, data.counts) : [count(rows.length, 'memory', 'memories')]),
      ...(data.more
        ? [`next       datacortex memory list --limit ${given.limit * 10}   (there are earlier ones)`]
        : []),
    ],
  }
}

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

export async function memoryShow(context: Context, { id }: { readonly id: string }): Promise<CommandResult> {
  const data = await (await spaceOf(context)).memory.show({ id })
  const insights = data.insights.map((insight) => `- ${insight}`)
  return { data, lines: [...columns(rowsOf(data)), '', ...data.summary.trimEnd().split('\n'), ...insights] }
}

function rowsOf(memory: Memory): readonly (readonly string[])[] {
  const { agent_id: agent, executions, outputs, tags, source, status, space, type, visibility, path } = memory
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['memory', memory.id],
    ['type', type],
    ['status', [status, whyEnded(memory)].filter((part) => part !== undefined).join(': ')],
    ['remembered', localTime(memory.timestamp)],
    ['ended', memory.expired_at],
    ['agent', agent],
    ['shown to', visibility === 'private' ? 'this agent alone' : 'every agent'],
    ['file', path],
    ...executions.map((execution) => ['execution', execution] as const),
    ['source', source?.path],
    ...outputs.map((output) => ['wrote', output] as const),
    ['tags', tags.length === 0 ? undefined : tags.join(' · ')],
    ['space', space],
    ['replaces', memory.supersedes],
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

function whyEnded({ status, superseded_by: by, retraction }: Memory): string | undefined {
  return status === 'superseded' ? `by ${by ?? 'another'}` : retraction
}

export async function memoryConfirm(context: Context, given: Given<'memory.confirm'>): Promise<CommandResult> {
  return changed(await (await spaceOf(context)).memory.confirm(asked(given)), 'confirm', 'confirmed')
}

export async function memoryRetract(context: Context, given: Given<'memory.retract'>): Promise<CommandResult> {
  return changed(await (await spaceOf(context)).memory.retract(asked(given)), 'retract', 'retracted')
}

export async function memoryUpdate(context: Context, given: Given<'memory.update'>): Promise<CommandResult> {
  return changed(await (await spaceOf(context)).memory.update(asked(given)), 'update', 'updated')
}

export async function memoryPin(context: Context, given: Given<'memory.pin'>): Promise<CommandResult> {
  const [verb, done] = given.off === true ? (['unpin', 'unpinned'] as const) : (['pin', 'pinned'] as const)
  return changed(await (await spaceOf(context)).memory.pin(asked(given)), verb, done)
}

export async function memoryMove(context: Context, given: Given<'memory.move'>): Promise<CommandResult> {
  return changed(await (await spaceOf(context)).memory.move(asked(given)), 'move', 'moved')
}

function changed(data: OutputOf<'memory.confirm'>, verb: string, done: string): CommandResult {
  const { id, status, summary, changed: isChanged, dry_run: isDry, path, undo, findings } = data
  const notes = findings.map(({ message }) => `note       ${message}`)
  if (isDry) return { data, lines: [`would ${verb}  ${shorten(summary, 80)}`, 'dry run        nothing was changed'] }
  const state = verb.endsWith('pin') && status !== 'retracted' ? done : status
  if (!isChanged) return { data, lines: [`unchanged  ${id} is ${state} already`, ...notes] }
  const lines = [
    `${done.padEnd(9)}  ${id}  ${shorten(summary, 80)}`,
    ...(path === undefined ? [] : [`in         ${path}`]),
  ]
  return { data, lines: [...lines, ...notes, `undo       datacortex undo ${undo}`] }
}
