import { splitWord } from './split-word.ts'
import { indexedPart } from './stored-text.ts'

/** Words beyond this many are ignored: a pasted file is no query, and each word costs a posting list. */
export const mostQueryTerms = 256

/**
 * Letters, marks and digits side by side. A longer word is read in pieces, of which the first gives all parts that are
 * wanted: millions of signs without a space would be taken apart in vain, and are more than an expression can hold.
 */
const wordPiece = /[\p{L}\p{N}\p{M}]{1,4096}/gu

/**
 * The words of a query as the index has them, without anything that a query language could take for an operator.
 *
 * @returns Words, or parts of them as {@link splitWord} gives, joined by spaces, at most {@link mostQueryTerms}; empty
 * if there is none.
 */
export function fullTextTerms(query: string): string {
  const words: string[] = []
  for (const [piece] of query.toWellFormed().matchAll(wordPiece)) {
    for (const part of splitWord(piece)) {
      if (words.length === mostQueryTerms) return words.join(' ').trim()
      words.push(indexedPart(part))
    }
  }
  return words.join(' ').trim()
}
