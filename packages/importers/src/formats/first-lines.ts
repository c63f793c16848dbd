import { basename, dirname } from 'node:path/posix'
import { textOf } from './field-values.ts'

/** The name of a file without its ending; of those that are called the same everywhere, that of their folder. */
export function nameOfFile(path: string): string | undefined {
  const stem = basename(path).replace(/(?:\.(?:prompt|instructions))?\.[a-z]+$/i, '')
  if (/^(?:SKILL|recipe|)$/i.test(stem)) return textOf(basename(dirname(path)))
  return /^(?:AGENTS|CLAUDE|GEMINI)(?:\.\w+)?$/.test(stem) ? `${basename(dirname(path))} ${stem}` : stem
}

/** What a text says first of itself: its heading and its first paragraph. */
export function beginningOf(body: string): string | undefined {
  const blocks = body.slice(0, mostRead).split(/\n[ \t]*\n|(?<=^#.*)\n/m)
  const plain = blocks.map((block) => ({ isHeading: /^#{1,6}\s/.test(block.trim()), text: plainText(block) }))
  const withLetters = plain.filter(({ text }) => /\p{L}/u.test(text))
  const paragraph = withLetters.find(({ isHeading }) => !isHeading)
  const heading = withLetters.find(({ isHeading }) => isHeading)
  const parts = [heading?.text, paragraph?.text].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : shortened(parts.join(': '))
}

// Enough for a heading and a paragraph, whatever stands before them.
const mostRead = 20_000
const longest = 400

function plainText(block: string): string {
  return block
    .replaceAll(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]*|[-*+][ \t]+)/gm, '')
    .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Whole sentences, as many as fit. */
function shortened(text: string): string {
  if (text.length <= longest) return text
  const end = Math.max(...['. ', '! ', '? '].map((mark) => text.lastIndexOf(mark, longest)))
  return end > 0 ? text.slice(0, end + 1) : `${text.slice(0, longest)}…`
}
