import { setTimeout as sleep } from 'node:timers/promises'
import { CodedError } from '@datacortex/errors'
import type { ConcealedStream, Runner, RunnerResult, RunnerTask } from '@datacortex/plugin'
import { cutSecret } from '../context/secret-values.ts'
import { ExecutionTimeoutError, RunnerFailedError } from '../errors.ts'
import type { ExecutionFailure } from '../log/execution-record.ts'
import type { ChosenRunner } from '../runners/choose-runner.ts'
import { readResult } from '../runners/read-result.ts'
import type { ErrorPatterns } from './classify-error.ts'
import { classifyError } from './classify-error.ts'
import { askedWaitMs, givenUp } from './given-up.ts'
import type { RunProgress } from './run-progress.ts'

/** How a runner is tried. */
export type RunAttemptsOptions = Pick<ChosenRunner, 'name' | 'timeoutMs' | 'maxAttempts' | 'backoffMs'> & {
  readonly patterns: ErrorPatterns
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((event: RunProgress) => void) | undefined
  /** Takes the secrets out of what an attempt says while it runs; without it, what is told is as the runner said it. */
  readonly conceal?: (() => ConcealedStream) | undefined
  /** Told of each attempt that failed, before the next one begins. */
  readonly onFailure?: ((failure: ExecutionFailure, attempt: number) => Promise<void>) | undefined
  /** 0–1. */
  readonly random: () => number
  /** How long a runner has to stop when it is told to, in milliseconds; then it is left behind. 10,000 if absent. */
  readonly graceMs?: number | undefined
}

/** What came of all attempts. */
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
const partialCharacters = 1_000_000

/**
 * Tries a runner until it answers, fails for good, has used up its attempts or its time, or nobody waits any more.
 *
 * Between attempts it waits: doubling, with chance, and no less than the server asked for.
 *
 * @param runner - Started.
 * @param task - What it is handed.
 * @param options - Limits, patterns, abort signal.
 */
export async function runAttempts(runner: Runner, task: RunnerTask, options: RunAttemptsOptions): Promise<Attempts> {
  const { name, timeoutMs, maxAttempts, graceMs = 10_000, onProgress } = options
  const timeLimit = new AbortController()
  const timeout = new ExecutionTimeoutError({ runner: name, timeoutMs })
  const timer = setTimeout(() => timeLimit.abort(timeout), timeoutMs)
  const signal = AbortSignal.any([timeLimit.signal, ...(options.signal === undefined ? [] : [options.signal])])
  const deadline = performance.now() + timeoutMs
  let partialText = ''
  try {
    for (let attempt = 1; ; attempt += 1) {
      onProgress?.({ type: 'attempt', attempt, runner: name })
      partialText = ''
      let isOver = false
      const shown = options.conceal?.()
      const tell = (text: string): void => {
        if (text !== '') onProgress?.({ type: 'output', text })
      }
      const onOutput = (text: string): void => {
        // One that was left behind, broke in one place and goes on in another, or says more after its answer.
        if (isOver) return
        partialText += text.slice(0, partialCharacters - partialText.length)
        tell(shown === undefined ? text : shown.push(text))
      }
      const end = ({ isWhole }: { readonly isWhole: boolean }): void => {
        isOver = true
        // Where it was cut may be the middle of a secret.
        tell((isWhole ? shown?.end() : shown?.endCut(cutSecret)) ?? '')
      }
      try {
        const answered: unknown = await stoppable(() => runner.run(task, { signal, onOutput }), { signal, graceMs })
        const result = readResult(answered, { runner: name })
        end({ isWhole: result.status !== 'partial' })
        return { ended: 'answered', attempts: attempt, partialText, result }
      } catch (thrown) {
        end({ isWhole: false })
        const isLate = signal.reason === timeout
        if (signal.aborted && !isLate)
          return { ended: 'aborted', attempts: attempt, partialText, reason: signal.reason }
        const error = isLate ? timeout : coded(thrown, name)
        const failure = classifyError(error, options.patterns)
        await options.onFailure?.(failure, attempt)
        const ended = { attempts: attempt, partialText }
        if (isLate) return { ended: 'timeout', ...ended, failure, hint: error.hint }
        const waitMs = waitBefore(attempt, { error, options })
        const mayTry = failure.transient && attempt < maxAttempts
        const isOutOfTime = mayTry && performance.now() + waitMs >= deadline
        if (!mayTry || isOutOfTime)
          return {
            ended: 'failed',
            ...ended,
            ...givenUp({ error, failure, attempts: attempt, isOutOfTime, runner: name }),
          }
        onProgress?.({ type: 'retry', attempt: attempt + 1, waitMs, code: failure.code })
        await sleep(waitMs, undefined, { signal }).catch(() => undefined)
        if (signal.aborted && signal.reason !== timeout)
          return { ended: 'aborted', attempts: attempt, partialText, reason: signal.reason }
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Ends soon after the signal, also if the runner does not. */
async function stoppable(
  run: () => Promise<RunnerResult>,
  { signal, graceMs }: { readonly signal: AbortSignal; readonly graceMs: number },
): Promise<RunnerResult> {
  signal.throwIfAborted()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => {
    timer = setTimeout(() => reject(signal.reason as Error), graceMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([Promise.resolve().then(run), stopped])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function coded(thrown: unknown, runner: string): CodedError {
  if (CodedError.is(thrown)) return thrown
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  return new RunnerFailedError({ runner, reason, cause: thrown })
}

function waitBefore(
  attempt: number,
  { error, options }: { readonly error: CodedError; readonly options: RunAttemptsOptions },
): number {
  const doubled = Math.min(options.backoffMs * 2 ** (attempt - 1), longestWaitMs)
  // From half to the whole, so that many that failed together don't come back together.
  const waitMs = doubled * (0.5 + options.random() / 2)
  return Math.round(Math.max(askedWaitMs(error) ?? 0, waitMs))
}
