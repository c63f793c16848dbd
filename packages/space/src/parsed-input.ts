import type { z } from 'zod'
import { spaceError } from './errors.ts'

/** What an operation is asked, once it is known to be what it understands. Throws `SPACE_INPUT_INVALID`. */
export function parsedInput<Input>(
  input: unknown,
  { name, command, schema }: { readonly name: string; readonly command: string; readonly schema: z.ZodType<Input> },
): Input {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw spaceError('SPACE_INPUT_INVALID', { name, command, issues: parsed.error.issues })
  return parsed.data
}
