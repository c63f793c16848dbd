import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { columns, count, duration, shorten } from '../output/format.ts'

/** Arguments of `log list`. */
export type LogListOptions = {
  readonly agent?: string | undefined
  readonly since?: string | undefined
  readonly limit: number
}

/**
 * `datacortex log list`: executions, the newest first.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} if `--since` is no time.
 */
export async function logList(context: Context, { agent, since, limit }: LogListOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { readLog } = await import('@datacortex/execution')
  const { executions: found, findings } = await readLog(paths, {
    agent,
    since: since === undefined ? undefined : timeOf(since, Date.now()),
    // One more, to know whether there are more.
    limit: limit + 1,
    signal: context.signal,
  })
  const executions = found.slice(0, limit)
  const more = found.length > limit
  const rows = executions.map(({ id, timestamp, agent_id: agentId, status, duration_ms: ms, task = '' }) => [
    id,
    timestamp.slice(0, 16).replace('T', ' '),
    agentId,
    status,
    duration(ms),
    shorten(task, 50),
  ])
  return {
    data: { executions, more, findings },
    lines: [
      ...columns(rows),
      ...findings.map(({ message }) => `note       ${message}`),
      ...(executions.length === 0 ? noneLines({ agent, since }) : [count(executions.length, 'execution')]),
      ...(more ? [`next       datacortex log list --limit ${limit * 10}   (there are earlier ones)`] : []),
    ],
  }
}

function noneLines({ agent, since }: Pick<LogListOptions, 'agent' | 'since'>): readonly string[] {
  if (agent === undefined && since === undefined)
    return ['no executions yet', 'next       datacortex agent run ID "what it shall do"']
  const which = [agent === undefined ? '' : ` of ${agent}`, since === undefined ? '' : ` since ${since}`].join('')
  return [`no executions${which}`, 'next       datacortex log list']
}

const units = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const

function timeOf(text: string, now: number): Date {
  const [, amount, unit] = /^(\d+)([dhm])$/.exec(text.trim()) ?? []
  if (unit === 'd' || unit === 'h' || unit === 'm') return new Date(now - Number(amount) * units[unit])
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  throw new UsageError({
    message: `--since ${JSON.stringify(text)} is no time.`,
    hint: 'Give a date such as 2026-01-31, a time such as 2026-01-31T12:00Z, or a span such as 7d, 12h, 30m.',
  })
}
