import type { Table, Vector } from 'apache-arrow'
import { fieldColumn, filterableFields, packedColumn, unpackFields } from './row-columns.ts'
import type { FieldKinds, FieldValue, FieldValues, StoredRow } from './row.ts'
import { readText } from '../words/stored-text.ts'

/** The columns of a {@link StoredRow}, of `text`, `hash` and fields only those of `select`; all if that is absent. */
export function rowColumns(fields: FieldKinds, select?: readonly string[]): string[] {
  if (select === undefined) return ['id', 'text', 'hash', packedColumn]
  const own = ['text', 'hash'].filter((name) => select.includes(name))
  const selected = Object.keys(fields).filter((name) => select.includes(name))
  const isPacked = selected.some((name) => fields[name] === 'payload')
  return ['id', ...own, ...(isPacked ? [packedColumn] : selected.map(fieldColumn))]
}

/** Rows of a query result that has {@link rowColumns}; a column that is not there gives empty values. */
export function decodeRows(table: Table, fields: FieldKinds): readonly StoredRow[] {
  const ids = stringColumn(table, 'id')
  const texts = stringColumn(table, 'text').map(readText)
  const hashes = stringColumn(table, 'hash')
  const fieldsOf = fieldsReader(table, fields)
  return ids.map((id, index) => ({
    id,
    text: texts[index] ?? '',
    hash: hashes[index] ?? '',
    fields: fieldsOf(index),
  }))
}

function fieldsReader(table: Table, fields: FieldKinds): (row: number) => FieldValues {
  const packed = stringColumn(table, packedColumn)
  if (packed.length > 0) return (row) => unpackFields(packed[row] ?? '{}', fields)
  const columns = filterableFields(fields).flatMap((name) => {
    const vector = table.getChild(fieldColumn(name))
    return vector === null ? [] : [{ name, isBoolean: fields[name] === 'boolean', vector }]
  })
  return (row) => {
    const values: Record<string, FieldValue> = {}
    for (const { name, isBoolean, vector } of columns) {
      const value = decodeValue(vector.get(row))
      if (value !== undefined) values[name] = isBoolean ? value === 1 : value
    }
    return values
  }
}

export function stringColumn(table: Table, name: string): readonly string[] {
  return plainColumn(table, name).map(String)
}

/** A number column as an array, 64-bit integers included. `name`: column; absent only in an empty result. */
export function numberColumn(table: Table, name: string): readonly number[] {
  return plainColumn(table, name).map(Number)
}

function plainColumn(table: Table, name: string): readonly unknown[] {
  const column: Vector | null = table.getChild(name)
  if (column === null) return []
  const values: unknown[] = []
  for (let index = 0; index < column.length; index += 1) values.push(column.get(index))
  return values
}

function decodeValue(value: unknown): FieldValue | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string' || typeof value === 'number') return value
  return isIterable(value) ? Array.from(value, String) : undefined
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

/** The vectors of a query result; a view that `visit` gets is valid during the call only. */
export function eachVector(
  table: Table,
  {
    dimensions,
    visit,
  }: { readonly dimensions: number; readonly visit: (row: number, vector: Float32Array | undefined) => void },
): void {
  let row = 0
  for (const data of table.getChild('vector')?.data ?? []) {
    const values: unknown = data.children[0]?.values
    // A slice of a batch keeps its offset in the child, which `values` has already applied.
    for (let index = 0; index < data.length; index += 1, row += 1) {
      const start = index * dimensions
      const present = data.getValid(index) && values instanceof Float32Array
      visit(row, present ? values.subarray(start, start + dimensions) : undefined)
    }
  }
}

/** Copies of the vectors of a query result by what a column has beside them. */
export function vectorsBy(table: Table, name: string, dimensions: number): ReadonlyMap<string, Float32Array> {
  const keys = stringColumn(table, name)
  const vectors = new Map<string, Float32Array>()
  eachVector(table, {
    dimensions,
    visit: (row, vector) => {
      if (vector !== undefined) vectors.set(keys[row] ?? '', vector.slice())
    },
  })
  return vectors
}
