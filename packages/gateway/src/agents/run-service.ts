import { CodedError } from '@datacortex/errors'
import type { AgentRun, RunAgentOptions, RunProgress } from '@datacortex/execution'
import { runAgent } from '@datacortex/execution'
import type { SpacePaths } from '@datacortex/platform'
import type { Catalogue, RegisteredAgent } from '@datacortex/registry'
import type { AgentService, TaskOutcome } from './agent-service.ts'

/** The memory of one run; disposed of when it is over. */
export type RunMemory = AsyncDisposable & Pick<RunAgentOptions, 'search' | 'remember'>

/** What running an agent needs from the server. */
export type RunHost = Pick<RunAgentOptions, 'runner' | 'log' | 'userDirectory' | 'conditions'> & {
  readonly paths: SpacePaths
  /** The agents as they are now. */
  readonly catalogue: () => Promise<Catalogue>
  /** Memory for context and for what is learned, of one run. */
  readonly openMemory: () => Promise<RunMemory>
}

/**
 * The service that lets an agent of the registry do what it is asked, as `datacortex agent run` would.
 *
 * What can't be begun (nobody is there to run it, a rule forbids it) is rejected, with what the agent is for; what was
 * begun and can't be kept has failed.
 *
 * @param agent - Of the registry.
 * @param host - Space, runner, memory.
 */
export function runService({ id, entry }: RegisteredAgent, host: RunHost): AgentService {
  return {
    execute: async ({ text, taskId, skill }, { signal, onOutput }) => {
      let fresh = true
      let hasBegun = false
      const onProgress = (event: RunProgress): void => {
        if (event.type === 'attempt') hasBegun = fresh = true
        if (event.type !== 'output') return
        onOutput(event.text, { fresh })
        fresh = false
      }
      try {
        const { paths, runner, log, userDirectory, conditions } = host
        const catalogue = await host.catalogue()
        await using memory = await host.openMemory()
        const { search, remember } = memory
        signal.throwIfAborted()
        const run = await runAgent(paths, {
          catalogue,
          search,
          remember,
          agent: id,
          task: text,
          taskId: `a2a:${taskId}`,
          skill: entry.skills.some((known) => known.id === skill) ? skill : undefined,
          runner,
          log,
          userDirectory,
          conditions,
          signal,
          onProgress,
        })
        return outcomeOf(run)
      } catch (error) {
        if (signal.aborted || !CodedError.is(error)) throw error
        // Such as a disk that is full: the agent may have done its work, and nobody should send it out again for that.
        if (hasBegun)
          return { state: 'TASK_STATE_FAILED', parts: [], message: error.message, metadata: { code: error.code } }
        const about = `${entry.name}: ${entry.description}`.trim()
        return {
          state: 'TASK_STATE_REJECTED',
          parts: [],
          message: `${error.message} Nothing was run.\n\n${about}`,
          metadata: { code: error.code },
        }
      }
    },
  }
}

function outcomeOf(run: AgentRun): TaskOutcome {
  const { status, text, error, execution_id: execution, runner, duration_ms: durationMs, outputs } = run
  const done = status === 'success' || status === 'partial'
  return {
    state: done ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_FAILED',
    parts: text === '' ? [] : [{ text }],
    ...(error === undefined ? {} : { message: error.message }),
    metadata: {
      execution_id: execution,
      status,
      runner,
      duration_ms: durationMs,
      outputs: outputs.map(({ path }) => path),
      ...(error === undefined ? {} : { code: error.code }),
    },
  }
}
