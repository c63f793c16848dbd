import { readFrontMatter } from './front-matter.ts'
import { fileNameDate, isoDate, readNoteFields } from './note-fields.ts'
import type { NoteLocations } from './note-place.ts'
import { notePlace } from './note-place.ts'
import type { Note } from '../note.ts'
import { readOrg } from '../structure/read-org.ts'

/**
 * What a note says at its head and by its place, as `parseNote` would, in a hundredth of the time.
 *
 * @param text - Of the note.
 * @param options - Path; knowledge locations of the space.
 * @example noteHead('---\ntype: zettel\n---\n', { path: 'Bees.md' }) // { space: '', type: 'zettel' }
 */
export function noteHead(
  text: string,
  { path, locations }: { readonly path: string; readonly locations?: NoteLocations | undefined },
): Pick<Note, 'space' | 'type' | 'date'> {
  const place = notePlace(path, locations)
  const isOrg = /\.org$/i.test(path)
  const known = isOrg
    ? { type: undefined, date: isoDate(readOrg(text).keywords.get('date')) }
    : readNoteFields(readFrontMatter(text, path).fields)
  const date = known.date ?? fileNameDate(noteName(path))
  return { space: place.space, type: known.type ?? place.type, ...(date === undefined ? {} : { date }) }
}

/**
 * The name of a note's file without its ending.
 *
 * @param path - Of the note.
 */
export function noteName(path: string): string {
  return withoutNoteEnding(path.slice(path.lastIndexOf('/') + 1))
}

/**
 * A name without the ending that files of notes have.
 *
 * @param name - Of a file, or what may be one.
 */
export function withoutNoteEnding(name: string): string {
  return name.replace(/\.(?:md|markdown|org)$/i, '')
}
