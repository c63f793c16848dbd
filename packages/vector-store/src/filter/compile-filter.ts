import type { CodedError } from '@datacortex/errors'
import { vectorStoreError } from '../errors.ts'
import type { Condition, Filter } from './filter.ts'
import { fieldColumn } from '../rows/row-columns.ts'
import type { FieldKind, FieldKinds } from '../rows/row.ts'

/** SQL for a filter; undefined if empty. Throws `VECTOR_STORE_FILTER_INVALID` for undeclared fields or values. */
export function compileFilter(filter: Filter, fields: FieldKinds): string | undefined {
  if (filter.length === 0) return undefined
  return filter.map((condition) => `(${compileCondition(condition, fields)})`).join(' AND ')
}

function compileCondition(condition: Condition, fields: FieldKinds): string {
  const { field } = condition
  const kind = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (kind === undefined) throw invalid(field, 'the collection declares no such field')
  if (kind === 'payload') throw invalid(field, 'a payload field is kept but not filterable')
  const column = `\`${fieldColumn(field)}\``
  if ('contains' in condition) {
    if (kind !== 'strings') throw invalid(field, `contains needs a field of tags, this is a ${kind}`)
    return `array_has(${column}, ${literal(field, 'string', condition.contains)})`
  }
  if (kind === 'strings') throw invalid(field, 'a field of tags is filtered by contains')
  if ('equals' in condition) return `${column} = ${literal(field, kind, condition.equals)}`
  if ('oneOf' in condition) {
    if (condition.oneOf.length === 0) return 'false'
    return `${column} IN ${sqlList(condition.oneOf.map((value) => checked(field, kind, value)))}`
  }
  if (kind === 'boolean') throw invalid(field, 'a boolean has no range')
  const bounds: string[] = []
  if (condition.from !== undefined) bounds.push(`${column} >= ${literal(field, kind, condition.from)}`)
  if (condition.to !== undefined) bounds.push(`${column} <= ${literal(field, kind, condition.to)}`)
  return bounds.length === 0 ? `${column} IS NOT NULL` : bounds.join(' AND ')
}

function invalid(field: string, problem: string): CodedError {
  return vectorStoreError('VECTOR_STORE_FILTER_INVALID', { field, problem })
}

function literal(field: string, kind: FieldKind, value: unknown): string {
  return sqlValue(checked(field, kind, value))
}

function checked(field: string, kind: FieldKind, value: unknown): string | number {
  if (kind === 'string' && typeof value === 'string') return value
  // Booleans are stored as 0 and 1.
  if (kind === 'boolean' && typeof value === 'boolean') return Number(value)
  if (kind === 'number' && typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(field, `${String(value)} is not a ${kind === 'number' ? 'finite number' : kind}`)
}

/** A value as a SQL literal that can't end early: quotes are doubled and backslashes mean nothing in this dialect. */
function sqlValue(value: string | number): string {
  if (typeof value === 'string') return `'${value.toWellFormed().replaceAll("'", "''")}'`
  return Number.isSafeInteger(value) ? String(value) : `CAST('${value}' AS DOUBLE)`
}

export function sqlList(values: readonly (string | number)[]): string {
  return `(${values.map(sqlValue).join(', ')})`
}

/** Values of one IN list: bounds the length of the SQL. */
const valuesPerList = 500

/** Values in parts that fit into an IN list. */
export function parts<T>(values: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(values.length / valuesPerList)
  return Array.from({ length: count }, (_, index) => values.slice(index * valuesPerList, (index + 1) * valuesPerList))
}
