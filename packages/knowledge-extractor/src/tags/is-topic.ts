import type { KeyPhrase } from '../text/key-phrases.ts'
import { labelWords } from '../text/label-words.ts'

/** Whether a phrase can name what a text is about. */
export function isTopic({ text }: Pick<KeyPhrase, 'text'>): boolean {
  const words = text.split(' ')
  if (words.length > mostWords) return false
  // A short name is one of capitals.
  if (words.length === 1 && text.length < 3 && text !== text.toUpperCase()) return false
  return words.some((word) => !labelWords.has(word.toLowerCase()))
}

const mostWords = 3
