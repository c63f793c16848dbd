import { dot } from '@datacortex/platform'
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

/** A query with each word reversed, which says what its letters alone do; undefined if it is the same. */
export function reversedWords(query: string): string | undefined {
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
  return dot(vector, reversed) > 0.6
}

/** A query with every other letter of each word, and then those between. */
export function spreadWords(query: string): string {
  return query.replaceAll(/\S+/gu, (word) => {
    const letters = Array.from(word)
    return [0, 1].flatMap((start) => letters.filter((_, place) => place % 2 === start)).join('')
  })
}

/** What a query says that the same letters in other orders don't: its vector without what lies along theirs; undefined if nothing. */
export function beyondLetters(vector: Float32Array | undefined, letters: readonly Float32Array[]) {
  const directions: Float32Array[] = []
  for (const other of letters) {
    const own = directions.reduce(without, other)
    const length = Math.sqrt(dot(own, own))
    // Another order that says nothing new has no direction of its own.
    if (length > 0.01) directions.push(own.map((value) => value / length))
  }
  const rest = vector && directions.reduce(without, vector)
  return rest && dot(rest, rest) > 1e-4 ? rest : undefined
}

/** A vector without what lies along another one, of length 1; as it is where they lie apart. */
function without(vector: Float32Array, other: Float32Array): Float32Array {
  const shared = Math.max(0, dot(vector, other))
  return vector.map((value, index) => value - shared * (other[index] ?? 0))
}
