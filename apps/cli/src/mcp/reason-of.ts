import { CodedError } from '@datacortex/errors'
import { CommanderError } from 'commander'

/** Whom a failed command is told to. */
export type ReasonOptions = {
  /** Told of what is nobody's mistake but the program's. */
  readonly onBug: (error: unknown) => void
  /** Of the command. */
  readonly signal: AbortSignal
}

/**
 * Why a command failed, as a model or a person can read it: the code and the hint of the error, and of a bug no more than
 * that it was one.
 *
 * @param error - That was thrown.
 * @param options - Who is told of bugs.
 */
export function reasonOf(error: unknown, { onBug, signal }: ReasonOptions): string {
  if (CodedError.is(error)) return [`${error.code}: ${error.message}`, error.hint].filter(Boolean).join('\n')
  if (error instanceof CommanderError) return error.message.replace(/^error: /, '')
  if (signal.aborted) return 'It was cancelled.'
  onBug(error)
  return 'The program failed; its stderr says how.'
}
