import { decodeText } from './decode-text.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { neutraliseMarkdown } from './neutralise-markdown.ts'
import { oneLine } from './one-line.ts'
import { sanitiseText } from './sanitise-text.ts'

// Each is read by all that a text of others goes through.
export const backticks = (size: number): (() => unknown) => read('`'.repeat(size))
export const backticksApart = (size: number): (() => unknown) => read('` '.repeat(size))
/** Runs of each length, of about `size` characters together. */
export const runsOfBackticks = (size: number): (() => unknown) =>
  read(Array.from({ length: Math.sqrt(2 * size) }, (_, index) => '`'.repeat(index + 1)).join(' '))
export const fences = (size: number): (() => unknown) => read('```\n'.repeat(size))
export const openLinks = (size: number): (() => unknown) => read('[a]('.repeat(size))
export const endsOfLinks = (size: number): (() => unknown) => read(']('.repeat(size))
export const linksInAngles = (size: number): (() => unknown) => read('](<'.repeat(size))
export const longAddresses = (size: number): (() => unknown) => read(`](${'a'.repeat(998)}`.repeat(size))
export const longTitles = (size: number): (() => unknown) => read(`](a ${'b'.repeat(298)}`.repeat(size))
export const linkOfSpaces = (size: number): (() => unknown) => read(`](${' '.repeat(size)}`)
export const brackets = (size: number): (() => unknown) => read('['.repeat(size) + ']'.repeat(size))
export const openNames = (size: number): (() => unknown) => read('[a\n'.repeat(size))
export const definitions = (size: number): (() => unknown) => read('[a]: \n'.repeat(size))
export const items = (size: number): (() => unknown) => read('- a\n'.repeat(size))
/** Each deeper than the last, of about `size` characters together. */
export const nestedItems = (size: number): (() => unknown) =>
  read(Array.from({ length: Math.sqrt(2 * size) }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'))
export const comments = (size: number): (() => unknown) => read('<!--'.repeat(size))
export const commentsWithinLines = (size: number): (() => unknown) => read('x<!--'.repeat(size))
export const tags = (size: number): (() => unknown) => read('<a'.repeat(size))
export const marks = (size: number): (() => unknown) => read('!'.repeat(size))
export const quotes = (size: number): (() => unknown) => read('>'.repeat(size))
export const stars = (size: number): (() => unknown) => read('*'.repeat(size))
export const dashes = (size: number): (() => unknown) => read(`${'- '.repeat(size)}x`)
export const pipes = (size: number): (() => unknown) => read('| a '.repeat(size))
/** Below a row with a bar, almost the row that would make it the head of a table. */
export const delimiters = (size: number): (() => unknown) => read(`|\n${'|-'.repeat(size)}x`)
export const blankLines = (size: number): (() => unknown) => read('\n'.repeat(size))
export const linesOfBlanks = (size: number): (() => unknown) => read(`a\n${' \n'.repeat(size)}`)
export const blanks = (size: number): (() => unknown) => read(`${' '.repeat(size)}x`)
export const oneLongLine = (size: number): (() => unknown) => read('word '.repeat(size))
export const joiners = (size: number): (() => unknown) => read('\u200d'.repeat(size))
export const accents = (size: number): (() => unknown) => read(`a${'\u0301'.repeat(size)}`)

function read(text: string): () => unknown {
  const bytes = new TextEncoder().encode(text)
  return () => [neutraliseMarkdown(text), markdownBlocks(text), sanitiseText(text), oneLine(text), decodeText(bytes)]
}
