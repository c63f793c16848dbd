import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import type { Lance } from '../require-lance.ts'

/** Makes the full-text index, without positions: phrases are never asked for, and it is half the size so. */
export async function createTextIndex(table: Table, { lancedb }: Lance): Promise<void> {
  const config = lancedb.Index.fts({
    withPosition: false,
    baseTokenizer: 'simple',
    language: 'English',
    lowercase: true,
    stem: true,
    removeStopWords: true,
    asciiFolding: true,
  })
  await table.createIndex('text', { config, replace: true })
}

/** Makes sure that every value of every row can be read, then replaces all indexes. */
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

/** Files of a table's indexes, relative to the table's folder, with their sizes in bytes. */
export type IndexFiles = Readonly<Record<string, number>>

export function listIndexFiles(tableDirectory: string): IndexFiles {
  const found: Record<string, number> = {}
  if (statSync(join(tableDirectory, '_indices'), { throwIfNoEntry: false }) === undefined) return found
  for (const name of readdirSync(join(tableDirectory, '_indices'), { recursive: true, encoding: 'utf8' })) {
    const path = join('_indices', name)
    const file = statSync(join(tableDirectory, path))
    if (file.isFile()) found[path] = file.size
  }
  return found
}

/** Throws if an index file is missing or cut off: LanceDB then finds nothing, without an error. */
export function checkIndexFiles(tableDirectory: string, files: IndexFiles): void {
  for (const [path, sizeBytes] of Object.entries(files)) {
    const found = statSync(join(tableDirectory, path), { throwIfNoEntry: false })?.size
    if (found !== sizeBytes) throw new Error(`Index file ${path} has ${found ?? 'no'} bytes and not ${sizeBytes}.`)
  }
}
