import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { CodedError } from '@datacortex/errors'
import { systemErrorReason } from '@datacortex/platform'
import { memoryError } from '../../errors.ts'
import { mostNoteBytes } from './note-limits.ts'
import type { ScannedNote } from './scan-notes.ts'

/**
 * The bytes of a note's file. Throws `MEMORY_NOTE_UNREADABLE` if the file is gone, forbidden, no regular file or too
 * large.
 */
export async function readNoteBytes(
  { path, file }: Pick<ScannedNote, 'path' | 'file'>,
  { maxBytes = mostNoteBytes }: { readonly maxBytes?: number | undefined } = {},
): Promise<Uint8Array> {
  try {
    await using handle = await open(file, openFlags)
    const { size, isFile } = await handle.stat().then((stat) => ({ size: stat.size, isFile: stat.isFile() }))
    if (!isFile) throw memoryError('MEMORY_NOTE_UNREADABLE', { path, reason: 'not a regular file' })
    if (size > maxBytes)
      throw memoryError('MEMORY_NOTE_UNREADABLE', {
        path,
        reason: `larger than ${Math.round(maxBytes / 1_000_000)} MB (${Math.round(size / 1_000_000)} MB)`,
      })
    const bytes = Buffer.allocUnsafe(size)
    // One call where reading to the end takes four: of a thousand small files that is most of the time.
    const { bytesRead } = await handle.read(bytes, 0, size, 0)
    return size > 0 && bytesRead === size ? bytes : await handle.readFile()
  } catch (error) {
    if (CodedError.is(error)) throw error
    throw memoryError('MEMORY_NOTE_UNREADABLE', { path, reason: systemErrorReason(error) }, { cause: error })
  }
}

// A named pipe would be waited for, and a symbolic link made since the scan could lead out of the space.
const openFlags =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0) | (constants.O_NOFOLLOW ?? 0)
