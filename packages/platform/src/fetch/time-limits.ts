import { orAborted } from '../or-aborted.ts'
import { platformError } from '../errors.ts'

/** The clocks of one request. None of them keeps the process alive. */
export type TimeLimits = {
  /** Aborted by the caller, or when a time is over. */
  readonly signal: AbortSignal
  /** Runs a step that must end in time. */
  readonly within: <T>(timeoutMs: number, waitedFor: string, run: () => Promise<T>) => Promise<T>
  /** The time for the whole begins. */
  readonly start: () => void
  readonly stop: () => void
}

/** The clocks of one request. `options`: milliseconds for the whole; the caller's signal. */
export function timeLimits(
  url: string,
  { totalMs, signal: caller }: { totalMs: number; signal: AbortSignal | undefined },
): TimeLimits {
  const controller = new AbortController()
  const signal = caller === undefined ? controller.signal : AbortSignal.any([caller, controller.signal])
  const abortIn = (timeoutMs: number, waitedFor: string): NodeJS.Timeout =>
    setTimeout(() => controller.abort(platformError('FETCH_TIMEOUT', { url, waitedFor, timeoutMs })), timeoutMs).unref()
  let total: NodeJS.Timeout | undefined
  return {
    signal,
    async within(timeoutMs, waitedFor, run) {
      const timer = abortIn(timeoutMs, waitedFor)
      try {
        return await orAborted(run(), signal)
      } finally {
        clearTimeout(timer)
      }
    },
    start() {
      total ??= abortIn(totalMs, 'end')
    },
    stop: () => clearTimeout(total),
  }
}
