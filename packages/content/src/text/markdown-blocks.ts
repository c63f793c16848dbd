import type { ExtractedBlock } from '@datacortex/plugin'

/**
 * The blocks of a Markdown text with their places: headings, paragraphs, lists, tables, code and quotes.
 *
 * Blank lines, rules and front matter belong to no block. Lists, quotes and tables are one block each, whatever is
 * in them.
 * @returns In order, not overlapping; `text.slice(start, end)` is the block without its last line end.
 * @example markdownBlocks('# A\n\nb')[0] // { kind: 'heading', level: 1, start: 0, end: 3 }
 */
export function markdownBlocks(text: string): readonly ExtractedBlock[] {
  const lines = linesOf(text)
  const blocks: ExtractedBlock[] = []
  let at = afterFrontMatter(lines)
  for (let line = lines[at]; line !== undefined; line = lines[at]) {
    const kind = kindOf(lines, at)
    const next = kind === undefined ? at + 1 : endOf(kind, { lines, at })
    if (kind !== undefined) blocks.push(blockOf(kind, { line, last: lines[next - 1] ?? line }))
    at = next
  }
  return blocks
}

type Line = { readonly text: string; readonly start: number }
type Kind = 'heading' | 'setext' | 'paragraph' | 'list' | 'table' | 'fence' | 'indented' | 'quote'
type Place = { readonly lines: readonly Line[]; readonly at: number }

const fence = /^ {0,3}(`{3,}|~{3,})/
const listItem = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:\s|$)/
const heading = /^ {0,3}(#{1,6})(?:\s|$)/
/** What a row below the heads of a table consists of; it has a dash as well. */
const delimiterRow = /^[\s|:-]+$/

function linesOf(text: string): readonly Line[] {
  let start = 0
  return text.split('\n').map((line) => {
    const place = { text: line, start }
    start += line.length + 1
    return place
  })
}

function afterFrontMatter(lines: readonly Line[]): number {
  if (lines[0]?.text !== '---') return 0
  const end = lines.findIndex(({ text }, index) => index > 0 && (text === '---' || text === '...'))
  const hasFields = lines.slice(1, Math.max(end, 1)).some(({ text }) => /^[\w-]+:/.test(text))
  return end > 0 && hasFields ? end + 1 : 0
}

function kindOf(lines: readonly Line[], at: number): Kind | undefined {
  const text = lines[at]?.text ?? ''
  if (text.trim() === '') return undefined
  if (fence.test(text)) return 'fence'
  if (/^(?: {4}|\t)/.test(text)) return 'indented'
  if (heading.test(text)) return 'heading'
  if (/^ {0,3}>/.test(text)) return 'quote'
  if (isRule(text)) return undefined
  if (listItem.test(text)) return 'list'
  const following = lines[at + 1]?.text ?? ''
  if (text.includes('|') && following.includes('-') && following.includes('|') && delimiterRow.test(following))
    return 'table'
  return /^ {0,3}(?:=+|-+)\s*$/.test(following) && /^ {0,3}\S/.test(following) ? 'setext' : 'paragraph'
}

function endOf(kind: Kind, { lines, at }: Place): number {
  switch (kind) {
    case 'heading':
      return at + 1
    case 'setext':
      return at + 2
    case 'fence':
      return endOfFence({ lines, at })
    case 'list':
      return endOfItems({ lines, at }, (text) => listItem.test(text) && !isRule(text))
    case 'indented':
      return endOfItems({ lines, at }, () => false)
    default:
      return endOfRun({ lines, at }, kind)
  }
}

function endOfFence({ lines, at }: Place): number {
  const open = fence.exec(lines[at]?.text ?? '')?.[1] ?? '```'
  const isClose = (text: string): boolean => /^ {0,3}(`{3,}|~{3,})\s*$/.exec(text)?.[1]?.startsWith(open) === true
  for (let line = at + 1; line < lines.length; line += 1) if (isClose(lines[line]?.text ?? '')) return line + 1
  return lines.length
}

/** Lists and indented code go on over blank lines, if what follows belongs to them. */
function endOfItems({ lines, at }: Place, isItem: (text: string) => boolean): number {
  let end = at + 1
  for (let line = at + 1; line < lines.length; line += 1) {
    const text = lines[line]?.text ?? ''
    if (text.trim() === '') continue
    const isBlankBefore = lines[line - 1]?.text.trim() === ''
    const isLazy = !isBlankBefore && isPlain(text)
    if (!isItem(text) && !/^(?: {2,}|\t)/.test(text) && !isLazy) return end
    end = line + 1
  }
  return end
}

function endOfRun({ lines, at }: Place, kind: Kind): number {
  let line = at + 1
  while (line < lines.length) {
    const text = lines[line]?.text ?? ''
    if (text.trim() === '') break
    if (kind === 'paragraph' && !isPlain(text)) break
    if (kind === 'quote' && !/^ {0,3}>/.test(text) && !isPlain(text)) break
    line += 1
  }
  return line
}

function isPlain(text: string): boolean {
  return !isRule(text) && ![fence, heading, listItem, /^ {0,3}>/].some((pattern) => pattern.test(text))
}

/** Not one pattern: a group that is repeated fills the stack on a line of millions of marks. */
function isRule(text: string): boolean {
  const mark = /^ {0,3}([-*_])/.exec(text)?.[1]
  if (mark === undefined) return false
  const marks = text.replaceAll(/[ \t]/g, '')
  return marks.length >= 3 && marks === mark.repeat(marks.length)
}

function blockOf(kind: Kind, { line, last }: { line: Line; last: Line }): ExtractedBlock {
  const place = { start: line.start, end: last.start + last.text.length }
  if (kind === 'heading') return { kind, level: heading.exec(line.text)?.[1]?.length ?? 1, ...place }
  if (kind === 'setext') return { kind: 'heading', level: last.text.trim().startsWith('=') ? 1 : 2, ...place }
  return { kind: kind === 'fence' || kind === 'indented' ? 'code' : kind, ...place }
}
