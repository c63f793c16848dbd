import type { OutputOf } from '@datacortex/space'
import { columns } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { localTime } from '../output/local-time.ts'

type Memory = OutputOf<'memory.show'>

/** `datacortex memory show ID`: one memory with where it comes from and whether it holds, also one that does not. */
export async function memoryShow(context: Context, { id }: { readonly id: string }): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.memory.show({ id })
  return { data, lines: [...columns(rowsOf(data)), '', ...textLines(data)] }
}

function rowsOf(memory: Memory): readonly (readonly string[])[] {
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

function whyEnded({ status, superseded_by: by, retraction }: Memory): string | undefined {
  return status === 'superseded' ? `by ${by ?? 'another'}` : retraction
}

function textLines({ summary, insights }: Memory): readonly string[] {
  return [...summary.trimEnd().split('\n'), ...insights.map((insight) => `- ${insight}`)]
}
