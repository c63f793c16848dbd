import type { Table } from '@lancedb/lancedb'
import { stringColumn, vectorsBy } from './decode-rows.ts'
import { sqlList, parts } from '../filter/compile-filter.ts'

export async function readHashes(table: Table, where: string): Promise<ReadonlyMap<string, string>> {
  const result = await table.query().where(where).select(['id', 'hash']).toArrow()
  const hashes = stringColumn(result, 'hash')
  return new Map(stringColumn(result, 'id').map((id, index) => [id, hashes[index] ?? '']))
}

/** Vectors by content hash, under whatever id they are stored. */
export async function readVectors(
  table: Table,
  { hashes, dimensions }: { readonly hashes: readonly string[]; readonly dimensions: number },
): Promise<ReadonlyMap<string, Float32Array>> {
  const found = new Map<string, Float32Array>()
  for (const part of parts([...new Set(hashes)])) {
    const where = `hash IN ${sqlList(part)} AND embedded = 1`
    const result = await table.query().where(where).select(['hash', 'vector']).toArrow()
    for (const [hash, vector] of vectorsBy(result, 'hash', dimensions)) found.set(hash, vector)
  }
  return found
}
