import { notePathOf } from '../rows/note-rows.ts'

/** The row that stands for a note, or a session memory, in results. */
export type BestRow = { readonly id: string; readonly score: number }

/** The best row of each note: a note is as good as its best part. */
export function bestRows(scores: ReadonlyMap<string, number>): ReadonlyMap<string, BestRow> {
  const best = new Map<string, BestRow>()
  for (const [id, score] of scores) {
    const note = notePathOf(id) ?? id
    const known = best.get(note)
    if (known === undefined || score > known.score || (score === known.score && id < known.id))
      best.set(note, { id, score })
  }
  return best
}
