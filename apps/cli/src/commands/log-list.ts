import type { Finding } from '@datacortex/errors'
import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { callerScreen } from '../knowledge/caller-screen.ts'
import { columns, count, duration, shorten } from '../output/format.ts'
import { localTime } from '../output/local-time.ts'
import { sinceTime } from '../arguments/since-time.ts'

/** Arguments of `log list`. */
export type LogListOptions = {
  readonly agent?: string | undefined
  readonly since?: string | undefined
  readonly limit: number
}

/**
 * `datacortex log list`: executions, the newest first; those of an agent under all names that it has or had. In the run
 * of an agent those that it may be shown. Times are local for people and UTC in JSON.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} if `--since` is no time; AgentNotFoundError if neither the log nor the registry knows the agent.
 */
export async function logList(context: Context, { agent, since, limit }: LogListOptions): Promise<CommandResult> {
  const from = since === undefined ? undefined : sinceTime(since, { now: Date.now() })
  const paths = await spaceOf(context)
  const [{ readLog }, screen] = await Promise.all([import('@datacortex/execution'), callerScreen(paths)])
  const registry = agent === undefined ? undefined : await registryIfAny(paths)
  const { executions: found, findings } = await readLog(paths, {
    agent,
    ...(registry === undefined ? {} : { currentId: await idsNow(registry) }),
    since: from,
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
    localTime(timestamp),
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
      ...(executions.length === 0 ? noneLines({ agent, since, findings }) : [count(executions.length, 'execution')]),
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

function noneLines({
  agent,
  since,
  findings,
}: Pick<LogListOptions, 'agent' | 'since'> & { readonly findings: readonly Finding[] }): readonly string[] {
  // There may be some that can't be read.
  if (findings.some(({ severity }) => severity === 'error'))
    return ['no executions that can be read', 'next       datacortex doctor']
  if (agent === undefined && since === undefined)
    return ['no executions yet', 'next       datacortex agent run ID "what it shall do"']
  const which = [agent === undefined ? '' : ` of ${agent}`, since === undefined ? '' : ` since ${since}`].join('')
  return [`no executions${which}`, 'next       datacortex log list']
}
