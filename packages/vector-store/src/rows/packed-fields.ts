import type { FieldKinds, FieldValue, FieldValues } from './row.ts'

/**
 * Column with all fields of a row in one text. Each further column of a hit costs as much to read as the hit's text,
 * so a field has a column of its own only to be filtered by.
 */
export const packedColumn = 'fields'

/** Field values as the text that is kept, JSON. */
export function packFields(values: FieldValues): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, storableValue(value)]])),
    ),
  )
}

/** The values that {@link packFields} kept. */
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
