import type { Table, VectorQuery } from '@lancedb/lancedb'
import type { CollectionMeta } from './collection-meta.ts'
import type { Lance } from '../require-lance.ts'

/** Rows with a vector from which the approximate index is made; below, every vector is compared. */
export const vectorIndexRows = 20_000
/** Candidates whose exact distance is computed at the least, so that a short list is as good as a long one. */
const exactCandidates = 150

/** Rows with a vector if the index must be trained: the table is large, or has doubled since. 0 otherwise. */
export async function vectorIndexDue(table: Table, meta: CollectionMeta): Promise<number> {
  const threshold = Math.max(vectorIndexRows, meta.trainedRows * 2)
  // The cheap count first: it is an upper bound.
  if ((await table.countRows()) < threshold) return 0
  const rows = await table.countRows('embedded = 1')
  return rows >= threshold ? rows : 0
}

// On 300,000 clustered vectors it has the recall of full-precision lists in two thirds of their time and a thirtieth of
// their memory. The bits need a multiple of eight dimensions, and enough of them to tell vectors apart.
/** Trains inverted lists with one bit per dimension, whose candidates are then compared exactly. */
export async function trainVectorIndex(
  table: Table,
  { lance, rows, dimensions }: { readonly lance: Lance; readonly rows: number; readonly dimensions: number },
): Promise<void> {
  const { Index } = lance.lancedb
  const options = { distanceType: 'dot', numPartitions: partitionsOf(rows), maxIterations: 10, sampleRate: 64 } as const
  const config = dimensions >= 128 && dimensions % 8 === 0 ? Index.ivfRq(options) : Index.ivfFlat(options)
  await table.createIndex('vector', { config, replace: true })
}

/** Lets a query look at a seventh of the index, more if a filter leaves few rows, and rank candidates exactly. */
export function probeVectorIndex(
  query: VectorQuery,
  { trainedRows, limit }: { readonly trainedRows: number; readonly limit: number },
): VectorQuery {
  if (trainedRows === 0) return query.bypassVectorIndex()
  const partitions = partitionsOf(trainedRows)
  // The maximum first: the minimum is checked against it.
  return query
    .maximumNprobes(partitions)
    .minimumNprobes(Math.max(20, Math.ceil(partitions / 7)))
    .refineFactor(Math.ceil(exactCandidates / limit))
}

function partitionsOf(rows: number): number {
  return Math.max(20, Math.round(rows / 1000))
}
