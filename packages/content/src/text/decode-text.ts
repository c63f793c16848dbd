import { utf8Text } from '@datacortex/text'

export type DecodeOptions = {
  /** As a server or a file declared it: `iso-8859-1`. Unknown names are passed over. */
  readonly charset?: string | undefined
  /** Media type, perhaps with the parameter `charset`. */
  readonly contentType?: string | undefined
}

export type DecodedText = {
  readonly text: string
  /** A name of the WHATWG's, lower case: `utf-8`, `windows-1252`. */
  readonly charset: string
}

/**
 * Bytes as text: by byte order mark, declared encoding, `<meta charset>` or XML declaration, UTF-8, windows-1252.
 *
 * Never fails: what can't be decoded becomes U+FFFD. Two wrong declarations are common enough to be corrected: UTF-8
 * that calls itself Latin-1 or, where there is enough of it, anything else, and Latin-1 that calls itself UTF-8.
 * @example decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x68, 0x69])) // { text: 'hi', charset: 'utf-8' }
 * @see https://encoding.spec.whatwg.org/
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): DecodedText {
  const marked = byMark(bytes) ?? withoutMark(bytes)
  if (marked !== undefined) return decoded(bytes, marked)
  const declared =
    known(options.charset) ?? known(/charset\s*=\s*["']?([\w:.-]+)/i.exec(options.contentType ?? '')?.[1])
  const charset = declared ?? known(metaCharset(bytes))
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'windows-1252')
    return isPlainlyUtf8(bytes) && !charset.startsWith('utf-16') ? decoded(bytes, 'utf-8') : decoded(bytes, charset)
  const strict = utf8Text(bytes)
  if (strict !== undefined) return { text: strict, charset: 'utf-8' }
  const loose = decoded(bytes, 'utf-8')
  if (charset === 'windows-1252' || isMostlyBroken(loose.text)) return decoded(bytes, 'windows-1252')
  return loose
}

const headBytes = 4096

function byMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

/** UTF-16 without a mark: every other byte of Western text is zero. */
function withoutMark(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 256)
  if (head.length < 8) return undefined
  const [even = 0, odd = 0] = [0, 1].map((rest) => head.filter((byte, at) => byte === 0 && at % 2 === rest).length)
  if (even === 0 && odd > head.length * 0.4) return 'utf-16le'
  return odd === 0 && even > head.length * 0.4 ? 'utf-16be' : undefined
}

function known(label: string | undefined): string | undefined {
  if (label === undefined || label.trim() === '') return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function metaCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, headBytes))
  if (!head.includes('<')) return undefined
  const label =
    /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1]
  // A text in which this could be read is no UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

/** Two Chinese characters of another encoding may be UTF-8 by chance (“联通” is), many are not. */
function isPlainlyUtf8(bytes: Uint8Array): boolean {
  const text = utf8Text(bytes)
  return text !== undefined && (text.match(/[^\0-\x7f]/gu)?.length ?? 0) >= fewestOfUtf8
}

const fewestOfUtf8 = 16

function decoded(bytes: Uint8Array, charset: string): DecodedText {
  return { text: new TextDecoder(charset).decode(bytes), charset }
}

/** Whether a text has more broken characters than whole ones beyond ASCII. */
function isMostlyBroken(text: string): boolean {
  let broken = 0
  let whole = 0
  for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) {
    if (character === '\ufffd') broken += 1
    else whole += 1
  }
  return broken > whole
}
