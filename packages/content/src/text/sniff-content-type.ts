import { fileTypeFromBuffer } from 'file-type'
import { decodeText } from './decode-text.ts'
import { textType } from './text-type.ts'

export type SniffOptions = {
  /** Name of a file, or an address. */
  readonly name?: string | undefined
  /** Media type as a server declared it, parameters and all. */
  readonly declared?: string | undefined
}

/**
 * The media type of bytes by what they are: signatures first, then the shape of the text. Name and declaration decide
 * only between kinds of text that look alike.
 * @param bytes - The whole content; JSON is recognised by its end too.
 * @returns Lower case, without parameters; `application/octet-stream` if nothing is known.
 * @example await sniffContentType(new TextEncoder().encode('{"a": 1}')) // 'application/json'
 * @see https://mimesniff.spec.whatwg.org/
 */
export async function sniffContentType(bytes: Uint8Array, options: SniffOptions = {}): Promise<string> {
  const signature = await signatureOf(bytes)
  if (signature !== undefined) return signature
  if (isBinary(bytes)) return 'application/octet-stream'
  return textType(decodeText(bytes.subarray(0, headBytes), { contentType: options.declared }).text, {
    isWhole: bytes.length <= headBytes,
    tail: decodeText(bytes.subarray(Math.max(0, bytes.length - 64))).text,
    ending: endingOf(options.name ?? ''),
    declared: (options.declared ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
  })
}

const headBytes = 65_536

/** What the library knows by signature; kinds of text are told apart here. */
async function signatureOf(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const found = await fileTypeFromBuffer(bytes)
    if (found === undefined || found.mime === 'application/xml' || found.mime.startsWith('text/')) return undefined
    return found.mime
  } catch {
    // A truncated archive makes the library throw; the first bytes still say what it is.
    return bytes[0] === 0x50 && bytes[1] === 0x4b ? 'application/zip' : undefined
  }
}

function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096)
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return false
  if (head.includes(0)) return !decodeText(head).charset.startsWith('utf-16')
  const controls = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))
  return controls.length > head.length * (isUtf8(head) ? 0.1 : 0.01)
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function endingOf(name: string): string {
  const path = URL.canParse(name) ? new URL(name).pathname : name
  return /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}
