import type { InputOf, OutputOf } from '@datacortex/space'
import { columns, count, duration, shorten } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { localTime } from '../output/local-time.ts'

/** Arguments of `log list`. */
export type LogListOptions = InputOf<'log.list'> & { readonly limit: number }

/** `datacortex log list`: executions, the newest first; those of an agent under all names that it has or had. */
export async function logList(context: Context, { agent, since, limit }: LogListOptions): Promise<CommandResult> {
  const data = await (await spaceOf(context)).log.list({ agent, since, limit })
  const { executions, more, findings } = data
  const rows = executions.map(({ id, timestamp, agent_id: agentId, status, duration_ms: ms, task = '' }) => [
    id,
    localTime(timestamp),
    agentId,
    status,
    duration(ms),
    shorten(task, 50),
  ])
  return {
    data,
    lines: [
      ...columns(rows),
      ...findings.map(({ message }) => `note       ${message}`),
      ...(executions.length === 0 ? noneLines({ agent, since, findings }) : [count(executions.length, 'execution')]),
      ...(more ? [`next       datacortex log list --limit ${limit * 10}   (there are earlier ones)`] : []),
    ],
  }
}

function noneLines({
  agent,
  since,
  findings,
}: Pick<LogListOptions, 'agent' | 'since'> & Pick<OutputOf<'log.list'>, 'findings'>): readonly string[] {
  // There may be some that can't be read.
  if (findings.some(({ severity }) => severity === 'error'))
    return ['no executions that can be read', 'next       datacortex doctor']
  if (agent === undefined && since === undefined)
    return ['no executions yet', 'next       datacortex agent run ID "what it shall do"']
  const which = [agent === undefined ? '' : ` of ${agent}`, since === undefined ? '' : ` since ${since}`].join('')
  return [`no executions${which}`, 'next       datacortex log list']
}
