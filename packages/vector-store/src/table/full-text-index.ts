import type { Table } from '@lancedb/lancedb'
import type { Lance } from '../require-lance.ts'

/**
 * Makes the full-text index: English stemming and stop words, accents folded, BM25 with LanceDB's k1 1.2 and b 0.75.
 *
 * No positions: phrase queries are never made, and without them the index is half the size.
 *
 * @param table - The table; it may be empty.
 */
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
