import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { callerScreen } from '../knowledge/caller-screen.ts'
import { columns, count, duration, shorten } from '../output/format.ts'

/** Arguments of `log list`. */
export type LogListOptions = {
  readonly agent?: string | undefined
  readonly since?: string | undefined
  readonly limit: number
}

/**
 * `datacortex log list`: executions, the newest first; those of an agent under all names that it has or had. In the run
 * of an agent those that it may be shown.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} if `--since` is no time; AgentNotFoundError if neither the log nor the registry knows the agent.
 */
export async function logList(context: Context, { agent, since, limit }: LogListOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const [{ readLog }, screen] = await Promise.all([import('@datacortex/execution'), callerScreen(paths)])
  const registry = agent === undefined ? undefined : await registryIfAny(paths)
  const { executions: found, findings } = await readLog(paths, {
    agent,
    ...(registry === undefined ? {} : { currentId: await idsNow(registry) }),
    since: since === undefined ? undefined : timeOf(since, Date.now()),
    ...(screen === undefined ? {} : { shows: (execution) => screen.execution(execution) === undefined }),
    // One more, to know whether there are more.
    limit: limit + 1,
    signal: context.signal,
  })
  if (found.length === 0 && agent !== undefined && since === undefined && registry !== undefined)
    await refuseUnknown(registry, agent)
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

/** The log is read also where the registry can't be. */
async function registryIfAny(paths: SpacePaths): Promise<Registry | undefined> {
  const { readCatalogue } = await import('@datacortex/registry')
  try {
    return (await readCatalogue(paths, { bundledDirectory: bundledPlugins() })).registry
  } catch (error) {
    if (CodedError.is(error)) return undefined
    throw error
  }
}

async function idsNow(registry: Registry): Promise<(id: string) => string> {
  const { currentId } = await import('@datacortex/registry')
  return (id) => currentId(registry, id) ?? id
}

async function refuseUnknown(registry: Registry, agent: string): Promise<void> {
  const { resolveAgent } = await import('@datacortex/registry')
  try {
    resolveAgent(registry, agent)
  } catch (error) {
    // One that was removed may have run before.
    if (CodedError.is(error, 'REGISTRY_AGENT_NOT_FOUND') || !CodedError.is(error)) throw error
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
