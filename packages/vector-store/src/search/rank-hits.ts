import type { LegHit, StoredRow } from '../rows/row.ts'

/** Rows with their scores as hits, best first, ties by id. */
export function rankHits(rows: readonly StoredRow[], scores: readonly number[]): readonly LegHit[] {
  return rows
    .map((row, index) => ({ ...row, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map((row, index) => ({ ...row, rank: index + 1 }))
}
