import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { sha256, systemErrorReason } from '@datacortex/platform'
import { CodedError } from '@datacortex/errors'
import { NoteUnreadableError } from '../errors.ts'
import { decodeNote } from './decode-note.ts'
import { mostNoteBytes } from './note-limits.ts'
import type { NoteLocations } from './note-place.ts'
import type { Note } from './note.ts'
import { parseNote } from './parse-note.ts'
import type { ScannedNote } from './scan-notes.ts'

/**
 * Reads the file of a note that a scan found.
 *
 * @param scanned - Of {@link scanNotes}.
 * @param options - Knowledge locations of the space, for types; largest size in bytes, 100 MB if absent.
 * @throws {@link NoteUnreadableError} if the file is gone, forbidden, no regular file, too large or no text.
 * @example const note = await readNote(scanned)
 */
export async function readNote(
  { path, file }: Pick<ScannedNote, 'path' | 'file'>,
  options: { readonly locations?: NoteLocations | undefined; readonly maxBytes?: number | undefined } = {},
): Promise<Note> {
  const bytes = await readBytes(file, { path, maxBytes: options.maxBytes ?? mostNoteBytes })
  const decoded = decodeNote(bytes, path)
  if (decoded === undefined) throw new NoteUnreadableError({ path, reason: 'a binary file' })
  const { text, findings } = decoded
  return parseNote(text, { path, sha256: sha256(bytes), findings, locations: options.locations })
}

async function readBytes(
  file: string,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Promise<Uint8Array> {
  try {
    await using handle = await open(file, openFlags)
    const { size, isFile } = await handle.stat().then((stat) => ({ size: stat.size, isFile: stat.isFile() }))
    if (!isFile) throw new NoteUnreadableError({ path, reason: 'not a regular file' })
    if (size > maxBytes)
      throw new NoteUnreadableError({
        path,
        reason: `larger than ${Math.round(maxBytes / 1_000_000)} MB (${Math.round(size / 1_000_000)} MB)`,
      })
    return await handle.readFile()
  } catch (error) {
    if (CodedError.is(error)) throw error
    throw new NoteUnreadableError({ path, reason: systemErrorReason(error), cause: error })
  }
}

// A named pipe would be waited for, and a symbolic link made since the scan could lead out of the space.
const openFlags =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0) | (constants.O_NOFOLLOW ?? 0)
