import type { DataType, Schema } from 'apache-arrow'
import { fieldColumn, filterableFields } from './field-column.ts'
import type { Lance } from '../require-lance.ts'
import { packedColumn } from './packed-fields.ts'
import type { FieldKind, FieldKinds } from './row.ts'

/** Arrow schema of a collection's table. */
export function rowSchema(
  { arrow }: Lance,
  { fields, dimensions }: { readonly fields: FieldKinds; readonly dimensions: number },
): Schema {
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
