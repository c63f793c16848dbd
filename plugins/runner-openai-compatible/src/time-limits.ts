import { ChatTimeoutError } from './errors.ts'

/** Aborts when the server is silent for too long. */
export type TimeLimits = Disposable & {
  /** Of the caller, or of the limit that was passed. */
  readonly signal: AbortSignal
  /** Something came: from now on the limit between two pieces holds. */
  readonly touch: () => void
}

/** Starts the limit for the first byte. */
export function startTimeLimits(
  url: string,
  {
    firstByteMs,
    idleMs,
    signal,
  }: { readonly firstByteMs: number; readonly idleMs: number; readonly signal: AbortSignal },
): TimeLimits {
  const controller = new AbortController()
  const limit = (timeoutMs: number, waitedFor: string): NodeJS.Timeout =>
    setTimeout(() => controller.abort(new ChatTimeoutError({ url, waitedFor, timeoutMs })), timeoutMs)
  let timer = limit(firstByteMs, 'answer')
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    touch() {
      clearTimeout(timer)
      timer = limit(idleMs, 'more')
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
