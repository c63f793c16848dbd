import { ResearchTimeOverError } from '../errors.ts'
import type { RunInProgress } from './discover.ts'

/**
 * Does work until the minutes of the run are over. Work that ignores its signal is not waited for.
 *
 * @throws ResearchTimeOverError; what the work throws; the reason of the signal when aborted.
 */
export async function withinTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { budget, signal }: Pick<RunInProgress, 'budget' | 'signal'>,
): Promise<T> {
  signal.throwIfAborted()
  const { remainingMs } = budget
  if (remainingMs <= 0) throw new ResearchTimeOverError()
  const over = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const combined = AbortSignal.any([signal, over.signal])
  const stop = (): void => reject(combined.reason as Error)
  combined.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => over.abort(new ResearchTimeOverError()), Math.min(remainingMs, longestTimer))
  try {
    return await Promise.race([work(combined), promise])
  } finally {
    clearTimeout(timer)
    combined.removeEventListener('abort', stop)
  }
}

const longestTimer = 2 ** 31 - 1
