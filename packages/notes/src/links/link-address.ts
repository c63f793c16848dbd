import { decodedUri } from '@datacortex/platform'
import type { MarkdownLink } from '../structure/text-structure.ts'

/** The path in the address of a Markdown link, decoded. */
export function decodedPath(url: string): string {
  return decodedAddress(parts(url).path)
}

export function decodedAddress(text: string): string {
  // A name may have a bare `%` in it.
  return decodedUri(text) ?? text
}

/** Another path as the address of a link, encoded as the one that stands there; what follows its path stays. */
export function spelledAddress(path: string, { url, isBracketed }: Pick<MarkdownLink, 'url' | 'isBracketed'>): string {
  const was = parts(url)
  // Between angle brackets spaces may stand as they are, and do unless they were encoded all the same.
  const isLiteral = isBracketed === true && !/%[0-9a-f]{2}/i.test(was.path)
  const isPlainLetters = !/%[89a-f][0-9a-f]/i.test(was.path)
  const plain = path.replaceAll(isLiteral ? literalSigns : reservedSigns, percent)
  const letters = isPlainLetters ? plain : plain.replaceAll(/\P{ASCII}+/gu, encodeURIComponent)
  const spelled = letters.replaceAll(/&(?=#?\w+;)/g, '%26')
  // `a:b.md` would be an address of its own kind.
  return `${/^[a-z][a-z\d+.-]*:/i.test(spelled) ? './' : ''}${spelled}${was.rest}`
}

const literalSigns = /[%#?<>\\\n]/g
const reservedSigns = /[\s%#?<>\\()]/g

function percent(sign: string): string {
  return [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

function parts(url: string): { readonly path: string; readonly rest: string } {
  const end = url.search(/[?#]/)
  return end === -1 ? { path: url, rest: '' } : { path: url.slice(0, end), rest: url.slice(end) }
}
