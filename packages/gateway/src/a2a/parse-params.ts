import type { z } from 'zod'
import { ProtocolError } from './protocol-error.ts'

/** Checks parameters from outside; members that the schema doesn't know are passed over, as the protocol asks. */
export function parseParams<T>(value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const violations = result.error.issues.slice(0, 20).map(({ path, message }) => ({
    field: path.map(String).join('.') || 'params',
    description: message.replace(/^Invalid input: /, '').slice(0, 300),
  }))
  const text = violations.map(({ field, description }) => `${field}: ${description}`).join('; ')
  throw new ProtocolError('INVALID_PARAMS', `These parameters are not valid. ${text}.`, { violations })
}
