import { isTellingWord, wordsOf } from '@datacortex/text'

/** The distinct words of a query that carry its subject. Gives lower-case words without stop words, in order. */
export function contentWords(query: string): readonly string[] {
  return [...new Set(wordsOf(query).filter(isTellingWord))]
}
