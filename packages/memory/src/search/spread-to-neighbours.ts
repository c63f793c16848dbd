import { notePathOf } from '../rows/note-rows.ts'

export type RowPlace = { readonly note: string; readonly position: number }

/**
 * Rows of one note or session lend each other score, as the answer often stands beside the question.
 * @param placeOf - The place of a row; undefined if it stands alone.
 * @param idAt - The row at a place that may receive; undefined if there is none.
 * @example spreadToNeighbours(scores, rowPlace, { idAt: ({ note, position }) => `${note}#${position}` })
 */
export function spreadToNeighbours(
  scores: ReadonlyMap<string, number>,
  placeOf: (id: string) => RowPlace | undefined,
  { idAt }: { idAt: (place: RowPlace) => string | undefined },
): ReadonlyMap<string, number> {
  const lent = new Map(scores)
  for (const [id, score] of scores) {
    const place = placeOf(id)
    if (place === undefined) continue
    for (const distance of [-2, -1, 1, 2]) {
      const other = idAt({ note: place.note, position: place.position + distance })
      if (other !== undefined) lent.set(other, (lent.get(other) ?? 0) + share ** Math.abs(distance) * score)
    }
  }
  return lent
}

/** What the next row gets of a score; the one after gets the square. Best of 0.3 to 0.6 on dialogues. */
const share = 0.4

/** Where a row of a note stands. Gives undefined for rows that are no part of a note, such as session memories. */
export function rowPlace(id: string): RowPlace | undefined {
  const note = notePathOf(id)
  return note === undefined ? undefined : { note, position: Number(id.slice(note.length + 1)) }
}
