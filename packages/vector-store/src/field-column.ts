/**
 * Column of a declared field; the prefix keeps callers' names apart from the store's own columns.
 *
 * @param field - Declared name.
 */
export function fieldColumn(field: string): string {
  return `f_${field}`
}
