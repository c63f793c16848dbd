import type { Table } from '@lancedb/lancedb'
import { decodeRows, numberColumn, rowColumns } from '../rows/decode-rows.ts'
import { eachVector } from '../rows/decode-vectors.ts'
import type { Lance } from '../require-lance.ts'
import type { FieldKinds, StoredRow } from '../rows/row.ts'
import type { SignCodes } from './sign-codes.ts'
import { signCodes } from './sign-codes.ts'
import type { Versioned } from '../table/version-cache.ts'
import { VersionCache } from '../table/version-cache.ts'

/** All rows and vectors of one version of a small table, in memory. */
export type Snapshot = Versioned & {
  readonly rows: readonly StoredRow[]
  /** One row after the other; zeros where a row has no vector. */
  readonly vectors: Float32Array
  readonly embedded: Uint8Array
  /** Short codes of the vectors if there are so many rows that comparing all of them is slow. */
  readonly codes: SignCodes | undefined
  readonly byRowId: ReadonlyMap<number, number>
  readonly byId: ReadonlyMap<string, StoredRow>
}

/** Keeps the snapshot of a small table. */
export type SnapshotCache = VersionCache<Snapshot>

/** Makes the cache. */
export function snapshotCache({
  lance,
  mostRows,
  mostAwaitedRows = 10_000,
}: {
  readonly lance: Lance
  readonly mostRows: number
  readonly mostAwaitedRows?: number | undefined
}): SnapshotCache {
  return new VersionCache({
    read: async ({ table, meta }, isWanted) => await takeSnapshot(table, { lance, ...meta, isWanted }),
    mostRows,
    mostAwaitedRows,
  })
}

/**
 * Reads a whole table into memory.
 *
 * @returns The snapshot, or undefined if the table moved on meanwhile or nobody asks for it any more.
 */
async function takeSnapshot(
  table: Table,
  options: {
    readonly lance: Lance
    readonly epoch: string
    readonly fields: FieldKinds
    readonly dimensions: number
    readonly isWanted: () => boolean
  },
): Promise<Snapshot | undefined> {
  const { lance, epoch, fields, dimensions, isWanted } = options
  const version = await table.version()
  const rows: StoredRow[] = []
  const byRowId = new Map<number, number>()
  const count = await table.countRows()
  const vectors = new Float32Array(count * dimensions)
  const embedded = new Uint8Array(count)
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
        vectors.set(vector, (start + row) * dimensions)
        embedded[start + row] = 1
      },
    })
  }
  if (rows.length !== count || (await table.version()) !== version) return undefined
  const byId = new Map(rows.map((row) => [row.id, row]))
  const codes = count > mostComparedRows ? signCodes(vectors, dimensions) : undefined
  return { epoch, version, rows, vectors, embedded, codes, byRowId, byId }
}

/** Up to here the search in memory is exact: some 4 ms on a slow core. */
const mostComparedRows = 6000
