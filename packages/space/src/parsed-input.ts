import { attempt, holdsSecretKey } from '@datacortex/errors'
import type { z } from 'zod'
import { spaceError } from './errors.ts'

/** What an operation is asked, once it is known to be what it understands. Throws `SPACE_INPUT_INVALID`. */
export function parsedInput<Input>(
  input: unknown,
  { name, command, schema }: { readonly name: string; readonly command: string; readonly schema: z.ZodType<Input> },
): Input {
  // A key that somebody pasted would be kept, sent or repeated in an error.
  const written = attempt(
    () => JSON.stringify(input) ?? '',
    () => undefined,
  )
  if (written === undefined) {
    const issue = { code: 'custom', path: [], message: 'it is nested too deep, or is no JSON', input } as const
    throw spaceError('SPACE_INPUT_INVALID', { name, command, issues: [issue] })
  }
  if (holdsSecretKey(written)) throw spaceError('SPACE_SECRET_KEY_REFUSED', { name })
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw spaceError('SPACE_INPUT_INVALID', { name, command, issues: parsed.error.issues })
  return parsed.data
}
