import type { Data, Schema, Table, Utf8 } from 'apache-arrow'
import type { Lance } from '../require-lance.ts'
import { fieldColumn, filterableFields, packedColumn, packFields, storableValue } from './row-columns.ts'
import type { CollectionShape } from '../collection-place.ts'
import type { FieldValue, Row } from './row.ts'
import { storedText } from '../words/stored-text.ts'

/**
 * Rows as an Arrow table, column by column: ten times faster than letting the library look at each object. Of rows that
 * are added and replace none the column of vectors may be missing, which the table takes for empty.
 */
export function encodeRows(
  rows: readonly Row[],
  options: { readonly lance: Lance; readonly schema: Schema } & Pick<CollectionShape, 'fields' | 'dimensions'> & {
      readonly isAdded?: boolean | undefined
    },
): Table {
  const { lance, schema: whole, dimensions, isAdded = false } = options
  // Vectors that are not there would be written as zeros, and take most of the time of rows without them.
  const isBare = isAdded && rows.every(({ vector }) => vector === undefined)
  const schema = isBare ? new lance.arrow.Schema(whole.fields.filter(({ name }) => name !== 'vector')) : whole
  const { arrow } = lance
  const column = (name: string, valueOf: (row: Row) => unknown): Data => {
    const values = rows.map(valueOf)
    const type = schema.fields.find((field) => field.name === name)?.type
    if (arrow.DataType.isUtf8(type)) return encodeTexts(values, { arrow, type })
    const data = type === undefined ? undefined : arrow.vectorFromArray(values, type).data[0]
    if (data === undefined) throw new Error(`No column ${name}.`)
    return data
  }
  const children = [
    column('id', ({ id }) => id),
    column('text', ({ text }) => storedText(text.toWellFormed())),
    column('hash', ({ hash }) => hash),
    column('embedded', ({ vector }) => (vector === undefined ? 0 : 1)),
    ...(isBare ? [] : [encodeVectors(rows, { arrow, schema, dimensions })]),
    column(packedColumn, ({ fields }) => packFields(fields)),
    // A field may be called `constructor`, which every object has.
    ...filterableFields(options.fields).map((name) =>
      column(fieldColumn(name), ({ fields }) => encodeValue(Object.hasOwn(fields, name) ? fields[name] : undefined)),
    ),
  ]
  const struct = arrow.makeData({ type: new arrow.Struct(schema.fields), length: rows.length, nullCount: 0, children })
  return new arrow.Table(schema, [new arrow.RecordBatch(schema, struct)])
}

/** As the library's builder does it, in a tenth of its time. */
function encodeTexts(values: readonly unknown[], { arrow, type }: { arrow: Lance['arrow']; type: Utf8 }): Data {
  const valueOffsets = new Int32Array(values.length + 1)
  const valid = new Uint8Array(Math.ceil(values.length / 8))
  let nullCount = 0
  for (const [index, value] of values.entries()) {
    if (typeof value === 'string') valid[index >> 3] = (valid[index >> 3] ?? 0) | (1 << (index & 7))
    else nullCount += 1
    valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + (typeof value === 'string' ? Buffer.byteLength(value) : 0)
  }
  const data = Buffer.allocUnsafe(valueOffsets.at(-1) ?? 0)
  for (const [index, value] of values.entries())
    if (typeof value === 'string') data.write(value, valueOffsets[index] ?? 0)
  const nullBitmap = nullCount === 0 ? null : valid
  return arrow.makeData({ type, length: values.length, nullCount, nullBitmap, valueOffsets, data })
}

function encodeVectors(
  rows: readonly Row[],
  { arrow, schema, dimensions }: { arrow: Lance['arrow']; schema: Schema; dimensions: number },
): Data {
  const flat = new Float32Array(rows.length * dimensions)
  const valid = new Uint8Array(Math.ceil(rows.length / 8))
  let nullCount = 0
  for (const [index, { vector }] of rows.entries()) {
    if (vector === undefined) {
      nullCount += 1
    } else {
      flat.set(unitVector(vector), index * dimensions)
      valid[index >> 3] = (valid[index >> 3] ?? 0) | (1 << (index & 7))
    }
  }
  const type = schema.fields.find((field) => field.name === 'vector')?.type
  if (!arrow.DataType.isFixedSizeList(type)) throw new Error('No vector column.')
  const child = arrow.makeData({ type: new arrow.Float32(), length: flat.length, nullCount: 0, data: flat })
  return arrow.makeData({ type, length: rows.length, nullCount, nullBitmap: nullCount === 0 ? null : valid, child })
}

function encodeValue(value: FieldValue | undefined): unknown {
  if (value === undefined) return null
  return typeof value === 'boolean' ? Number(value) : storableValue(value)
}

/** The vector at length 1, so that dot product and cosine are the same; itself if it has that already. */
export function unitVector(vector: Float32Array): Float32Array {
  const length = vectorLength(vector)
  return Math.abs(length - 1) < 1e-5 ? vector : vector.map((value) => value / length)
}

/** Euclidean length; NaN or infinite if a component is. */
export function vectorLength(vector: Float32Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}
