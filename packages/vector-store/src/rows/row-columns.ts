import type { DataType, Schema } from 'apache-arrow'
import type { FieldKinds, FieldValue, FieldValues, FieldKind } from './row.ts'
import type { CollectionShape } from '../collection-place.ts'
import type { Lance } from '../require-lance.ts'

/** Column of a declared field; the prefix keeps callers' names apart from the store's own columns. */
export function fieldColumn(field: string): string {
  return `f_${field}`
}

/** The declared fields that have a column: all but payloads. */
export function filterableFields(fields: FieldKinds): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name] !== 'payload')
}

/** Column with all fields of a row in one text: each further column costs a hit as much as its text. */
export const packedColumn = 'fields'

export function packFields(values: FieldValues): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, storableValue(value)]])),
    ),
  )
}

export function unpackFields(text: string, fields: FieldKinds): FieldValues {
  const kept: FieldValues = JSON.parse(text)
  return Object.fromEntries(Object.entries(kept).filter(([name]) => Object.hasOwn(fields, name)))
}

/** A value as any table can keep it. */
export function storableValue(value: FieldValue): FieldValue {
  if (typeof value === 'string') return value.toWellFormed()
  // −0 becomes 0: the table tells them apart and nobody else does.
  if (typeof value === 'number') return value + 0
  return typeof value === 'boolean' ? value : value.map((tag) => tag.toWellFormed())
}

export function rowSchema({ arrow }: Lance, { fields, dimensions }: CollectionShape): Schema {
  const vector = new arrow.FixedSizeList(dimensions, new arrow.Field('item', new arrow.Float32(), true))
  const types: Readonly<Record<FieldKind, DataType>> = {
    string: new arrow.Utf8(),
    payload: new arrow.Utf8(),
    number: new arrow.Float64(),
    // Arrow's JavaScript writer leaves out the bits of a Bool column whose values are all null, which no reader accepts.
    boolean: new arrow.Uint8(),
    strings: new arrow.List(new arrow.Field('item', new arrow.Utf8(), true)),
  }
  return new arrow.Schema([
    new arrow.Field('id', new arrow.Utf8(), false),
    new arrow.Field('text', new arrow.Utf8(), false),
    new arrow.Field('hash', new arrow.Utf8(), false),
    // Tells rows without a vector apart without reading vectors.
    new arrow.Field('embedded', new arrow.Uint8(), false),
    new arrow.Field('vector', vector, true),
    new arrow.Field(packedColumn, new arrow.Utf8(), false),
    ...filterableFields(fields).map(
      (name) => new arrow.Field(fieldColumn(name), types[fields[name] ?? 'string'], true),
    ),
  ])
}
