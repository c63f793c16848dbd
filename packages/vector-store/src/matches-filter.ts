import type { Condition, Filter } from './filter.ts'
import type { FieldValue, FieldValues } from './row.ts'

/**
 * Whether the fields of a row satisfy a filter, exactly as the compiled SQL decides it.
 *
 * The filter must have passed `compileFilter`, which checks its fields and values.
 *
 * @param fields - Values of the row.
 * @param filter - Conditions, joined by AND.
 */
export function matchesFilter(fields: FieldValues, filter: Filter): boolean {
  return filter.every((condition) => matches(fields[condition.field], condition))
}

function matches(value: FieldValue | undefined, condition: Condition): boolean {
  if (value === undefined) return false
  if ('equals' in condition) return value === stored(condition.equals)
  if ('oneOf' in condition) return condition.oneOf.some((candidate) => value === stored(candidate))
  if ('contains' in condition) return typeof value === 'object' && value.includes(condition.contains.toWellFormed())
  return (
    (condition.from === undefined || compare(value, condition.from) >= 0) &&
    (condition.to === undefined || compare(value, condition.to) <= 0)
  )
}

function stored(value: string | number | boolean): string | number | boolean {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function compare(value: FieldValue, bound: string | number): number {
  if (typeof value === 'number' && typeof bound === 'number') return value - bound
  // JavaScript orders strings by UTF-16 units, the table by UTF-8 bytes; they differ beyond U+FFFF.
  if (typeof value === 'string' && typeof bound === 'string')
    return Buffer.compare(Buffer.from(value), Buffer.from(bound))
  return Number.NaN
}
