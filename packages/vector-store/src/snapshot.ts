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
  readonly byId: ReadonlyMap<string, StoredRow>
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
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { epoch, version, rows, vectors, embedded, byRowId, byId }
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
  const eligible: number[] = []
  const counts = new Uint32Array(scoreSteps + 1)
  for (let index = 0; index < snapshot.rows.length; index += 1) {
    const row = snapshot.rows[index]
    if (row === undefined || snapshot.embedded[index] === 0) continue
    if (filter.length > 0 && !matchesFilter(row.fields, filter)) continue
    eligible.push(index)
    const step = stepOf(scores[index] ?? 0)
    counts[step] = (counts[step] ?? 0) + 1
  }
  // Counting finds the step that completes the limit; only rows up to it need to be sorted.
  let last = 0
  for (let seen = counts[0] ?? 0; seen < limit && last < scoreSteps; last += 1) seen += counts[last + 1] ?? 0
  const best: ScoredRow[] = []
  for (const index of eligible) {
    const [row, score] = [snapshot.rows[index], scores[index] ?? 0]
    if (row !== undefined && stepOf(score) <= last) best.push({ row, score })
  }
  return best.sort(byScore).slice(0, limit)
}

const scoreSteps = 4096

/** A whole number that is 0 for cosine 1 and grows as the cosine falls. */
function stepOf(score: number): number {
  return Math.min(scoreSteps, Math.max(0, Math.floor(((1 - score) * scoreSteps) / 2)))
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
    const [first, second] = [rowAt(matrix, row, width), rowAt(matrix, row + 1, width)]
    const [third, fourth] = [rowAt(matrix, row + 2, width), rowAt(matrix, row + 3, width)]
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let column = 0; column < width; column += 1) {
      const value = vector[column] ?? 0
      a += (first[column] ?? 0) * value
      b += (second[column] ?? 0) * value
      c += (third[column] ?? 0) * value
      d += (fourth[column] ?? 0) * value
    }
    result.set([a, b, c, d], row)
  }
  for (; row < result.length; row += 1) {
    const rest = rowAt(matrix, row, width)
    result[row] = rest.reduce((sum, value, column) => sum + value * (vector[column] ?? 0), 0)
  }
  return result
}

function rowAt(matrix: Float32Array, row: number, width: number): Float32Array {
  return matrix.subarray(row * width, (row + 1) * width)
}
