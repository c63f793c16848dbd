import type { SessionMemory } from '@datacortex/memory'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { shownMemory } from '../knowledge/shown-memories.ts'
import { columns } from '../output/format.ts'
import { localTime } from '../output/local-time.ts'

/**
 * `datacortex memory show ID`: one memory with where it comes from and whether it holds, also one that does not. In the
 * run of an agent those that it may not be shown are as good as unknown.
 *
 * @param context - Of the command.
 * @param options - `id` of the memory.
 * @throws {@link MemoryUnknownError}
 */
export async function memoryShow(context: Context, { id }: { readonly id: string }): Promise<CommandResult> {
  const memory = await shownMemory(await spaceOf(context), id)
  return { data: memory, lines: [...columns(rowsOf(memory)), '', ...textLines(memory)] }
}

function rowsOf(memory: SessionMemory): readonly (readonly string[])[] {
  const { agent_id: agent, executions, outputs, tags, source, status, space, type } = memory
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['memory', memory.id],
    ['type', type],
    ['status', [status, whyEnded(memory)].filter((part) => part !== undefined).join(': ')],
    ['remembered', localTime(memory.timestamp)],
    ['ended', memory.expired_at && localTime(memory.expired_at)],
    ['true since', memory.valid_at],
    ['until', memory.invalid_at],
    ['agent', agent],
    ...executions.map((execution) => ['execution', execution] as const),
    ['source', source && [source.path, ...(source.start === undefined ? [] : [source.start])].join(':')],
    ...outputs.map((output) => ['wrote', output] as const),
    ['tags', tags.length === 0 ? undefined : tags.join(' · ')],
    ['space', space],
    ['replaces', memory.supersedes],
    ['similar', memory.similar_to],
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

function whyEnded({ status, superseded_by: by, retraction }: SessionMemory): string | undefined {
  return status === 'superseded' ? `by ${by ?? 'another'}` : retraction
}

function textLines({ summary, insights }: SessionMemory): readonly string[] {
  return [...summary.trimEnd().split('\n'), ...insights.map((insight) => `- ${insight}`)]
}
