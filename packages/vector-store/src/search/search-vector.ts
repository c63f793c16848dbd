import type { Table } from 'apache-arrow'
import { compileFilter } from '../filter/compile-filter.ts'
import { decodeRows, numberColumn, rowColumns, stringColumn } from '../rows/decode-rows.ts'
import { eachVector } from '../rows/decode-vectors.ts'
import { vectorStoreError } from '../errors.ts'
import type { Filter } from '../filter/filter.ts'
import { nearestInSnapshot } from './nearest-in-snapshot.ts'
import { rankHits } from './rank-hits.ts'
import type { LegHit } from '../rows/row.ts'
import { bareRows, type RowIdCache } from '../rows/row-ids.ts'
import type { SnapshotCache } from './snapshot.ts'
import type { OpenTable } from '../table/table-store.ts'
import { unitVector, vectorLength } from '../rows/unit-vector.ts'
import { probeVectorIndex } from '../table/vector-index.ts'

/** The vector leg: nearest rows by cosine. Throws `VECTOR_STORE_QUERY_INVALID` or `VECTOR_STORE_FILTER_INVALID`. */
export async function searchVector(
  open: OpenTable,
  query: {
    readonly vector: Float32Array
    readonly limit: number
    readonly filter: Filter
    readonly select: readonly string[] | undefined
    readonly completes?: boolean | undefined
    readonly snapshots: SnapshotCache
    readonly rowIds: RowIdCache
  },
): Promise<readonly LegHit[]> {
  const { table, meta } = open
  const { limit, filter } = query
  const where = compileFilter(filter, meta.fields)
  const vector = checkedVector(query.vector, meta.dimensions)
  const withVectors = query.select?.includes('vector') === true
  const { snapshots } = query
  const snapshot = query.completes === true ? snapshots.present(open) : await snapshots.of(open, 'vector')
  if (snapshot !== undefined) {
    const near = nearestInSnapshot(snapshot, { vector, limit, filter })
    // Named one by one: to copy whatever a row has takes several times as long.
    return near.map(({ row: { id, text, hash, fields }, place, score }, index) => {
      return {
        id,
        text,
        hash,
        fields,
        score,
        rank: index + 1,
        vector: withVectors ? snapshot.vectors.at(place) : undefined,
      }
    })
  }
  const search = probeVectorIndex(table.vectorSearch(vector), { trainedRows: meta.trainedRows, limit })
    .distanceType('dot')
    .limit(limit)
  if (where !== undefined) search.where(where)
  const ids = query.select?.length === 0 ? await query.rowIds.of(open, 'vector') : undefined
  if (ids !== undefined) {
    const result = await search.withRowId().select(['_distance']).toArrow()
    const rows = bareRows(result, ids)
    if (rows !== undefined) return rankHits(rows, cosines(result))
  }
  const columns = [...rowColumns(meta.fields, query.select), '_distance', ...(withVectors ? ['vector'] : [])]
  const result = await search.select(columns).toArrow()
  const hits = rankHits(decodeRows(result, meta.fields), cosines(result))
  if (!withVectors) return hits
  const vectors = vectorsById(result, meta.dimensions)
  return hits.map((hit) => ({ ...hit, vector: vectors.get(hit.id) }))
}

function cosines(result: Table): readonly number[] {
  return numberColumn(result, '_distance').map((distance) => 1 - distance)
}

function vectorsById(result: Table, dimensions: number): ReadonlyMap<string, Float32Array> {
  const ids = stringColumn(result, 'id')
  const vectors = new Map<string, Float32Array>()
  eachVector(result, {
    dimensions,
    visit: (row, vector) => {
      if (vector !== undefined) vectors.set(ids[row] ?? '', vector.slice())
    },
  })
  return vectors
}

function checkedVector(vector: Float32Array, dimensions: number): Float32Array {
  if (vector.length !== dimensions) {
    throw vectorStoreError('VECTOR_STORE_QUERY_INVALID', {
      problem: `its vector has ${vector.length} numbers and not ${dimensions}`,
    })
  }
  const length = vectorLength(vector)
  if (!Number.isFinite(length) || length === 0)
    throw vectorStoreError('VECTOR_STORE_QUERY_INVALID', { problem: 'its vector has no direction' })
  return unitVector(vector)
}
