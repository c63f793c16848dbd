import { isEarlierVersion } from '@datacortex/notes'
import type { StoredRow } from '@datacortex/vector-store'
import { notePathOf } from '../rows/note-rows.ts'
import { spreadToNeighbours, rowPlace } from './spread-to-neighbours.ts'
import { byScore } from './follow-links.ts'
import { mostReread } from './reread-notes.ts'

/** The best row of each note after its rows lent each other score; of the best notes, replaced text counts half. */
export async function leadWithCurrent(
  scores: ReadonlyMap<string, number>,
  { rowsOf }: { rowsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredRow>> },
): Promise<ReadonlyMap<string, BestRow>> {
  const best = new Map(bestLent(scores))
  const leads = [...best].toSorted(byScore).slice(0, mostReread)
  const rows = await rowsOf(leads.map(([, { id }]) => id))
  const led = new Set(leads.flatMap(([note, { id }]) => (isReplaced(rows.get(id)) ? [note] : [])))
  if (led.size === 0) return best
  const own = [...scores].filter(([id]) => led.has(notePathOf(id) ?? id))
  const known = await rowsOf(own.map(([id]) => id))
  const halved = own.map(([id, score]) => [id, isReplaced(known.get(id)) ? score * replacedShare : score] as const)
  for (const [note, row] of bestLent(new Map(halved))) best.set(note, row)
  return best
}

/** Enough to be found by what nothing else says, such as what a person wrote there. */
const replacedShare = 0.5

/** Whether a row is of a part of a literature note that a newer version of the source has replaced. */
export function isReplaced(row: StoredRow | undefined): boolean {
  const { type, headings } = row?.fields ?? {}
  if (type !== 'literature' || typeof headings !== 'string') return false
  const path: unknown = JSON.parse(headings)
  return Array.isArray(path) && isEarlierVersion(path.map(String))
}

function bestLent(scores: ReadonlyMap<string, number>): ReadonlyMap<string, BestRow> {
  const lent = spreadToNeighbours(scores, rowPlace, {
    idAt: ({ note, position }) => {
      const id = `${note}#${position}`
      return scores.has(id) ? id : undefined
    },
  })
  return bestRows(lent)
}

type BestRow = { readonly id: string; readonly score: number }

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
