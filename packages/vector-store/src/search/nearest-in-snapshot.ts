import { type Filter, filterTest, wantedValues } from '../filter/filter.ts'
import type { StoredRow } from '../rows/row.ts'
import type { Snapshot } from './snapshot.ts'

export type ScoredRow = {
  readonly row: StoredRow
  readonly place: number
  readonly score: number
}

/** The nearest rows of a snapshot, best first, ties by id. All are compared. */
export function nearestInSnapshot(
  snapshot: Snapshot,
  { vector, limit, filter }: { readonly vector: Float32Array; readonly limit: number; readonly filter: Filter },
): readonly ScoredRow[] {
  const compared = eligibleRows(snapshot, filter)
  const scores = snapshot.vectors.products(vector, compared)
  const best: ScoredRow[] = []
  for (const place of greatest(scores, limit)) {
    const rowPlace = compared[place] ?? -1
    const row = snapshot.rows[rowPlace]
    if (row !== undefined) best.push({ row, place: rowPlace, score: scores[place] ?? 0 })
  }
  return best.sort(byScore).slice(0, limit)
}

function eligibleRows({ rows, embedded, placesOf }: Snapshot, filter: Filter): Uint32Array {
  // To test every row takes longer than to compare all vectors.
  const named = filter.find((condition) => wantedValues(condition) !== undefined)
  const values =
    named && new Set(wantedValues(named)).values().flatMap((value) => placesOf(named.field).get(value) ?? [])
  const places = values === undefined ? embedded : Uint32Array.from(values).sort()
  const rest = filter.filter((condition) => condition !== named)
  if (rest.length === 0) return places
  const matches = filterTest(rest)
  return places.filter((place) => matches(rows[place]?.fields ?? {}))
}

/** Best first, ties by id. */
export function byScore(a: ScoredRow, b: ScoredRow): number {
  return b.score - a.score || (a.row.id < b.row.id ? -1 : 1)
}

/** The places of the greatest scores, of which `most` is the greatest possible: at least `count`, and always a whole step. Counting is quicker than sorting. */
export function greatest(scores: Float32Array, count: number, most = 1): Iterable<number> {
  if (count >= scores.length) return scores.keys()
  const counts = new Uint32Array(scoreSteps + 1)
  const steps = new Uint16Array(scores.length)
  for (let place = 0; place < steps.length; place += 1) {
    const step = stepOf((scores[place] ?? 0) / most)
    steps[place] = step
    counts[step] = (counts[step] ?? 0) + 1
  }
  let last = 0
  for (let seen = counts[0] ?? 0; seen < count && last < scoreSteps; seen += counts[last] ?? 0) last += 1
  const places: number[] = []
  for (let place = 0; place < steps.length; place += 1) if ((steps[place] ?? 0) <= last) places.push(place)
  return places
}

const scoreSteps = 4096

/** 0 for the greatest score. */
function stepOf(score: number): number {
  return Math.min(scoreSteps, Math.max(0, Math.floor(((1 - score) * scoreSteps) / 2)))
}
