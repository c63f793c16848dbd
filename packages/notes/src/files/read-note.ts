import { sha256 } from '@datacortex/platform'
import { noteError } from '../errors.ts'
import { decodeNote } from './decode-note.ts'
import type { NoteLocations } from '../head/note-place.ts'
import type { Note } from '../note.ts'
import { parseNote } from '../parse-note.ts'
import { readNoteBytes } from './read-note-bytes.ts'
import type { ScannedNote } from './scan-notes.ts'

/**
 * Reads the file of a note that a scan found.
 * @param options - Knowledge locations of the space, for types; largest size in bytes, 100 MB if absent.
 * @throws `MEMORY_NOTE_UNREADABLE` if the file is gone, forbidden, no regular file, too large, no text or no canvas.
 * @example const note = await readNote(scanned)
 */
export async function readNote(
  scanned: Pick<ScannedNote, 'path' | 'file'>,
  options: { readonly locations?: NoteLocations | undefined; readonly maxBytes?: number | undefined } = {},
): Promise<Note> {
  const { path } = scanned
  const bytes = await readNoteBytes(scanned, options)
  const decoded = decodeNote(bytes, path)
  if ('reason' in decoded) throw noteError('MEMORY_NOTE_UNREADABLE', { path, reason: decoded.reason })
  const { text, findings, parts } = decoded
  return parseNote(text, { path, sha256: sha256(bytes), findings, locations: options.locations, parts })
}
