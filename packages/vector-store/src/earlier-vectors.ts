import { CodedError } from '@datacortex/errors'
import type { RetrieverOptions, VectorSource } from './collection.ts'
import { filterTest } from './filter/filter.ts'
import type { Lance } from './require-lance.ts'
import { readHashes, readVectors } from './rows/read-vectors.ts'
import { rowIdCache } from './rows/row-ids.ts'
import type { RetrieverHit, StoredRow } from './rows/row.ts'
import { searchVector } from './search/search-rows.ts'
import { snapshotCache } from './search/snapshot.ts'
import type { OpenTable } from './table/open-table.ts'

/** The vectors of the model before, without rows that have gone or have another text since. */
export function earlierVectors(
  open: OpenTable,
  { lance, get }: { lance: Lance; get: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredRow>> },
): VectorSource {
  const { table, meta } = open
  const { modelId, dimensions } = meta
  // It is in use for the minutes that it takes to embed all anew: nothing of it is kept in memory.
  const nothingKept = {
    snapshots: snapshotCache({ lance, mostRows: 0 }),
    rowIds: rowIdCache({ lance, wholeRows: Number.POSITIVE_INFINITY }),
  }
  return {
    modelId,
    dimensions,
    hashes: async () => await readHashes(table, 'embedded = 1'),
    vectorsOf: async (hashes) => await readVectors(table, { hashes, dimensions }),
    async searchVector(vector: Float32Array, options: RetrieverOptions = {}) {
      const { limit = 10, filter = [], signal } = options
      signal?.throwIfAborted()
      const query = { vector, limit, filter, select: ['hash'], ...nothingKept }
      const hits = await searchVector(open, query).catch(noneIfGone)
      const rows = await get(hits.map(({ id }) => id))
      const holds = filterTest(filter)
      return hits
        .flatMap(({ id, hash, score }): Omit<RetrieverHit, 'rank'>[] => {
          const row = rows.get(id)
          return row?.hash === hash && holds(row.fields) ? [{ ...row, score }] : []
        })
        .map((hit, index) => ({ ...hit, rank: index + 1 }))
    },
  }
}

/** Anyone who completes the vectors of the present model removes these, also while they are searched. */
function noneIfGone(error: unknown): readonly RetrieverHit[] {
  if (CodedError.is(error)) throw error
  return []
}
