import { CodedError, type Finding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { SpawnedAgent, ExecutionStatus } from '../log/execution-record.ts'
import { newLogId } from '../log/new-log-id.ts'
import { openRunner } from '../runners/open-runner.ts'
import { cutLine } from './answer/cut-line.ts'
import { handOver } from './execute-run.ts'
import { logRun } from './log-run.ts'
import { recoverRuns } from './marker/recover-runs.ts'
import { withRunMarker } from './marker/run-marker.ts'
import type { RunPlan } from './plan-run.ts'
import { prepareRun } from './prepare-run.ts'
import type { RunAgentOptions } from './run-agent-options.ts'
import { runAttempts } from './run-attempts.ts'

/** What one copy answered. Throws what its runner failed with. */
export type RunClone = (
  more: string,
) => Promise<{ readonly text: string; readonly tokens: number; readonly usd: number }>

export type WithClonesOptions = RunAgentOptions & {
  /** The agent that the copies are made of, whose knowledge they are given; `agent` is the copy. */
  readonly original: string
  /** What `planRun` said of the same. */
  readonly plan: RunPlan
}

/** How all of them ended, for the one entry that the log has of them. */
export type EndedClones<T> = {
  readonly answer: T
  readonly status: Exclude<ExecutionStatus, 'aborted'>
  readonly spawned: readonly SpawnedAgent[]
  readonly error?: CodedError | undefined
}

/**
 * Lets copies of an agent work on one task, each with something more: they are given the same context, which is loaded once,
 * keep nothing, and have one entry in the log together.
 * @throws What `loadContext` throws; the reason of the signal when aborted, and the log has them as aborted.
 * @example await withClones(paths, { catalogue, agent: 'writer/~', original: 'writer', plan, task: 'Sum up.' }, async (run) => ({ answer: await run('one'), status: 'success', spawned: [] }))
 */
export async function withClones<T>(
  paths: SpacePaths,
  options: WithClonesOptions,
  use: (run: RunClone, id: string) => Promise<EndedClones<T>>,
): Promise<{ readonly id: string; readonly answer: T; readonly findings: readonly Finding[] }> {
  const { task, original, plan, now = Date.now, random = Math.random, signal } = options
  const { chosen, settings, chain, hooked } = plan
  const findings = await recoverRuns(paths, { signal })
  const startedAt = new Date(now())
  const id = options.id ?? newLogId('exec', startedAt)
  return await withRunMarker(paths, id, async (begin) => {
    const of = options.catalogue.registry.agents.get(original) ?? plan.agent
    const prepared = await prepareRun(paths, {
      id,
      plan: { ...plan, agent: of },
      options: { ...options, agent: of.id },
    })
    const { context, secrets, whyHidden } = prepared
    await using runner = await openRunner(chosen, { ...options, paths, settings, whyHidden })
    const begun = {
      agent_id: of.id,
      timestamp: startedAt.toISOString(),
      task: cutLine(prepared.shownTask, 200),
      called_by: options.calledBy ?? options.client ?? 'user',
      runner: chosen.name,
    }
    await begin(begun)
    const given = handOver(plan.agent, { context, task, paths, run: { id, chain, client: options.client } })
    const used = { tokens_in: 0, tokens_out: 0, cost_usd: 0 }
    const run: RunClone = async (more) => {
      const asked = { ...given, task: given.task + more, request: given.request + more, prompt: given.prompt + more }
      const attempts = await runAttempts(runner, asked, { ...chosen, patterns: hooked.errorPatterns, signal, random })
      if (attempts.ended === 'aborted') throw attempts.reason
      if (attempts.ended !== 'answered')
        throw new CodedError(attempts.failure.code, secrets.concealCut(attempts.failure.message).text, {
          hint: attempts.hint ?? 'datacortex doctor',
        })
      const { text, tokens_in: tokensIn = 0, tokens_out: tokensOut = 0, cost_usd: usd = 0 } = attempts.result
      used.tokens_in += tokensIn
      used.tokens_out += tokensOut
      used.cost_usd += usd
      return { text: secrets.conceal(text).text, tokens: tokensIn + tokensOut, usd }
    }
    const log = async ({
      status,
      spawned,
      error,
    }: Pick<EndedClones<T>, 'spawned' | 'error'> & {
      readonly status: ExecutionStatus
    }): Promise<readonly Finding[]> => {
      const execution = {
        id,
        ...begun,
        ...used,
        error: error && { code: error.code, message: cutLine(error.message, 2000), transient: false },
        duration_ms: Math.max(0, Math.round(now() - startedAt.getTime())),
        status,
        outputs: [],
        quality: { user_feedback: null, automated_checks: [] },
        spawned_agents: spawned,
      }
      return await logRun(paths, { execution, others: {} })
    }
    try {
      const ended = await use(run, id)
      return {
        id,
        answer: ended.answer,
        findings: [...findings, ...plan.findings, ...prepared.findings, ...(await log(ended))],
      }
    } catch (error) {
      await log({
        status: signal?.aborted === true ? 'aborted' : 'failed',
        spawned: [],
        error: CodedError.is(error) ? error : undefined,
      })
      throw error
    }
  })
}
