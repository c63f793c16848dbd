import type { CodedError } from '@datacortex/errors'
import type { ExecutionFailure } from '../log/execution-record.ts'

export type AbandonedOptions = {
  readonly error: CodedError
  readonly failure: ExecutionFailure
  readonly attempts: number
  /** Whether there were attempts left, and the wait before the next one would have taken all the time. */
  readonly isOutOfTime: boolean
  readonly runner: string
}

/** Says of the last failure why no other attempt follows it, and how long the server asks to wait. */
export function abandoned({ error, failure, attempts, isOutOfTime, runner }: AbandonedOptions) {
  const askedMs = askedWaitMs(error)
  const { message } = failure
  if (askedMs === undefined && !isOutOfTime) return { failure, hint: error.hint }
  const tried = `Given up after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}`
  const why = whyAbandoned(askedMs, isOutOfTime)
  const raise = `raise \`timeout_ms\` of ${runner} in .datacore/settings.yaml`
  const again = askedMs === undefined ? 'Run it again later' : `Run it again after ${spoken(askedMs)}`
  const hint = isOutOfTime ? `${again}, or ${raise}.` : `${again}.`
  // In front: messages end with what was said, and where that was cut, the beginning of a secret is looked for.
  return {
    failure: { ...failure, message: `${tried}${why}: ${message}` },
    hint: error.hint === undefined ? hint : `${hint} ${error.hint}`,
  }
}

function whyAbandoned(askedMs: number | undefined, isOutOfTime: boolean): string {
  if (askedMs === undefined) return ', as the next one would come too late for the time limit'
  const asks = `the server asks to wait ${spoken(askedMs)}`
  return isOutOfTime ? `, as ${asks}, which is beyond the time limit` : `; ${asks}`
}

/** How long a server asks to wait, in milliseconds, if it does. */
export function askedWaitMs({ details }: Pick<CodedError, 'details'>): number | undefined {
  const asked = details['retryAfterMs']
  return typeof asked === 'number' && asked > 0 ? asked : undefined
}

function spoken(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`
}
