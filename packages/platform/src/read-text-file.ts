import { open } from 'node:fs/promises'
import { systemErrorCode, systemErrorReason } from './system-error-reason.ts'

/** What became of reading a file: its text, or the reason why not. */
export type TextFile =
  | { readonly ok: true; readonly text: string; readonly bytes: Uint8Array }
  | {
      readonly ok: false
      readonly reason: string
      /** Of the operating system, such as `ENOENT`. */ readonly code?: string | undefined
    }

/**
 * Reads a file that people or other programs made, as UTF-8 text and within a limit.
 *
 * Never throws for a bad file: the reason is part of the result, so that a scan can go on and report it.
 *
 * @param file - Path.
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
    await using handle = await open(file, 'r')
    const stat = await handle.stat()
    if (!stat.isFile()) return { ok: false, reason: 'not a regular file' }
    if (stat.size > maxBytes)
      return { ok: false, reason: `too large (${megabytes(stat.size)}, the limit is ${megabytes(maxBytes)})` }
    return decode(await handle.readFile())
  } catch (error) {
    return { ok: false, reason: systemErrorReason(error), code: systemErrorCode(error) }
  }
}

function decode(bytes: Uint8Array): TextFile {
  if (bytes.includes(0)) return { ok: false, reason: 'a binary file' }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes }
  } catch {
    return { ok: false, reason: `not valid UTF-8 (line ${lineOfInvalidByte(bytes)})` }
  }
}

function lineOfInvalidByte(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8').decode(bytes)
  const at = text.indexOf('\ufffd')
  return text.slice(0, Math.max(at, 0)).split('\n').length
}

function megabytes(size: number): string {
  return `${(size / 1_000_000).toFixed(size < 10_000_000 ? 1 : 0)} MB`
}
