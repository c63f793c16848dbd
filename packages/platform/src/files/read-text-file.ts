import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isLink } from './is-link.ts'
import { danglingLink, systemErrorCode, systemErrorReason } from './system-error-reason.ts'

/** What became of reading a file: its text, or the reason why not. */
export type TextFile =
  | { readonly ok: true; readonly text: string; readonly bytes: Uint8Array }
  | {
      readonly ok: false
      readonly reason: string
      /** Of the operating system, such as `ENOENT` if nothing is there; a link that leads nowhere is `ELOOP`. */
      readonly code?: string | undefined
    }

/**
 * Reads a file that people or other programs made, as UTF-8 text and within a limit.
 *
 * Never throws for a bad file: the reason is part of the result, so that a scan can go on and report it.
 * @param options - `maxBytes`: larger files are refused before they are read; 10 MB if absent.
 * @returns The text without a byte-order mark, and the bytes for hashing.
 * @example const file = await readTextFile('agent.md')
 */
export async function readTextFile(
  file: string,
  options: { readonly maxBytes?: number | undefined } = {},
): Promise<TextFile> {
  const maxBytes = options.maxBytes ?? 10_000_000
  try {
    await using handle = await open(file, openFlags)
    const stat = await handle.stat()
    if (stat.isDirectory()) return { ok: false, reason: 'it is a folder', code: 'EISDIR' }
    if (!stat.isFile()) return { ok: false, reason: 'not a regular file' }
    if (stat.size > maxBytes) return tooLarge(stat.size, maxBytes)
    const bytes = await bytesOf(handle, stat.size)
    return bytes.length > maxBytes ? tooLarge(bytes.length, maxBytes) : decode(bytes)
  } catch (error) {
    const code = systemErrorCode(error)
    // Such as one to a disk that is not mounted: what it held is not to count as never written.
    if (code === 'ENOENT' && (await isLink(file))) return { ok: false, reason: danglingLink, code: 'ELOOP' }
    return { ok: false, reason: systemErrorReason(error), code }
  }
}

/** All of it in one go, or bit by bit where its size is not what was said. */
async function bytesOf(handle: FileHandle, size: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(size + 1), 0, size + 1, 0)
  return bytesRead === size ? buffer.subarray(0, size) : await handle.readFile()
}

// Without O_NONBLOCK, opening a named pipe waits for a writer for ever. Windows has neither flag.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

function tooLarge(sizeBytes: number, maxBytes: number): TextFile {
  const [size, limit] = [megabytes(sizeBytes), megabytes(maxBytes)]
  // A little above the limit, or far below a megabyte, both would read the same.
  const sizes = size === limit || maxBytes < 100_000 ? [`${sizeBytes} bytes`, `${maxBytes}`] : [size, limit]
  return { ok: false, reason: `too large (${sizes.join(', the limit is ')})` }
}

const decoder = new TextDecoder()

function decode(bytes: Uint8Array): TextFile {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return { ok: false, reason: 'UTF-16 text, not UTF-8' }
  if (bytes.includes(0)) return { ok: false, reason: 'a binary file' }
  if (!isUtf8(bytes)) return { ok: false, reason: `not valid UTF-8 (line ${firstInvalidLine(bytes)})` }
  return { ok: true, text: decoder.decode(bytes), bytes }
}

/** No byte of a longer character equals a line feed, so each line is valid or not by itself. */
function firstInvalidLine(bytes: Uint8Array): number {
  let start = 0
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start)
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}

function megabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1_000_000).toFixed(sizeBytes < 10_000_000 ? 1 : 0)} MB`
}
