import { sha256 } from '@datacortex/platform'
import { withoutEnd } from '@datacortex/text'
import { readTask } from '../tags/read-task.ts'

/** What two tasks have in common if they say the same; undefined if it has no letters or digits. */
export function taskKey(text: string): string | undefined {
  return textKey(taskWords(text))
}

/** The same of a text in which marks count, as they did in the keys of older lines. */
export function textKey(text: string): string | undefined {
  const normal = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim()
  const words = withoutEnd(normal, endMarks)
  return /[\p{L}\p{N}]/u.test(words) ? sha256(words).slice(0, 32) : undefined
}

// The blank, and after NFKC the full stops and question marks of Latin, Chinese and Japanese, Arabic, Urdu, Indic,
// Armenian, Ethiopic, Khmer and Burmese.
const endMarks = '.!?… 。؟۔।॥։።។။'

/** What a task says, without whatever marks of lists still stand before it. */
export function taskWords(text: string): string {
  let words = text
  for (let pass = 0; pass < mostMarks; pass += 1) {
    const rest = readTask(words.replace(box, '')).whole
    if (rest === words) return words
    words = rest
  }
  return words
}

/** What was left of `* [ ] task` when the star alone was taken for a mark. */
const box = /^\s*\[[ xX-]\](?:\s+|$)/

// Nobody nests deeper, and a megabyte of marks must not be read once for each.
const mostMarks = 8
