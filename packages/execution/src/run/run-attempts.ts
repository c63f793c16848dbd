import { setTimeout as sleep } from 'node:timers/promises'
import { CodedError, thrownText } from '@datacortex/errors'
import type { Runner, RunnerResult, RunnerTask } from '@datacortex/plugin'
import { executionError } from '../errors.ts'
import type { ExecutionFailure } from '../log/execution-record.ts'
import type { ChosenRunner } from '../runners/choose-runner.ts'
import { type ErrorPatterns, classifyError } from './classify-error.ts'
import { askedWaitMs, abandoned } from './abandoned.ts'
import { runnerTimeLimit } from './runner-time-limit.ts'
import { type TryOnceOptions, tryOnce } from './try-once.ts'

export type RunAttemptsOptions = Pick<ChosenRunner, 'timeoutMs' | 'maxAttempts' | 'backoffMs'> &
  Omit<TryOnceOptions, 'signal'> & {
    readonly patterns: ErrorPatterns
    readonly signal?: AbortSignal | undefined
    /** Reported of each attempt that failed, before the next one begins. */
    readonly onFailure?: ((failure: ExecutionFailure, attempt: number) => Promise<void>) | undefined
    readonly random: () => number
  }

export type Attempts = {
  readonly attempts: number
  /** What was said before it failed, with its secrets; the beginning of it, if that is much. */
  readonly partialText: string
} & (
  | { readonly ended: 'answered'; readonly result: RunnerResult }
  | { readonly ended: 'failed' | 'timeout'; readonly failure: ExecutionFailure; readonly hint: string | undefined }
  | { readonly ended: 'aborted'; readonly reason: unknown }
)

const longestWaitMs = 60_000

/** Tries a runner until it answers, fails for good, has used up its attempts or its time, or nobody waits any more. */
export async function runAttempts(runner: Runner, task: RunnerTask, options: RunAttemptsOptions): Promise<Attempts> {
  const { name, timeoutMs, maxAttempts, onProgress } = options
  using timeLimit = runnerTimeLimit(name, timeoutMs)
  const signal = AbortSignal.any([timeLimit.signal, ...(options.signal === undefined ? [] : [options.signal])])
  const deadline = performance.now() + timeoutMs
  const wasLate = (): boolean => timeLimit.signal.aborted && signal.reason === timeLimit.signal.reason
  for (let attempt = 1; ; attempt += 1) {
    onProgress?.({ type: 'attempt', attempt, runner: name })
    const tried = await tryOnce(runner, task, { ...options, signal })
    const ended = { attempts: attempt, partialText: tried.partialText }
    if ('result' in tried) return { ended: 'answered', ...ended, result: tried.result }
    const isLate = wasLate()
    if (signal.aborted && !isLate) return { ended: 'aborted', ...ended, reason: signal.reason }
    const error = coded(isLate ? signal.reason : tried.thrown, name)
    const failure = classifyError(error, options.patterns)
    await options.onFailure?.(failure, attempt)
    if (isLate) return { ended: 'timeout', ...ended, failure, hint: error.hint }
    const waitMs = waitBefore(attempt, { error, options })
    const mayTry = failure.transient && attempt < maxAttempts
    const isOutOfTime = mayTry && performance.now() + waitMs >= deadline
    if (!mayTry || isOutOfTime) {
      const reason = abandoned({ error, failure, attempts: attempt, isOutOfTime, runner: name })
      return { ended: 'failed', ...ended, ...reason }
    }
    onProgress?.({ type: 'retry', attempt: attempt + 1, waitMs, code: failure.code })
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted && !wasLate()) return { ended: 'aborted', ...ended, reason: signal.reason }
  }
}

/** What a runner threw. */
export function coded(thrown: unknown, runner: string): CodedError {
  if (CodedError.is(thrown)) return thrown
  return executionError('RUNNER_FAILED', { runner, reason: thrownText(thrown) }, { cause: thrown })
}

function waitBefore(attempt: number, { error, options }: { error: CodedError; options: RunAttemptsOptions }): number {
  const doubled = Math.min(options.backoffMs * 2 ** (attempt - 1), longestWaitMs)
  // From half to the whole, so that many that failed together don't come back together.
  const waitMs = doubled * (0.5 + options.random() / 2)
  return Math.round(Math.max(askedWaitMs(error) ?? 0, waitMs))
}
