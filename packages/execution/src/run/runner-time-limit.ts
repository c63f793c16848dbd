import { executionError } from '../errors.ts'

/** A signal that is aborted with `EXECUTION_TIMEOUT` when the time of a runner is over; disposal ends the wait. */
export function runnerTimeLimit(runner: string, timeoutMs: number): Disposable & { readonly signal: AbortSignal } {
  const limit = new AbortController()
  // Made when it is needed: an error takes as long as all else in a run.
  const giveUp = (): void => limit.abort(executionError('EXECUTION_TIMEOUT', { runner, timeoutMs }))
  const timer = setTimeout(giveUp, timeoutMs)
  return { signal: limit.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}
