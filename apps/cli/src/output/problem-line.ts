import { CodedError } from '@datacortex/errors'

/** An error in a line, for who goes on in spite of it. */
export function problemLine(error: unknown): string {
  if (CodedError.is(error)) return `${error.code}  ${error.message}`
  return `INTERNAL  ${error instanceof Error ? error.message : String(error)}`
}
