import { nameDivider } from '../rows/note-rows.ts'
import { isTelling, nameWords } from './name-words.ts'
import type { WordedText } from './wording-score.ts'

/**
 * What it adds to a note's score that the query calls the note by its name: 0, 1.5 or 2.
 *
 * The whole title, an alias or the name of its file stands in the query, word for word, as names do: with words that say
 * nothing alone ("It'll Be Me"), without what tells it from others of its name ("Mercury (planet)").
 *
 * @param worded - Text of a row; only the first line of one with headings is a title.
 * @example namingScore({ text: 'Ed Wood (film)\n…', isHeaded: true }, 'Who directed Ed Wood?') // 2
 */
export function namingScore({ text, isHeaded, fileName }: WordedText, query: string): number {
  if (!isHeaded) return 0
  const [heading = ''] = text.slice(0, mostCharacters).split('\n')
  const [names = ''] = heading.split(' › ')
  const asked = ` ${nameWords(query).join(' ')} `
  const all = [...names.split(nameDivider), ...(fileName === undefined ? [] : [fileName])]
  return Math.max(...all.map((name) => scoreOf(plainName(name), asked)))
}

/** A name without what tells it from others of its kind: `Mercury (planet)` is called Mercury. */
export function plainName(name: string): string {
  return name.includes('(') ? name.replace(/\s*\([^()]*\)\s*$/u, '') : name
}

function scoreOf(name: string, asked: string): number {
  const words = nameWords(name)
  if (words.length === 0 || !isTelling(name) || !asked.includes(` ${words.join(' ')} `)) return 0
  return /[\p{L}\p{M}\p{N}][^\p{L}\p{M}\p{N}]+[\p{L}\p{M}\p{N}]/u.test(name) ? phraseWeight : wordWeight
}

/** 1.5 to 3 differ little on two sets of questions about linked articles. */
const phraseWeight = 2
/** One word is easily said without meaning the note. */
const wordWeight = 1.5
/** More than a title has. */
const mostCharacters = 1000
