import { compileFilter } from './compile-filter.ts'
import { decodeRows, numberColumn, rowColumns } from './decode-rows.ts'
import { QueryInvalidError } from './errors.ts'
import type { Filter } from './filter.ts'
import { nearestInSnapshot } from './nearest-in-snapshot.ts'
import { rankHits } from './rank-hits.ts'
import type { LegHit } from './row.ts'
import type { SnapshotCache } from './snapshot-cache.ts'
import type { OpenTable } from './table-store.ts'
import { unitVector, vectorLength } from './unit-vector.ts'
import { probeVectorIndex } from './vector-index.ts'

/**
 * The vector leg: nearest rows by cosine.
 *
 * @param open - The table.
 * @param query - Vector, how many rows, filter, and the cache of small tables.
 * @throws {@link QueryInvalidError} {@link FilterInvalidError}
 */
export async function searchVector(
  open: OpenTable,
  query: {
    readonly vector: Float32Array
    readonly limit: number
    readonly filter: Filter
    readonly select: readonly string[] | undefined
    readonly snapshots: SnapshotCache
  },
): Promise<readonly LegHit[]> {
  const { table, meta } = open
  const { limit, filter } = query
  const where = compileFilter(filter, meta.fields)
  const vector = checkedVector(query.vector, meta.dimensions)
  const snapshot = await query.snapshots.of(open, 'vector')
  if (snapshot !== undefined) {
    return nearestInSnapshot(snapshot, { vector, limit, filter }).map(({ row, score }, index) => ({
      ...row,
      score,
      rank: index + 1,
    }))
  }
  const search = probeVectorIndex(table.vectorSearch(vector), { trainedRows: meta.trainedRows, limit })
    .distanceType('dot')
    .limit(limit)
  if (where !== undefined) search.where(where)
  const result = await search.select([...rowColumns(meta.fields, query.select), '_distance']).toArrow()
  const distances = numberColumn(result, '_distance')
  return rankHits(
    decodeRows(result, meta.fields),
    distances.map((distance) => 1 - distance),
  )
}

function checkedVector(vector: Float32Array, dimensions: number): Float32Array {
  if (vector.length !== dimensions) {
    throw new QueryInvalidError({ problem: `its vector has ${vector.length} numbers and not ${dimensions}` })
  }
  const length = vectorLength(vector)
  if (!Number.isFinite(length) || length === 0) throw new QueryInvalidError({ problem: 'its vector has no direction' })
  return unitVector(vector)
}
