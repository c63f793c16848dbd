import { orAborted } from './or-aborted.ts'

/**
 * Waits for work for a limited time. The work is told by the signal; what ignores it is left behind, not waited for.
 *
 * Code that never yields can't be stopped this way.
 * @param run - The work; its signal is aborted when the time is over.
 * @param options - Milliseconds; what is done, for the message, or the error itself; abort signal.
 * @throws An Error whose message says how long was waited, or `late`; the abort reason.
 * @example await withTimeLimit(async (signal) => await fetch(url, { signal }), { timeoutMs: 5000, what: 'asking' })
 */
export async function withTimeLimit<T>(
  run: (signal: AbortSignal) => Promise<T> | T,
  {
    timeoutMs,
    signal,
    ...report
  }: { timeoutMs: number; signal?: AbortSignal | undefined } & ({ readonly what: string } | { readonly late: Error }),
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const combined = signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal])
  const late = (): Error =>
    'late' in report ? report.late : new Error(`${report.what} took longer than ${timeoutMs} ms`)
  const timer = setTimeout(() => controller.abort(late()), timeoutMs)
  try {
    // Started inside a promise, so that what it throws at once counts as its failure too.
    const started = Promise.resolve().then(() => run(combined))
    return await orAborted(started, combined)
  } finally {
    clearTimeout(timer)
  }
}
