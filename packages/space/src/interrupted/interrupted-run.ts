import { CodedError } from '@datacortex/errors'
import { spaceError } from '../errors.ts'

/** What the one who interrupted a run of an agent is told: whether the run is in the log, or what else went wrong. */
export function interruptedRun(
  error: unknown,
  { hasBegun, logged, signal }: { hasBegun: boolean; logged: string | undefined; signal: AbortSignal },
): CodedError {
  const instead = error === signal.reason || !CodedError.is(error) ? undefined : error
  const unlogged = hasBegun
    ? 'The agent had begun, but the log could not be written, so it has nothing of the run: datacortex doctor'
    : 'Run it again; the agent had not begun, so the log has nothing of it.'
  const hint =
    logged === undefined
      ? unlogged
      : `datacortex log show ${logged} tells of it. Run it again with another execution id, or none: this one is in the log.`
  return spaceError('CLI_INTERRUPTED', { hint, instead }, { cause: error })
}
