import { withTimeLimit } from '@datacortex/platform'
import { researchError } from '../errors.ts'
import type { RunInProgress } from './research-ports.ts'

/** Does work until the minutes of the run are over. Throws `RESEARCH_TIME_OVER`. */
export async function withinTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { budget, signal }: Pick<RunInProgress, 'budget' | 'signal'>,
): Promise<T> {
  signal.throwIfAborted()
  const { remainingMs } = budget
  if (remainingMs <= 0) throw researchError('RESEARCH_TIME_OVER', {})
  const timeoutMs = Math.min(remainingMs, longestTimer)
  return await withTimeLimit(work, { timeoutMs, late: researchError('RESEARCH_TIME_OVER', {}), signal })
}

const longestTimer = 2 ** 31 - 1
