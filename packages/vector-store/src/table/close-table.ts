import type { Table } from '@lancedb/lancedb'

/** Frees a table now, unless somebody still reads it: LanceDB refuses that, and frees it with the last reader. */
export function closeTable(table: Table | undefined): void {
  try {
    table?.close()
  } catch {
    // Thrown on, it would take the place of what went wrong beside the reader.
  }
}
