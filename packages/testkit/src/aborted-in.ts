/** A signal of someone who gives up after a while. */
export function abortedIn(delayMs: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('given up')), delayMs)
  return controller.signal
}
