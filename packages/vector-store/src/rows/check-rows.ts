import { vectorStoreError } from '../errors.ts'
import type { CollectionShape } from '../collection-place.ts'
import type { FieldKind, FieldValue, Row } from './row.ts'
import { vectorLength } from './encode-rows.ts'

/** Checks a whole batch before any of it is written: `VECTOR_STORE_DUPLICATE_ID`, `VECTOR_STORE_ROW_INVALID`. */
export function checkRows(rows: readonly Row[], shape: CollectionShape): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const problem = rowProblem(row, shape)
    if (problem !== undefined)
      throw vectorStoreError('VECTOR_STORE_ROW_INVALID', { collection: shape.collection, id: row.id, problem })
    if (seen.has(row.id))
      throw vectorStoreError('VECTOR_STORE_DUPLICATE_ID', { collection: shape.collection, id: row.id })
    seen.add(row.id)
  }
}

function rowProblem(row: Row, { fields, dimensions }: CollectionShape): string | undefined {
  if (row.id === '') return 'its id is empty'
  // A lone surrogate can't be stored; replaced, two different ids could become one.
  if (!row.id.isWellFormed()) return 'its id is not valid Unicode'
  if (!row.hash.isWellFormed()) return 'its hash is not valid Unicode'
  if (row.vector !== undefined) {
    if (row.vector.length !== dimensions) return `its vector has ${row.vector.length} numbers and not ${dimensions}`
    const length = vectorLength(row.vector)
    if (!Number.isFinite(length) || length === 0) return 'its vector has no direction (zero, NaN or infinite)'
  }
  for (const [name, value] of Object.entries(row.fields)) {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (kind === undefined) return `the field ${JSON.stringify(name)} is not declared`
    if (value !== undefined && !fits(kind, value)) return `the field ${JSON.stringify(name)} must be a ${kind}`
  }
  return undefined
}

function fits(kind: FieldKind, value: FieldValue): boolean {
  if (kind === 'strings') return Array.isArray(value) && value.every((tag) => typeof tag === 'string')
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value)
  return typeof value === (kind === 'payload' ? 'string' : kind)
}
