import type { ExtractedBlock } from '@datacortex/plugin'
import type { PagePart } from './page-parts.ts'
import { type PartContext, partText, tableText } from './part-text.ts'
import { roundedSize } from './typical-print.ts'

export type RenderedParts = { readonly text: string; readonly blocks: readonly ExtractedBlock[] }

/** Parts as one Markdown text, each with its page; items that follow each other are one list. `parts`: in order. */
export function renderParts(parts: readonly PagePart[], context: PartContext): RenderedParts {
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
