import { notePathOf } from '../rows/note-rows.ts'
import type { RowPlace } from './lend-to-neighbours.ts'

/** Where a row of a note stands. Gives undefined for rows that are no part of a note, such as session memories. */
export function rowPlace(id: string): RowPlace | undefined {
  const note = notePathOf(id)
  return note === undefined ? undefined : { note, position: Number(id.slice(note.length + 1)) }
}
