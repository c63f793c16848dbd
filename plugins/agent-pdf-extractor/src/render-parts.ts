import type { ExtractedBlock } from '@datacortex/plugin'
import type { PagePart } from './page-parts.ts'
import { roundedSize } from './typical-print.ts'
import { neutraliseMarkdown } from '@datacortex/content'
import { isShort } from './continues.ts'
import type { PageLine } from './page-line.ts'
import type { wordJoiner } from './word-joiner.ts'

/** Parts as one Markdown text, each with its page; items that follow each other are one list. `parts`: in order. */
export function renderParts(parts: readonly PagePart[], context: PartContext) {
  const levels = headingLevels(parts)
  const pieces: string[] = []
  const blocks: ExtractedBlock[] = []
  let length = 0
  const add = (body: string, block: Pick<ExtractedBlock, 'kind' | 'level' | 'page'>): void => {
    if (body === '') return
    const last = blocks.at(-1)
    const goesOn = block.kind === 'list' && last?.kind === 'list' && last.page === block.page
    const gap = pieces.length === 0 ? '' : goesOn ? '\n' : '\n\n'
    const start = length + gap.length
    const end = start + body.length
    pieces.push(gap, body)
    length = end
    if (goesOn) blocks[blocks.length - 1] = { ...last, end }
    else blocks.push({ ...block, start, end })
  }
  for (const part of parts) {
    const { kind, page } = part
    if (kind === 'table') add(tableText(part.rows), { kind, page })
    else if (kind === 'item')
      add(itemText(part.marker, partText(part.lines, { ...context, isOneLine: true })), { kind: 'list', page })
    else if (kind === 'paragraph') add(partText(part.lines, { ...context, isOneLine: false }), { kind, page })
    else {
      const level = levels.get(sizeOf(part)) ?? 6
      const body = partText(part.lines, { ...context, isOneLine: true })
      // In a heading a number with a point is no mark of a list.
      if (body !== '') add(`${'#'.repeat(level)} ${body.replace(/^(\d+)\\/, '$1')}`, { kind, level, page })
    }
  }
  return { text: pieces.join(''), blocks }
}

function itemText(marker: string, body: string): string {
  const number = /\d+/.exec(marker)?.[0]
  if (body === '') return ''
  if (marker === '-') return `- ${body}`
  return number === undefined ? `- ${marker} ${body}` : `${number}. ${body}`
}

/** The largest print is level 1; more than six sizes are seldom meant. */
function headingLevels(parts: readonly PagePart[]): ReadonlyMap<number, number> {
  const sizes = [...new Set(parts.flatMap((part) => (part.kind === 'heading' ? [sizeOf(part)] : [])))]
  return new Map(sizes.sort((a, b) => b - a).map((size, index) => [size, Math.min(6, index + 1)]))
}

function sizeOf(part: PagePart): number {
  return part.kind === 'table' ? 0 : roundedSize(part.lines[0]?.size ?? 0)
}

type PartContext = {
  readonly joinHalves: ReturnType<typeof wordJoiner>
  readonly columnRight: (line: PageLine) => number
}

function partText(
  lines: readonly PageLine[],
  { joinHalves, columnRight, isOneLine }: PartContext & { isOneLine: boolean },
): string {
  let text = ''
  let before: PageLine | undefined
  for (const line of lines) {
    if (before === undefined) text = line.text
    else if (before.hasHyphen) text = joinHalves(text, line.text)
    else text += (!isOneLine && isBrokenOnPurpose(before, line, columnRight) ? '\n' : ' ') + line.text
    before = line
  }
  if (before?.hasHyphen === true) text += '-'
  return markdownOf(text)
}

function isBrokenOnPurpose(before: PageLine, line: PageLine, columnRight: PartContext['columnRight']): boolean {
  return before.page === line.page && before.baseline > line.baseline && isShort(before, line, columnRight(before))
}

/** A table as Markdown; its first row is the head. */
function tableText(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows.map((row) => row.map((cell) => markdownOf(cell).replaceAll('|', String.raw`\|`)))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n')
}

/** Plain text as Markdown that shows it: leaders shortened, marks of blocks escaped, nothing that acts. */
function markdownOf(text: string): string {
  const shown =
    (text.includes('...') || text.includes('. .')) && leaders.test(text) ? text.replaceAll(everyLeader, ' … ') : text
  const mark = shown.includes('\n') ? anyBlockMark : firstBlockMark
  const marked = mark.test(shown) ? escapedMarks(shown) : shown
  return marked.includes('[') || marked.includes('<') || marked.includes(']')
    ? neutraliseMarkdown(marked).text.trim()
    : marked
}

const leaders = /(?:\.\s?){5}/
const everyLeader = /\s*(?:\.\s?){5,}/g
/** What must be there for Markdown to do anything but show it. */
const firstBlockMark = /^(?:[#>|`~=+*-]|\d{1,9}[.)]\s)/
const anyBlockMark = new RegExp(firstBlockMark.source, 'm')

function escapedMarks(text: string): string {
  return text
    .replaceAll(/^(?=#{1,6}\s|>|[-+*]\s|```|~~~|\||={3,}$|-{3,}$)/gm, '\\')
    .replaceAll(/^(\d{1,9})([.)])(?=\s)/gm, String.raw`$1\$2`)
}
