/** A request, and how long to wait for the beginning of its answer, in milliseconds. */
export type FetchInTimeOptions = RequestInit & { readonly timeoutMs: number }

/** `fetch` that gives up when no answer begins in time; the body of a large file may then take as long as it needs. */
export async function fetchInTime(input: string | URL, options: FetchInTimeOptions): Promise<Response> {
  const { timeoutMs, ...init } = options
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    const signals = init.signal ? [controller.signal, init.signal] : [controller.signal]
    return await fetch(input, { ...init, signal: AbortSignal.any(signals) })
  } finally {
    clearTimeout(timer)
  }
}
