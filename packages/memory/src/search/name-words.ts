import { isUnspaced } from '@datacortex/vector-store'
import { contentWords } from './content-words.ts'

/** A name as it is compared as a whole: without case and accents, one space for `-`, `_` and runs of spaces. */
export function foldName(name: string): string {
  return foldLetters(name)
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}

/** The words of a name or a query as they are spoken; where nothing shows the ends of words, each sign is one. */
export function nameWords(text: string): readonly string[] {
  const folded = foldLetters(text)
  // Most names need no more, and the words of all are made.
  if (isAscii(folded)) return folded.match(/[a-z0-9]+/g) ?? []
  const words = folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.flatMap((word) => (isUnspaced(word) ? Array.from(word) : [word]))
}

/** Whether a name in a sentence means what has it: "To do" or "It" is nobody's name; three such words in a row are. */
export function isTelling(name: string): boolean {
  const words = foldLetters(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const [first = ''] = words
  if (words.length === 1 && first.length < (isUnspaced(first) ? 2 : 3)) return false
  // A query without content words has all its words as such: with a word before it, it has.
  return words.length > 2 || contentWords(`name ${words.join(' ')}`).length > 1
}

function foldLetters(text: string): string {
  const lowered = text.toWellFormed().toLowerCase()
  if (isAscii(lowered)) return lowered
  return lowered
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}
