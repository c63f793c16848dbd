import { nameDivider } from '../rows/note-rows.ts'
import { isTelling, nameWords, plainName } from './note-names.ts'
import type { WordedText } from './wording-score.ts'

/** What it adds to a score that a query calls the note by title, alias or file, word for word: 0, 1.5 or 2. */
export function namingScore({ text, isHeaded, fileName }: WordedText, query: string): number {
  if (!isHeaded) return 0
  const [heading = ''] = text.slice(0, mostCharacters).split('\n')
  const [names = ''] = heading.split(' › ')
  const asked = ` ${nameWords(query).join(' ')} `
  const all = [...names.split(nameDivider), ...(fileName === undefined ? [] : [fileName])]
  return Math.max(...all.map((name) => scoreOf(plainName(name), asked)))
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
