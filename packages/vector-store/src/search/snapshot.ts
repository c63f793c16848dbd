import { decodeRows, numberColumn, rowColumns, eachVector } from '../rows/decode-rows.ts'
import type { Lance } from '../require-lance.ts'
import type { StoredRow } from '../rows/row.ts'
import type { OpenTable } from '../table/open-table.ts'
import { type Versioned, VersionCache } from '../table/version-cache.ts'
import { type VectorMatrix, vectorMatrix } from './vector-matrix.ts'

/** All rows and vectors of one version of a small table, in memory. */
export type Snapshot = Versioned & {
  readonly rows: readonly StoredRow[]
  /** Zeros where a row has no vector. */
  readonly vectors: VectorMatrix
  /** The rows that have one. */
  readonly embedded: Uint32Array
  readonly byRowId: ReadonlyMap<number, number>
  readonly byId: ReadonlyMap<string, StoredRow>
  readonly placesOf: PlacesOf
}

/** The rows with a vector that have a value in a field, or among the tags there. Made when a field is first asked for. */
export type PlacesOf = (field: string) => ReadonlyMap<unknown, readonly number[]>

export type SnapshotCache = VersionCache<Snapshot>

type SnapshotCacheOptions = {
  readonly lance: Lance
  readonly mostRows: number
  readonly mostAwaitedRows?: number | undefined
}

export function snapshotCache({ lance, mostRows, mostAwaitedRows = 10_000 }: SnapshotCacheOptions): SnapshotCache {
  return new VersionCache({
    read: async (open, isWanted) => await takeSnapshot(open, { lance, isWanted }),
    mostRows,
    mostAwaitedRows,
  })
}

/** Reads a whole table into memory; undefined if it moved on meanwhile or nobody asks for it any more. */
async function takeSnapshot(
  { table, meta: { epoch, fields, dimensions } }: OpenTable,
  { lance, isWanted }: { readonly lance: Lance; readonly isWanted: () => boolean },
): Promise<Snapshot | undefined> {
  const version = await table.version()
  const rows: StoredRow[] = []
  const byRowId = new Map<number, number>()
  const count = await table.countRows()
  const vectors = vectorMatrix(count, dimensions)
  const embedded: number[] = []
  for await (const batch of table
    .query()
    .withRowId()
    .select([...rowColumns(fields), 'vector'])) {
    // Reading on would only take time from those who search the newer version.
    if (!isWanted() || (await table.version()) !== version) return undefined
    const part = new lance.arrow.Table([batch])
    const start = rows.length
    // Another version than the one counted would not fit; it is thrown away below.
    if (start + part.numRows > count) return undefined
    for (const [index, rowId] of numberColumn(part, '_rowid').entries()) byRowId.set(rowId, start + index)
    rows.push(...decodeRows(part, fields))
    eachVector(part, {
      dimensions,
      visit: (row, vector) => {
        if (vector === undefined) return
        vectors.at(start + row).set(vector)
        embedded.push(start + row)
      },
    })
  }
  if (rows.length !== count || (await table.version()) !== version) return undefined
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    epoch,
    version,
    rows,
    vectors,
    embedded: Uint32Array.from(embedded),
    byRowId,
    byId,
    placesOf: placesByValue(rows, embedded),
  }
}

export function placesByValue(rows: readonly StoredRow[], embedded: Iterable<number>): PlacesOf {
  const byField = new Map<string, Map<unknown, number[]>>()
  return (field) => {
    const known = byField.get(field)
    if (known !== undefined) return known
    const places = new Map<unknown, number[]>()
    for (const place of embedded) {
      const value = rows[place]?.fields[field]
      for (const one of Array.isArray(value) ? new Set(value) : [value]) {
        const some = places.get(one)
        if (some === undefined) places.set(one, [place])
        else some.push(place)
      }
    }
    byField.set(field, places)
    return places
  }
}
