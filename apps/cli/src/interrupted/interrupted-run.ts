import { CodedError } from '@datacortex/errors'
import { InterruptedError } from '../errors.ts'

/**
 * What whoever interrupted a run of an agent is told: whether the run is in the log, or what else went wrong.
 *
 * @param error - What the run threw after the interruption.
 * @param options - Whether the run was logged; the signal.
 * @example throw interruptedRun(error, { isLogged: false, signal })
 */
export function interruptedRun(
  error: unknown,
  { isLogged, signal }: { readonly isLogged: boolean; readonly signal: AbortSignal },
): InterruptedError {
  const instead = error === signal.reason || !CodedError.is(error) ? undefined : error
  const hint = isLogged
    ? 'Run it again with another execution id, or none; this one is in the log.'
    : 'Run it again; the agent had not begun, so the log has nothing of it.'
  return new InterruptedError({ hint, instead, cause: error })
}
