import { splitWord } from './split-word.ts'
import { indexedPart } from './stored-text.ts'

/** Words beyond this many are ignored: a pasted file is no query, and each word costs a posting list. */
export const mostQueryTerms = 256

/**
 * The words of a query as the index has them, without anything that a query language could take for an operator.
 *
 * @param query - Any text.
 * @returns Words, or parts of them as {@link splitWord} gives, joined by spaces, at most {@link mostQueryTerms}; empty
 *   if there is none.
 */
export function fullTextTerms(query: string): string {
  const words: string[] = []
  for (const [word] of query.toWellFormed().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    words.push(...splitWord(word).map(indexedPart))
    if (words.length >= mostQueryTerms) break
  }
  return words.slice(0, mostQueryTerms).join(' ').trim()
}
