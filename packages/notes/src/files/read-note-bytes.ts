import { closeSync, constants, fstatSync, open, read, readFile } from 'node:fs'
import { promisify } from 'node:util'
import { CodedError } from '@datacortex/errors'
import { systemErrorReason } from '@datacortex/platform'
import { noteError } from '../errors.ts'
import { mostNoteBytes } from './note-limits.ts'
import type { ScannedNote } from './scan-notes.ts'

/**
 * The bytes of a note's file.
 * @throws `MEMORY_NOTE_UNREADABLE` if the file is gone, forbidden, no regular file or too large.
 * @example await readNoteBytes(scanned)
 */
export async function readNoteBytes(
  { path: note, file: path }: Pick<ScannedNote, 'path' | 'file'>,
  { maxBytes = mostNoteBytes }: { maxBytes?: number | undefined } = {},
): Promise<Uint8Array> {
  const unreadable = (reason: string, cause?: unknown) =>
    noteError('MEMORY_NOTE_UNREADABLE', { path: note, reason }, { cause })
  let file: number | undefined
  try {
    file = await openFile(path, openFlags)
    // Known at once of an open file; to be told by another thread takes as long as to be given the content.
    const found = fstatSync(file)
    const { size } = found
    if (!found.isFile()) throw unreadable('not a regular file')
    const [most, own] = [maxBytes, size].map((bytes) => Math.round(bytes / 1_000_000))
    if (size > maxBytes) throw unreadable(`larger than ${most} MB (${own} MB)`)
    const bytes = Buffer.allocUnsafe(size)
    const { bytesRead } = await readFrom(file, bytes, 0, size, 0)
    // Its length may have changed since, and some file systems tell none.
    return size > 0 && bytesRead === size ? bytes : await readWhole(file)
  } catch (error) {
    if (CodedError.is(error)) throw error
    throw unreadable(systemErrorReason(error), error)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

const [openFile, readFrom, readWhole] = [promisify(open), promisify(read), promisify(readFile)]

// A named pipe would be waited for, and a symbolic link made since the scan could lead out of the space.
const openFlags =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0) | (constants.O_NOFOLLOW ?? 0)
