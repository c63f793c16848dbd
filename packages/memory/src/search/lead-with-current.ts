import type { StoredRow } from '@datacortex/vector-store'
import { notePathOf } from '../index/note-rows.ts'
import { isEarlierVersion } from '../notes/earlier-version.ts'
import type { BestRow } from './best-rows.ts'
import { bestRows } from './best-rows.ts'
import { mostReread } from './reread-notes.ts'

/**
 * The best row of each note, as {@link bestRows} gives it, but what a newer version of a source has replaced stands for
 * a note only if nothing else of it was found, and counts half.
 *
 * Only the best notes are looked at: further behind nobody takes an old text for the new one.
 *
 * @param scores - Of rows.
 * @param options - `rowsOf`: rows by their ids.
 */
export async function leadWithCurrent(
  scores: ReadonlyMap<string, number>,
  { rowsOf }: { readonly rowsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredRow>> },
): Promise<ReadonlyMap<string, BestRow>> {
  const best = new Map(bestRows(scores))
  const first = [...best].toSorted(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
  const leads = first.slice(0, mostReread)
  const rows = await rowsOf(leads.map(([, { id }]) => id))
  for (const [note, { id, score }] of leads) {
    if (!isReplaced(rows.get(id))) continue
    const others = [...scores].filter(([other]) => other !== id && notePathOf(other) === note).toSorted(byScore)
    const known = await rowsOf(others.map(([other]) => other))
    const current = others.find(([other]) => known.has(other) && !isReplaced(known.get(other)))
    const half = score * replacedShare
    best.set(note, current === undefined ? { id, score: half } : { id: current[0], score: Math.max(current[1], half) })
  }
  return best
}

/** Enough to be found where nothing else says it. */
const replacedShare = 0.5

/**
 * Whether a row is of a part of a literature note that a newer version of the source has replaced.
 *
 * @param row - With its fields.
 */
export function isReplaced(row: StoredRow | undefined): boolean {
  const { type, headings } = row?.fields ?? {}
  if (type !== 'literature' || typeof headings !== 'string') return false
  const path: unknown = JSON.parse(headings)
  return Array.isArray(path) && isEarlierVersion(path.map(String))
}

function byScore([a, one]: readonly [string, number], [b, other]: readonly [string, number]): number {
  return other - one || (a < b ? -1 : 1)
}
