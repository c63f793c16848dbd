import type { SessionMemory } from '@datacortex/memory'
import { sinceTime } from '../arguments/since-time.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { shownMemories } from '../knowledge/shown-memories.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { count, shorten } from '../output/format.ts'
import { localTime } from '../output/local-time.ts'

/** Arguments of `memory list`. */
export type MemoryListOptions = {
  readonly agent?: string | undefined
  readonly type?: string | undefined
  readonly since?: string | undefined
  /** Also those that don't hold any more. */
  readonly all?: true | undefined
  readonly limit: number
}

/**
 * `datacortex memory list`: what was remembered and holds, the newest first. Times are local for people and UTC in JSON.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} if `--since` is no time.
 */
export async function memoryList(context: Context, options: MemoryListOptions): Promise<CommandResult> {
  const from = options.since === undefined ? undefined : sinceTime(options.since, { now: Date.now() })
  const paths = await spaceOf(context)
  const [{ stillHolds }, { memories, findings }] = await Promise.all([
    import('@datacortex/memory'),
    shownMemories(paths),
  ])
  const since = from === undefined ? '' : new Date(from).toISOString()
  const fits = (memory: SessionMemory): boolean =>
    (options.all === true || stillHolds(memory)) &&
    (options.agent === undefined || memory.agent_id === options.agent) &&
    (options.type === undefined || memory.type === options.type) &&
    memory.timestamp >= since
  const found = memories.filter(fits).toReversed()
  const shown = found.slice(0, options.limit)
  const rows = shown.map(({ id, timestamp, status, type, summary }) => [
    id,
    localTime(timestamp),
    status === 'candidate' ? '' : status,
    type === 'session-memory' ? '' : type,
    shorten(summary, 200),
  ])
  return {
    data: { memories: shown, more: found.length > shown.length, findings },
    lines: [
      ...fittedColumns(rows, { width: outputWidth(), flexible: [4] }),
      ...findings.map(({ message }) => `note       ${message}`),
      ...(shown.length === 0 ? noneLines(options, memories.length) : [count(shown.length, 'memory', 'memories')]),
      ...(found.length > shown.length
        ? [`next       datacortex memory list --limit ${options.limit * 10}   (there are earlier ones)`]
        : []),
    ],
  }
}

function noneLines({ agent, type, since }: MemoryListOptions, ofAll: number): readonly string[] {
  if (ofAll === 0) return ['no memories yet', 'next       datacortex embed --text "…" --type session-memory']
  if ([agent, type, since].some((one) => one !== undefined))
    return ['no memories that fit', 'next       datacortex memory list']
  return ['no memories that hold', 'next       datacortex memory list --all']
}
