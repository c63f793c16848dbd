import type { FieldValue, FieldValues } from '../rows/row.ts'

/**
 * One condition on a declared field.
 *
 * `equals` and `oneOf` are for string, number and boolean fields; `contains` for tags; `from` and `to` (both inclusive)
 * for numbers and strings, strings in code point order, as ISO dates want it.
 */
export type Condition =
  | { readonly field: string; readonly equals: string | number | boolean }
  | { readonly field: string; readonly oneOf: readonly (string | number | boolean)[] }
  | { readonly field: string; readonly contains: string }
  | { readonly field: string; readonly from?: string | number | undefined; readonly to?: string | number | undefined }

/** Conditions that must all hold; an empty filter matches every row. */
export type Filter = readonly Condition[]

/** Whether fields satisfy a filter that `compileFilter` has checked, exactly as its SQL decides it. */
export function filterTest(filter: Filter): (fields: FieldValues) => boolean {
  const tests = filter.map((condition): ((fields: FieldValues) => boolean) => {
    const { field } = condition
    const holds = conditionTest(condition)
    return (fields) => {
      const value = fields[field]
      return value !== undefined && holds(value)
    }
  })
  const [only] = tests
  return only !== undefined && tests.length === 1 ? only : (fields) => tests.every((holds) => holds(fields))
}

/** The values of which a row must have one, in its field or among its tags; undefined if the condition is a range. */
export function wantedValues(condition: Condition): readonly FieldValue[] | undefined {
  if ('oneOf' in condition) return condition.oneOf.map(stored)
  if ('equals' in condition) return [stored(condition.equals)]
  return 'contains' in condition ? [stored(condition.contains)] : undefined
}

function conditionTest(condition: Condition): (value: FieldValue) => boolean {
  const wanted: ReadonlySet<FieldValue> = new Set(wantedValues(condition))
  if ('contains' in condition) return (value) => typeof value === 'object' && value.some((tag) => wanted.has(tag))
  if ('equals' in condition || 'oneOf' in condition) return (value) => wanted.has(value)
  const { from, to } = condition
  return (value) => (from === undefined || compare(value, from) >= 0) && (to === undefined || compare(value, to) <= 0)
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
