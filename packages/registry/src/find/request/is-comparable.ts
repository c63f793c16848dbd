import { contentWords } from '../texts/content-words.ts'
import { isLatin } from './letters-backwards.ts'

/**
 * Whether the vectors of a unit and a query tell how near they are. Of a single word beside a single word, or beside a
 * script that it is not written in, they don't: "BAA" is near to every other abbreviation, to "hello", and to whatever the
 * model can't read. There only the same word counts.
 */
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
