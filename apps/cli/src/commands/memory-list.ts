import type { InputOf, OutputOf } from '@datacortex/space'
import { count, shorten } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { localTime } from '../output/local-time.ts'

/** Arguments of `memory list`. */
export type MemoryListOptions = Omit<InputOf<'memory.list'>, 'limit'> & { readonly limit: number }

/** `datacortex memory list`: what was remembered and holds, the newest first. */
export async function memoryList(
  context: Context,
  { agent, type, since, all, limit }: MemoryListOptions,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const asked = { agent, type, since, all, limit }
  const data = await space.memory.list(asked)
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
      ...(rows.length === 0 ? noneLines(asked, data.counts) : [count(rows.length, 'memory', 'memories')]),
      ...(data.more ? [`next       datacortex memory list --limit ${limit * 10}   (there are earlier ones)`] : []),
    ],
  }
}

function noneLines(
  { agent, type, since }: InputOf<'memory.list'>,
  { all }: OutputOf<'memory.list'>['counts'],
): readonly string[] {
  if (all === 0) return ['no memories yet', 'next       datacortex embed --text "…" --type session-memory']
  if ([agent, type, since].some((one) => one !== undefined))
    return ['no memories that fit', 'next       datacortex memory list']
  return ['no memories that hold', 'next       datacortex memory list --all']
}
