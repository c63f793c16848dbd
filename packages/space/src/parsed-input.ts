import type { z } from 'zod'
import { InputInvalidError } from './errors.ts'

/**
 * What an operation is asked, once it is known to be what it understands.
 *
 * @throws {@link InputInvalidError}
 */
export function parsedInput<Input>(
  input: unknown,
  { name, command, schema }: { readonly name: string; readonly command: string; readonly schema: z.ZodType<Input> },
): Input {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new InputInvalidError({ name, command, issues: parsed.error.issues })
  return parsed.data
}
