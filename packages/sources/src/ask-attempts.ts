import { setTimeout as sleep } from 'node:timers/promises'
import { CodedError, thrownText } from '@datacortex/errors'
import { withTimeLimit } from '@datacortex/platform'
import { sourceError } from './errors.ts'

export type AttemptOptions = {
  readonly source: string
  /** For all attempts together. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Before each attempt; throws if it must not be made. Counted from 1. */
  readonly before: (attempt: number) => Promise<void>
  /** After each that failed. */
  readonly failed: (error: CodedError) => void
  /** 0–1, for pauses of uneven length. */
  readonly random?: (() => number) | undefined
}

/** Asks until there is an answer, a failure that another attempt won't help, or no time. Throws the last error. */
export async function askAttempts<T>(ask: (signal: AbortSignal) => Promise<T>, options: AttemptOptions): Promise<T> {
  const { source, timeoutMs, random = Math.random } = options
  const endsAt = performance.now() + timeoutMs
  let last: CodedError | undefined
  for (let attempt = 1; ; attempt += 1) {
    options.signal.throwIfAborted()
    await options.before(attempt).catch((error: unknown) => {
      // That no more attempts may be made is less of a reason than why the first one failed.
      throw last ?? error
    })
    try {
      return await within(ask, { ...options, remainingMs: endsAt - performance.now() })
    } catch (error) {
      options.signal.throwIfAborted()
      last = CodedError.is(error)
        ? error
        : sourceError('SOURCE_CODE_FAILED', { source, reason: thrownText(error) }, { cause: error })
      options.failed(last)
      const pauseMs = pauseAfter(last, { attempt, random: random() })
      if (pauseMs === undefined || performance.now() + pauseMs >= endsAt) throw last
      if (pauseMs > 0)
        await sleep(pauseMs, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted())
    }
  }
}

const mostAttempts = 3
/** There is no time left, or a server would have to be started again. */
const onceOnly = new Set(['SOURCE_TIMEOUT', 'SOURCE_MCP_FAILED'])

function pauseAfter(error: CodedError, { attempt, random }: { attempt: number; random: number }): number | undefined {
  const { transient, retryAfterMs } = error.details
  if (transient !== true || attempt >= mostAttempts || onceOnly.has(error.code)) return undefined
  return typeof retryAfterMs === 'number' ? retryAfterMs : 250 * 2 ** (attempt - 1) * (0.5 + random)
}

async function within<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { source, timeoutMs, remainingMs, signal }: AttemptOptions & { readonly remainingMs: number },
): Promise<T> {
  const late = sourceError('SOURCE_TIMEOUT', { source, timeoutMs: Math.round(timeoutMs) })
  const over = new AbortController()
  const stopped = AbortSignal.any([signal, over.signal])
  try {
    return await withTimeLimit(ask, { timeoutMs: Math.max(0, remainingMs), late, signal: stopped })
  } finally {
    // What is still under way after an answer or a failure is of no use.
    over.abort(late)
  }
}
