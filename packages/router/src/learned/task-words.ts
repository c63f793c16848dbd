import { readTask } from '../tags/read-task.ts'

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
