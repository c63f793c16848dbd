import { CodedError } from '@datacortex/errors'

export type OrReasonOptions = {
  /** Aborted when the answer is waited for no longer. */
  readonly until: AbortSignal | undefined
  /** What is said then. */
  readonly late: string
  readonly signal: AbortSignal | undefined
}

/** What is answered, or why nothing is: it took too long, or there was a coded error. */
export async function orReason<T>(ask: (signal: AbortSignal) => Promise<T>, options: OrReasonOptions) {
  const { until, late, signal } = options
  try {
    return await ask(AbortSignal.any([until, signal].filter((one) => one !== undefined)))
  } catch (error) {
    signal?.throwIfAborted()
    if (until?.aborted === true) return late
    if (!CodedError.is(error)) throw error
    return `${error.code}: ${error.message}`
  }
}
