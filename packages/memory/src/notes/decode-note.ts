import { systemErrorCode } from '@datacortex/platform'
import type { Finding } from '@datacortex/errors'

/**
 * The text of a note's bytes: UTF-8, or UTF-16 if it begins with its mark. Bytes that are no text become U+FFFD, with a
 * finding.
 *
 * @returns Undefined if the file is not text at all.
 */
export function decodeNote(
  bytes: Uint8Array,
  path: string,
): { readonly text: string; readonly findings: readonly Finding[] } | undefined {
  const encoding = utf16(bytes)
  if (encoding === undefined && isBinary(bytes)) return undefined
  const exact = decodeExactly(bytes, encoding ?? 'utf-8')
  const text = exact ?? new TextDecoder(encoding ?? 'utf-8').decode(bytes)
  const replaced = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  const broken = exact === undefined || replaced !== text
  return { text: replaced, findings: broken ? [notText(path, replaced)] : [] }
}

function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

/** Text has no zero bytes but by accident; pictures and programs are full of them. */
function isBinary(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 65_536)
  let zeros = 0
  for (const byte of start) if (byte === 0) zeros += 1
  return zeros > 8 && zeros > start.length / 50
}

function decodeExactly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (systemErrorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined
    throw error
  }
}

function notText(path: string, text: string): Finding {
  const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length
  return {
    code: 'NOTE_NOT_UTF8',
    severity: 'warning',
    subject: `${path}:${line}`,
    message: 'The file has bytes that are not valid text; each was read as the sign \uFFFD.',
    hint: 'Save the file as UTF-8.',
  }
}
