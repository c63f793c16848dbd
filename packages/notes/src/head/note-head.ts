import { readFrontMatter } from './front-matter.ts'
import { type NoteFields, fileNameDate, isoDate, readNoteFields } from './note-fields.ts'
import { type NoteLocations, notePlace } from './note-place.ts'
import type { Note } from '../note.ts'
import { isBaseFile, isCanvasFile } from '../files/is-note-file.ts'
import { readOrg } from '../structure/read-org.ts'

/**
 * What a note says at its head and by its place, as `parseNote` would, in a hundredth of the time.
 * @example noteHead('---\ntype: zettel\n---\n', { path: 'Bees.md' }) // { space: '', type: 'zettel' }
 */
export function noteHead(
  text: string,
  { path, locations }: { path: string; locations?: NoteLocations | undefined },
): Pick<Note, 'space' | 'type' | 'date'> {
  const place = notePlace(path, locations)
  const known = ownHead(text, path)
  const date = known.date ?? fileNameDate(noteName(path))
  return { space: place.space, type: known.type ?? place.type, ...(date === undefined ? {} : { date }) }
}

function ownHead(text: string, path: string): Pick<NoteFields, 'type' | 'date'> {
  if (isCanvasFile(path) || isBaseFile(path)) return {}
  if (/\.org$/i.test(path)) return { date: isoDate(readOrg(text).keywords.get('date')) }
  return readNoteFields(readFrontMatter(text, path).fields)
}

/**
 * The name of a note's file without its ending.
 * @example noteName('insects/Bee.md') // 'Bee'
 */
export function noteName(path: string): string {
  return withoutNoteEnding(path.slice(path.lastIndexOf('/') + 1)).replace(/\.(?:canvas|base)$/i, '')
}

/**
 * A name without the ending that links to notes leave out; one to a canvas has it.
 * @example withoutNoteEnding('Bee.org') // 'Bee'
 */
export function withoutNoteEnding(name: string): string {
  return name.replace(/\.(?:md|markdown|org)$/i, '')
}
