import type { FieldKinds } from './row.ts'

/** Column of a declared field; the prefix keeps callers' names apart from the store's own columns. */
export function fieldColumn(field: string): string {
  return `f_${field}`
}

/** The declared fields that have a column: all but payloads. */
export function filterableFields(fields: FieldKinds): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name] !== 'payload')
}
