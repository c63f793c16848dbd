import { isRecord } from '@datacortex/platform'

/** Whether every object refuses other fields and requires all of its own, as strict decoding asks. */
export function isStrictSchema(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrictSchema)
  if (!isRecord(schema)) return true
  const { type, properties, required, additionalProperties } = schema
  if (type === 'object' || properties !== undefined) {
    const names = isRecord(properties) ? Object.keys(properties) : []
    const isWhole = Array.isArray(required) && names.every((name) => required.includes(name))
    if (additionalProperties !== false || !isWhole) return false
  }
  const { properties: fields, ...rest } = schema
  // Names of fields are no keywords, so what they hold is looked at one level below.
  return [...Object.values(isRecord(fields) ? fields : {}), ...Object.values(rest)].every(isStrictSchema)
}
