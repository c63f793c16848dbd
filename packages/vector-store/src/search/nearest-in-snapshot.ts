import type { Filter } from '../filter/filter.ts'
import { filterTest } from '../filter/filter-test.ts'
import type { StoredRow } from '../rows/row.ts'
import { differingBits } from './sign-codes.ts'
import type { Snapshot } from './snapshot.ts'

/** A row of a snapshot with its score. */
export type ScoredRow = {
  readonly row: StoredRow
  /** Of the row in the snapshot. */
  readonly place: number
  readonly score: number
}

/**
 * The nearest rows of a snapshot. Of many rows only those whose codes differ least are compared by their vectors: on
 * 13,000 texts 97 % of the 200 nearest are found, and 99.9 % of the 20 nearest.
 *
 * @returns Best first, ties by id.
 */
export function nearestInSnapshot(
  snapshot: Snapshot,
  { vector, limit, filter }: { readonly vector: Float32Array; readonly limit: number; readonly filter: Filter },
): readonly ScoredRow[] {
  const most = Math.max(leastCompared, limit * comparedPerHit)
  const compared = likeliestRows(snapshot, { vector, eligible: eligibleRows(snapshot, filter), most })
  const asked = Float64Array.from(vector)
  const scores = new Float64Array(compared.length)
  const steps = new Uint16Array(compared.length)
  for (let place = 0; place < compared.length; place += 1) {
    const score = dotProduct(snapshot.vectors, (compared[place] ?? 0) * asked.length, asked)
    scores[place] = score
    steps[place] = Math.min(scoreSteps, Math.max(0, Math.floor(((1 - score) * scoreSteps) / 2)))
  }
  const best: ScoredRow[] = []
  for (const place of lowest(steps, limit)) {
    const rowPlace = compared[place] ?? -1
    const row = snapshot.rows[rowPlace]
    if (row !== undefined) best.push({ row, place: rowPlace, score: scores[place] ?? 0 })
  }
  return best.sort(byScore).slice(0, limit)
}

const leastCompared = 2000
const comparedPerHit = 10
const scoreSteps = 4096

function eligibleRows(snapshot: Snapshot, filter: Filter): Uint32Array {
  const matches = filterTest(filter)
  const eligible = new Uint32Array(snapshot.rows.length)
  let count = 0
  for (let index = 0; index < snapshot.rows.length; index += 1) {
    if (snapshot.embedded[index] === 0) continue
    const row = snapshot.rows[index]
    if (row !== undefined && matches(row.fields)) eligible[count++] = index
  }
  return eligible.subarray(0, count)
}

function likeliestRows(
  { codes }: Snapshot,
  options: { readonly vector: Float32Array; readonly eligible: Uint32Array; readonly most: number },
): Uint32Array {
  const { vector, eligible, most } = options
  if (codes === undefined || eligible.length <= most) return eligible
  const differing = differingBits(codes, vector)
  const isWhole = eligible.length === differing.length
  const steps = isWhole ? differing : pick(differing, eligible, new Uint16Array(eligible.length))
  const places = lowest(steps, most)
  return pick(eligible, places, new Uint32Array(places.length))
}

/** The places of the lowest steps: at least `count`, and always a whole step. Counting is quicker than sorting. */
function lowest(steps: Uint16Array, count: number): Uint32Array {
  const counts = new Uint32Array(2 ** 16)
  let greatest = 0
  for (let place = 0; place < steps.length; place += 1) {
    const step = steps[place] ?? 0
    counts[step] = (counts[step] ?? 0) + 1
    if (step > greatest) greatest = step
  }
  let last = 0
  let seen = counts[0] ?? 0
  for (; seen < count && last < greatest; last += 1) seen += counts[last + 1] ?? 0
  const places = new Uint32Array(seen)
  for (let place = 0, next = 0; next < seen; place += 1) if ((steps[place] ?? 0) <= last) places[next++] = place
  return places
}

function pick<T extends Uint16Array | Uint32Array>(values: T, places: Uint32Array, into: T): T {
  for (let index = 0; index < places.length; index += 1) into[index] = values[places[index] ?? 0] ?? 0
  return into
}

/** Four sums that don't wait for each other; the vector in 64 bits, so that half of the numbers need no conversion. */
function dotProduct(matrix: Float32Array, start: number, vector: Float64Array): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  const end = vector.length - (vector.length % 4)
  for (let column = 0; column < end; column += 4) {
    const at = start + column
    a += (matrix[at] ?? 0) * (vector[column] ?? 0)
    b += (matrix[at + 1] ?? 0) * (vector[column + 1] ?? 0)
    c += (matrix[at + 2] ?? 0) * (vector[column + 2] ?? 0)
    d += (matrix[at + 3] ?? 0) * (vector[column + 3] ?? 0)
  }
  for (let column = end; column < vector.length; column += 1) a += (matrix[start + column] ?? 0) * (vector[column] ?? 0)
  return a + b + c + d
}

function byScore(a: ScoredRow, b: ScoredRow): number {
  return b.score - a.score || (a.row.id < b.row.id ? -1 : 1)
}
