import { systemErrorCode } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'
import { type CanvasPart, readCanvas } from '../canvas/read-canvas.ts'
import { isCanvasFile } from './is-note-file.ts'
import { mostCanvasBytes } from './note-limits.ts'

/** The text of a note, or why its file has none. */
export type DecodedNote =
  | {
      readonly text: string
      readonly findings: readonly Finding[]
      /** Of a canvas: what of the text stands on which part of it. */
      readonly parts?: readonly CanvasPart[] | undefined
    }
  | { readonly reason: string }

/**
 * The text of a note's bytes: UTF-8, or UTF-16 if it begins with its mark. Bytes that are no text become U+FFFD, with a
 * finding. A canvas gives what is written on it, as Markdown: its lines are those of this text and not of its file.
 * @example decodeNote(bytes, 'Bee.md')
 */
export function decodeNote(bytes: Uint8Array, path: string): DecodedNote {
  const decoded = decodeText(bytes, path)
  if ('reason' in decoded || !isCanvasFile(path)) return decoded
  // Of its text alone a note takes some times its size in memory, but of JSON a byte can be an object.
  if (bytes.length > mostCanvasBytes) return { reason: `a canvas larger than ${mostCanvasBytes / 1_000_000} MB` }
  const canvas = readCanvas(decoded.text)
  return canvas === undefined ? { reason: 'it is not the JSON of a canvas' } : { ...decoded, ...canvas }
}

function decodeText(bytes: Uint8Array, path: string): DecodedNote {
  const encoding = utf16(bytes)
  const exact = decodeExactly(bytes, encoding ?? 'utf-8')
  if (encoding === undefined && isBinary(bytes, { isUtf8: exact !== undefined })) return { reason: 'a binary file' }
  const text = exact ?? new TextDecoder(encoding ?? 'utf-8').decode(bytes)
  const replaced = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  const broken = exact === undefined || replaced !== text
  return { text: replaced, findings: broken ? [notText(path, replaced)] : [] }
}

function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

/** Text has hardly a zero byte; what is compressed has few too, but is no UTF-8 and a tenth are control characters. */
function isBinary(bytes: Uint8Array, { isUtf8 }: { isUtf8: boolean }): boolean {
  const start = bytes.subarray(0, 65_536)
  const strange = start.reduce((sum, byte) => sum + (byte === 0 || (!isUtf8 && isControl(byte)) ? 1 : 0), 0)
  return strange > 8 && strange > start.length / 50
}

/** Beside those that stand in texts: tab, line feed, form feed, carriage return, escape. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d || byte === 0x1b)
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
  return warningFinding('NOTE_NOT_UTF8', `${path}:${line}`, {
    message: 'The file has bytes that are not valid text; each was read as the sign \uFFFD.',
    hint: 'Save the file as UTF-8.',
  })
}
