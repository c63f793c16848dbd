import type { Table } from '@lancedb/lancedb'
import { createTextIndex } from './full-text-index.ts'
import type { Lance } from '../require-lance.ts'

/**
 * Makes sure that every value of every row can be read, then replaces all indexes.
 *
 * @throws Whatever LanceDB throws if a row can't be read.
 */
export async function repairIndexes(table: Table, lance: Lance): Promise<number> {
  let rows = 0
  for await (const batch of table.query()) rows += batch.numRows
  const expected = await table.countRows()
  if (rows !== expected) throw new Error(`The table counts ${expected} rows and ${rows} can be read.`)
  // Listing opens the indexes, which may be what is broken; so each is dropped by the name that LanceDB gives it.
  for (const { name } of (await table.schema()).fields) await table.dropIndex(`${name}_idx`).catch(() => undefined)
  const left = await table.listIndices()
  if (left.length > 0) throw new Error(`The index ${left.map((index) => index.name).join(', ')} can't be dropped.`)
  await createTextIndex(table, lance)
  return rows
}
