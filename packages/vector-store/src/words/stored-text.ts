import { spelledOtherwise } from './spelled-otherwise.ts'
import { isUnspaced, signsOf, splitWord } from './split-word.ts'

/** Stands between a text and the parts of its words; a text that has it by itself is stored with one more. */
const divider = '\n\u001e'

/** A text as it is indexed: behind it the parts of words. A column more would make every collection anew. */
export function storedText(text: string): string {
  const parts = isUnspaced(text) ? partsOf(text) : []
  return parts.length > 0 || text.includes(divider) ? `${text}${divider}${parts.join(' ')}` : text
}

export function readText(stored: string): string {
  const end = stored.lastIndexOf(divider)
  return end === -1 ? stored : stored.slice(0, end)
}

/** A part of a word as it stands in the index, which ends a word at the marks that are no letters. */
function indexedPart(part: string): string {
  return isUnspaced(part) ? part.replaceAll(/[^\p{Alphabetic}\p{N}]/gu, '') : part
}

function partsOf(text: string): readonly string[] {
  const words = (text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(isUnspaced)
  const parts = words.flatMap(splitWord).map(indexedPart)
  // Once each: as many as signs again would make these texts look long.
  const single = new Set(words.flatMap(signsOf).filter((sign) => wordSign.test(sign)))
  return [...parts, ...single]
}

/** Signs of which one alone can be a word that is asked for. */
const wordSign = /^[\p{Script=Han}\p{Script=Hangul}]$/u

/** Words beyond this many are ignored: a pasted file is no query, and each word costs a posting list. */
export const mostQueryTerms = 256

/** A long word is read in pieces, of which the first gives all parts that are wanted. */
const wordPiece = /[\p{L}\p{N}\p{M}]{1,4096}/gu

/** At most {@link mostQueryTerms} words of a query as the index has them, without operators of query languages. */
export function fullTextTerms(query: string): string {
  const words: string[] = []
  for (const [piece] of query.toWellFormed().matchAll(wordPiece)) {
    for (const part of splitWord(piece).flatMap((one) => [one, ...spelledOtherwise(one)])) {
      if (words.length === mostQueryTerms) return words.join(' ').trim()
      words.push(indexedPart(part))
    }
  }
  return words.join(' ').trim()
}
