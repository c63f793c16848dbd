import { isRecord } from '@datacortex/platform'
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

/** Fields by their names in JSON: a reader of ProtoJSON takes those of the .proto, too. Free maps are kept as they are. */
export function namedAsInJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(namedAsInJson)
  if (!isRecord(value)) return value
  const fields = Object.entries(value).map(([name, inner]): readonly [string, unknown] => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    name === 'metadata' || name === 'data' ? inner : namedAsInJson(inner),
  ])
  return Object.fromEntries(fields)
}
