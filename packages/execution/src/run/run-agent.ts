import type { SpacePaths } from '@datacortex/platform'
import { newLogId } from '../log/new-log-id.ts'
import { refuseTakenId } from '../log/taken-ids.ts'
import { refuseUnkept } from './answer/store-answer.ts'
import { executeRun } from './execute-run.ts'
import { recoverRuns } from './marker/recover-runs.ts'
import { withRunMarker } from './marker/run-marker.ts'
import { planRun } from './plan-run.ts'
import type { AgentRun, RunAgentOptions } from './run-agent-options.ts'

/**
 * Runs an agent on a task: checks that it may be called, loads its context, lets a runner execute it, and logs, checks,
 * counts and remembers what came of it.
 *
 * A runner that fails is a result with status `failed` or `timeout`, which is in the log; what is wrong before anything
 * ran is thrown, and nothing is logged. Runs that an earlier process left unfinished are logged first.
 * @returns How it ended, the answer, outputs, checks, what the agent was not given, and everything that did not go as
 *   it should.
 * @throws `RUNNER_NOT_CONFIGURED` `RUNNER_UNKNOWN` `RUNNER_UNAVAILABLE`
 * @throws `EXECUTION_ID_TAKEN` `EXECUTION_ID_INVALID` `EXECUTION_LOG_UNREADABLE`
 *   `EXECUTION_SKILL_UNKNOWN`
 * @throws `REGISTRY_AGENT_NOT_FOUND`, `REGISTRY_AGENT_REMOVED`, `REGISTRY_ALIAS_DANGLING`, `REGISTRY_ALIAS_CYCLE`,
 *   `ROUTER_CALL_REFUSED`, `ROUTER_SPAWN_REFUSED`, `ROUTER_DELEGATE_REFUSED`, `ROUTER_SPAWN_CYCLE`,
 *   `ROUTER_SPAWN_DEPTH`, `EXECUTION_PRECONDITION_MISSING`, `MEMORY_BUDGET_TOO_SMALL`, `EXECUTION_SPACE_UNKNOWN`,
 *   `PLATFORM_SETTINGS_INVALID`, `PLATFORM_FILE_UNWRITABLE`, and what the module of the runner is refused for.
 * @throws The reason of the signal when aborted; the run is then in the log as `aborted`.
 * @example const { status, text } = await runAgent(paths, { catalogue, agent: 'writer', task: 'Explain tides.' })
 * @see DIP-0016 §5, §8, §10 and §11
 */
export async function runAgent(paths: SpacePaths, options: RunAgentOptions): Promise<AgentRun> {
  const { signal, now = Date.now } = options
  signal?.throwIfAborted()
  const plan = await planRun(paths, options)
  await refuseUnkept(paths)
  const findings = await recoverRuns(paths, { signal })
  const startedAt = new Date(now())
  const id = options.id ?? newLogId('exec', startedAt)
  const run = await withRunMarker(paths, id, async (begin) => {
    if (options.id !== undefined) await refuseTakenId(paths, id)
    return await executeRun(paths, { id, plan, options, startedAt, begin, findings })
  })
  const { status } = run
  if (status === 'aborted') throw signal?.reason
  return { ...run, status }
}
