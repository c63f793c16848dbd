import type { Table } from '@lancedb/lancedb'
import { decodeRows, numberColumn, rowColumns } from './decode-rows.ts'
import { eachVector } from './decode-vectors.ts'
import type { Filter } from './filter.ts'
import type { Lance } from './lance.ts'
import { matchesFilter } from './matches-filter.ts'
import type { FieldKinds, StoredRow } from './row.ts'

/** All rows and vectors of one version of a small table, in memory. */
export type Snapshot = {
  readonly epoch: string
  readonly version: number
  readonly rows: readonly StoredRow[]
  /** One row after the other; zeros where a row has no vector. */
  readonly vectors: Float32Array
  readonly embedded: Uint8Array
  readonly byRowId: ReadonlyMap<number, number>
}

/**
 * Reads a whole table into memory.
 *
 * @param table - The table.
 * @param options - The library, and epoch, fields and vector length of the collection.
 * @returns The snapshot, or undefined if the table moved on meanwhile.
 */
export async function takeSnapshot(
  table: Table,
  options: { readonly lance: Lance; readonly epoch: string; readonly fields: FieldKinds; readonly dimensions: number },
): Promise<Snapshot | undefined> {
  const { lance, epoch, fields, dimensions } = options
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
  return { epoch, version, rows, vectors, embedded, byRowId }
}

/** A row of a snapshot with its score. */
export type ScoredRow = { readonly row: StoredRow; readonly score: number }

/**
 * Exact nearest rows.
 *
 * @param snapshot - The rows.
 * @param options - A unit vector, how many rows, and a checked filter.
 * @returns Best first, ties by id.
 */
export function nearestInSnapshot(
  snapshot: Snapshot,
  { vector, limit, filter }: { readonly vector: Float32Array; readonly limit: number; readonly filter: Filter },
): readonly ScoredRow[] {
  const scores = dotProducts(snapshot.vectors, vector)
  const best: ScoredRow[] = []
  let worst = -Infinity
  for (const [index, row] of snapshot.rows.entries()) {
    const score = scores[index] ?? 0
    if (snapshot.embedded[index] === 0 || (best.length >= limit && score < worst)) continue
    if (filter.length > 0 && !matchesFilter(row.fields, filter)) continue
    best.push({ row, score })
    // Cutting back at twice the limit sorts rarely and keeps the list short.
    if (best.length >= limit * 2) {
      best.sort(byScore)
      best.length = limit
      worst = best.at(-1)?.score ?? -Infinity
    }
  }
  return best.sort(byScore).slice(0, limit)
}

function byScore(a: ScoredRow, b: ScoredRow): number {
  return b.score - a.score || (a.row.id < b.row.id ? -1 : 1)
}

function dotProducts(matrix: Float32Array, vector: Float32Array): Float32Array {
  const width = vector.length
  const result = new Float32Array(matrix.length / width)
  // Four rows at a time: each number of the query is fetched once for them, and the four sums don't wait for each other.
  let row = 0
  for (; row + 3 < result.length; row += 4) {
    const first = row * width
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let column = 0, at = first; column < width; column += 1, at += 1) {
      const value = vector[column] ?? 0
      a += (matrix[at] ?? 0) * value
      b += (matrix[at + width] ?? 0) * value
      c += (matrix[at + 2 * width] ?? 0) * value
      d += (matrix[at + 3 * width] ?? 0) * value
    }
    result.set([a, b, c, d], row)
  }
  for (; row < result.length; row += 1) {
    let sum = 0
    for (let column = 0, at = row * width; column < width; column += 1, at += 1)
      sum += (matrix[at] ?? 0) * (vector[column] ?? 0)
    result[row] = sum
  }
  return result
}
