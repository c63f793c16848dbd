import { chatError } from './errors.ts'

/** Aborts when the server is silent for too long. */
export type TimeLimits = Disposable & {
  /** Of the caller, or of the limit that was passed. */
  readonly signal: AbortSignal
  /** Something came: from now on the limit between two pieces holds. */
  readonly touch: () => void
  /** The answer has ended: what may still follow it is waited for only shortly, whatever comes meanwhile. */
  readonly ended: () => void
}

/** How long after the end of an answer its usage and the end of the stream are waited for. */
const afterEndMs = 3000

/** Starts the limit for the first byte. */
export function startTimeLimits(
  url: string,
  options: { readonly firstByteMs: number; readonly idleMs: number; readonly signal: AbortSignal },
): TimeLimits {
  const { firstByteMs, idleMs, signal } = options
  const controller = new AbortController()
  const limit = (timeoutMs: number, waitedFor: string): NodeJS.Timeout =>
    setTimeout(() => {
      controller.abort(chatError('RUNNER_OPENAI_COMPATIBLE_TIMEOUT', { url, waitedFor, timeoutMs }))
    }, timeoutMs)
  let timer = limit(firstByteMs, 'answer')
  let hasEnded = false
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    touch() {
      if (hasEnded) return
      clearTimeout(timer)
      timer = limit(idleMs, 'more')
    },
    ended() {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(timer)
      timer = limit(Math.min(idleMs, afterEndMs), 'end')
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
