import { isRecord } from '@datacortex/platform'
import type { z } from 'zod'
import { ProtocolError } from './protocol-error.ts'

/** Checks parameters from outside, by either of their names; what the schema doesn't know is passed over, as the protocol asks. */
export function parseParams<T>(value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(namedAsInJson(value))
  if (result.success) return result.data
  const violations = result.error.issues.slice(0, 20).map(({ path, message }) => ({
    field: path.map(String).join('.') || 'params',
    description: message.replace(/^Invalid input: /, '').slice(0, 300),
  }))
  const text = violations.map(({ field, description }) => `${field}: ${description}`).join('; ')
  throw new ProtocolError('INVALID_PARAMS', `These parameters are not valid. ${text}.`, { violations })
}

/** Fields by their names in JSON, which come before those of the .proto if both are there. Free maps are kept as they are. */
function namedAsInJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(namedAsInJson)
  if (!isRecord(value)) return value
  const fields = Object.entries(value)
    .filter(([name]) => jsonName(name) === name || !Object.hasOwn(value, jsonName(name)))
    .map(([name, inner]) => [jsonName(name), /^(?:meta)?data$/.test(name) ? inner : namedAsInJson(inner)] as const)
  return Object.fromEntries(fields)
}

/** `history_length` is `historyLength`: who reads ProtoJSON takes both. */
export function jsonName(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
