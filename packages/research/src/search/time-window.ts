export type TimeWindow = {
  /** Milliseconds until its end, at least 0. */
  remainingMs(): number
  readonly signal: AbortSignal
  /** Aborted some milliseconds before the end, and when the window is closed. */
  until(keepMs: number): AbortSignal
  /** What a promise comes to, or `late` if it does not in time; it is not waited for then. The abort reason is thrown. */
  within<T, L>(promise: Promise<T>, options: { readonly keepMs: number; readonly late: L }): Promise<T | L>
  close(): void
}

export function openTimeWindow(
  timeoutMs: number,
  { signal: outer, elapsed }: { signal: AbortSignal; elapsed: () => number },
): TimeWindow {
  const startedAt = elapsed()
  const controller = new AbortController()
  const signal = AbortSignal.any([outer, controller.signal])
  const timer = setTimeout(() => controller.abort(new Error('The time for the search is over.')), timeoutMs)
  const timers = [timer]
  const remainingMs = (): number => Math.max(0, timeoutMs - (elapsed() - startedAt))
  return {
    remainingMs,
    signal,
    async within(promise, { keepMs, late }) {
      const { promise: over, resolve, reject } = Promise.withResolvers<typeof late>()
      const stop = (): void => reject(outer.reason as Error)
      if (outer.aborted) stop()
      outer.addEventListener('abort', stop, { once: true })
      const soon = setTimeout(resolve, Math.max(0, remainingMs() - keepMs), late)
      try {
        return await Promise.race([promise, over])
      } finally {
        clearTimeout(soon)
        outer.removeEventListener('abort', stop)
        // It may still reject when nobody looks.
        promise.catch(() => undefined)
      }
    },
    until(keepMs) {
      const soon = new AbortController()
      timers.push(setTimeout(() => soon.abort(new Error('Too little time is left.')), remainingMs() - keepMs))
      return AbortSignal.any([signal, soon.signal])
    },
    close() {
      for (const each of timers) clearTimeout(each)
      controller.abort(new Error('The search has ended.'))
    },
  }
}
