import type { ExtractedDocument } from '@datacortex/plugin'
import { cutWords } from '../text/cut-words.ts'
import { inlineText } from './inline-text.ts'

export type TableExcerpt = {
  readonly markdown: string
  /** Rows of the text that are not shown. */
  readonly more: number
}

/** The first table of a document that is a table or data: what its note would be without else. */
export function tableExcerpt({ genre, text, blocks }: ExtractedDocument): TableExcerpt | undefined {
  if (genre !== 'table' && genre !== 'data') return undefined
  const block = blocks.find(({ kind }) => kind === 'table')
  if (block === undefined) return undefined
  const [head, , ...rows] = text.slice(block.start, block.end).split('\n')
  if (head === undefined) return undefined
  const columns = cellsOf(head).length
  const shown = [cellsOf(head), Array.from({ length: columns }, () => '---'), ...rows.slice(0, mostRows).map(cellsOf)]
  return {
    markdown: shown.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    more: Math.max(0, rows.length - mostRows),
  }
}

const mostRows = 20
const longestCell = 200

/** A bar behind a backslash is part of a cell, and stays behind one. */
function cellsOf(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inlineText(cutWords(cell.trim(), longestCell)).replaceAll(/(?<!\\)\|/g, String.raw`\|`))
}
