import { isUnspaced } from '@datacortex/vector-store'
import { nameDivider } from '../index/note-rows.ts'
import { contentWords } from './content-words.ts'
import type { WordedText } from './wording-score.ts'

/**
 * What it adds to a note's score that the query calls the note by its name: 0, 1.5 or 2.
 *
 * The whole title, or an alias, stands in the query, word for word, as names do: with words that say nothing alone ("It'll Be Me"),
 * without what tells it from others of its name ("Mercury (planet)").
 *
 * @param worded - Text of a row; only the first line of one with headings is a title.
 * @param query - As it was asked.
 * @example namingScore({ text: 'Ed Wood (film)\n…', isHeaded: true }, 'Who directed Ed Wood?') // 2
 */
export function namingScore({ text, isHeaded }: WordedText, query: string): number {
  if (!isHeaded) return 0
  const [heading = ''] = text.slice(0, mostCharacters).split('\n')
  const [names = ''] = heading.split(' › ')
  const asked = ` ${spoken(wordsOf(query))} `
  return Math.max(...names.split(nameDivider).map((name) => scoreOf(name, asked)))
}

function scoreOf(written: string, asked: string): number {
  const name = wordsOf(written.replace(/\s*\([^()]*\)\s*$/u, ''))
  if (name.length === 0 || !isName(name) || !asked.includes(` ${spoken(name)} `)) return 0
  return name.length === 1 ? wordWeight : phraseWeight
}

/** Where nothing shows the ends of words, each sign stands for itself. */
function spoken(words: readonly string[]): string {
  return words.flatMap((word) => (isUnspaced(word) ? Array.from(word) : [word])).join(' ')
}

/** 1.5 to 3 differ little on two sets of questions about linked articles. */
const phraseWeight = 2
/** One word is easily said without meaning the note. */
const wordWeight = 1.5
/** More than a title has. */
const mostCharacters = 1000

/** "To do" or "It" is nobody's name in a sentence; three such words in a row are. */
function isName(words: readonly string[]): boolean {
  const [first = ''] = words
  if (words.length === 1 && first.length < (isUnspaced(first) ? 2 : 3)) return false
  // A query without content words has all its words as such: with a word before it, it has.
  return words.length > 2 || contentWords(`name ${words.join(' ')}`).length > 1
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
