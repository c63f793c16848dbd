import type { Table } from 'apache-arrow'

/**
 * The vectors of a query result.
 *
 * @param options - `dimensions`: length of a vector; `visit`: called for each row with its vector, a view that is valid
 * during the call only, or undefined.
 */
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
