import { CodedError } from '@datacortex/errors'
import { unzipSync } from 'fflate'
import { fileError } from './errors.ts'
import type { ReadFile } from './reader.ts'

export type Archive = ReadonlyMap<string, Uint8Array>

const outside = /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i
const largestRatio = 100
/** A small file of blanks may well shrink more than a bomb does. */
const harmlessBytes = 1_000_000

/** Unpacks a zip archive into memory, within limits: how many files, how many bytes, and how much from how little. */
export function openArchive(
  { name, bytes, settings }: ReadFile,
  { format, wanted }: { format: string; wanted: (path: string) => boolean },
): Archive {
  // Word puts an encrypted document into a compound file.
  if ([0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte))
    throw fileError('FILE_ENCRYPTED', { name, format })
  const tooLarge = (size: string, setting: 'max_files' | 'max_unpacked_bytes'): Error =>
    fileError('FILE_TOO_LARGE', { name, size, limit: `${settings[setting]}`, setting })
  let count = 0
  let total = 0
  const files = unpacked({ name, bytes, format }, ({ name: path, size, originalSize }) => {
    count += 1
    if (count > settings.max_files) throw tooLarge(`${count} files or more`, 'max_files')
    if (outside.test(path))
      throw fileError('FILE_ARCHIVE_REFUSED', { name, reason: 'one of its paths leads out of it' })
    if (!wanted(path)) return false
    total += originalSize
    if (originalSize > harmlessBytes && originalSize > Math.max(1, size) * largestRatio)
      throw fileError('FILE_ARCHIVE_REFUSED', { name, reason: `${size} bytes in it unpack to ${originalSize}` })
    if (total > settings.max_unpacked_bytes) throw tooLarge(`${total} bytes unpacked`, 'max_unpacked_bytes')
    return true
  })
  return new Map(Object.entries(files))
}

function unpacked(
  { name, bytes, format }: { name: string; bytes: Uint8Array; format: string },
  filter: (entry: { readonly name: string; readonly size: number; readonly originalSize: number }) => boolean,
): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    // What the filter refuses.
    if (CodedError.is(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw fileError('FILE_BROKEN', { name, format, reason }, { cause: error })
  }
}
