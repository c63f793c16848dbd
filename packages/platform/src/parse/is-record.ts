/**
 * Whether a value is a map of keys, as JSON and YAML have them: neither null nor a list.
 * @example isRecord(JSON.parse('{}')) // true
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The fields of a value from outside; none if it is no map.
 * @example recordOf(JSON.parse('{"a": 1}'))['a'] // 1
 */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}
