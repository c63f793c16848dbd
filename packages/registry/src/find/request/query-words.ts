import { isTellingWord, wordsOf } from '@datacortex/text'

/** The distinct words of a query that carry its subject. Gives lower-case words without stop words, in order. */
export function contentWords(query: string): readonly string[] {
  return [...new Set(wordsOf(query).filter(isTellingWord))]
}

/** Whether vectors tell how near unit and query are: a single word is near to any other, and only the same counts. */
export function isComparable(unit: string, query: string): boolean {
  // "thank you" is a sentence, though only one of its words carries a subject. Looked at first: nearly all units are one.
  if (isSentence(unit)) return true
  const [word, ...more] = contentWords(unit)
  if (word === undefined || more.length > 0) return true
  return contentWords(query).includes(word) || (isSentence(query) && (!isLatin(word) || isLatin(query)))
}

function isSentence(text: string): boolean {
  return /\S\s+\S/.test(text)
}

/** A query with each word reversed, to see whether the model reads its script; undefined for mostly Latin queries. */
export function reversedWords(query: string): string | undefined {
  if (isLatin(query)) return undefined
  const reversed = query.replaceAll(/\S+/gu, (word) => Array.from(word).toReversed().join(''))
  return reversed === query ? undefined : reversed
}

/** Whether at least half of the letters of a text are Latin; so of a text without letters. */
export function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length * 2 >= letters.length
}

/** Whether a query and its reverse are as near as only unread scripts are: 0.67 to 0.99, where German has 0.42. */
export function areAlike(vector: Float32Array | undefined, reversed: Float32Array | undefined): boolean {
  if (vector === undefined || reversed === undefined) return false
  return vector.reduce((sum, value, index) => sum + value * (reversed[index] ?? 0), 0) > 0.6
}
