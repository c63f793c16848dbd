import type { Table, Vector } from 'apache-arrow'
import { fieldColumn } from './field-column.ts'
import type { FieldKinds, FieldValue, FieldValues, StoredRow } from './row.ts'

/**
 * The columns of a {@link StoredRow}: everything but the vector.
 *
 * @param fields - Declared fields.
 * @param select - Only these of `text`, `hash` and the fields; all if absent.
 */
export function rowColumns(fields: FieldKinds, select?: readonly string[]): string[] {
  const wanted = (name: string): boolean => select?.includes(name) ?? true
  return ['id', ...['text', 'hash'].filter(wanted), ...Object.keys(fields).filter(wanted).map(fieldColumn)]
}

/**
 * Rows of a query result that has {@link rowColumns}; a column that is not there gives empty values.
 *
 * @param table - Result as Arrow.
 * @param fields - Declared fields.
 */
export function decodeRows(table: Table, fields: FieldKinds): readonly StoredRow[] {
  const ids = stringColumn(table, 'id')
  const texts = stringColumn(table, 'text')
  const hashes = stringColumn(table, 'hash')
  const columns = Object.entries(fields).map(([name, kind]) => ({
    name,
    kind,
    vector: table.getChild(fieldColumn(name)),
  }))
  return ids.map((id, index) => {
    const values: Record<string, FieldValue> = {}
    for (const { name, kind, vector } of columns) {
      const value = decodeValue(vector?.get(index))
      if (value !== undefined) values[name] = kind === 'boolean' ? value === 1 : value
    }
    return { id, text: texts[index] ?? '', hash: hashes[index] ?? '', fields: values satisfies FieldValues }
  })
}

/**
 * A text column as an array.
 *
 * @param table - Result as Arrow.
 * @param name - Column; absent only in an empty result.
 */
export function stringColumn(table: Table, name: string): readonly string[] {
  return plainColumn(table, name).map(String)
}

/**
 * A number column as an array, 64-bit integers included.
 *
 * @param table - Result as Arrow.
 * @param name - Column; absent only in an empty result.
 */
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
