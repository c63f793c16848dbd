import type { PageLine } from './page-line.ts'
import { type TypicalPrint, roundedSize } from './typical-print.ts'

type OpenPart = { readonly kind: 'heading' | 'paragraph' | 'item'; readonly lines: readonly PageLine[] }
type NextLine = {
  readonly line: PageLine
  readonly kind: 'heading' | 'paragraph' | 'item'
  readonly print: TypicalPrint
  readonly columnRight: (line: PageLine) => number
}

/** An entry of a table of contents. */
const entry = /(?:\.\s?){5,}\s*\w{0,5}$/
const ended = /[.!?:;…][”"’')\]]*$/u

/** Whether a line goes on with what the lines before it say. */
export function continues(open: OpenPart, { line, kind, print, columnRight }: NextLine): boolean {
  const before = open.lines.at(-1)
  const [first] = open.lines
  if (before === undefined || first === undefined || kind === 'item') return false
  if (before.isUpright !== line.isUpright) return false
  if ((open.kind === 'heading') !== (kind === 'heading')) return false
  const isSameSize = Math.abs(before.size - line.size) <= before.size * 0.08
  if (!isSameSize) return false
  const step = before.baseline - line.baseline
  const leading = print.leading * Math.max(1, before.size / print.size)
  if (open.kind === 'heading') return isSameHeading(before, { line, step, leading, lines: open.lines.length })
  // The next column, the next page, or text at the side.
  if (line.page !== before.page || step <= 0 || step > leading * 8)
    return before.hasHyphen || (!ended.test(before.text) && /^\p{Ll}/u.test(line.text))
  if (step > leading * 1.45) return false
  if (/^\[\d{1,3}\]\s/.test(line.text) || entry.test(before.text)) return false
  const hasEnded = ended.test(before.text)
  const indent = line.left - before.left
  if (hasEnded && indent > line.size * 0.8 && open.lines.length > 1) return false
  if (hasEnded && open.kind === 'item' && line.left < first.left + line.size * 0.3) return false
  return !(hasEnded && isShort(before, line, columnRight(before)))
}

function isSameHeading(
  before: PageLine,
  { line, step, leading, lines }: { line: PageLine; step: number; leading: number; lines: number },
): boolean {
  if (line.page !== before.page || step <= 0 || step > leading * 1.5 || lines >= 3) return false
  if (/^(?:\d+(?:\.\d+)*\.?|[A-Z]\.)\s/.test(line.text)) return false
  return roundedSize(line.size) === roundedSize(before.size) && Math.abs(line.weight - before.weight) < 100
}

/** Whether a line broke although the first word of the next would have fitted. */
export function isShort(before: PageLine, line: PageLine, columnRight: number): boolean {
  const space = line.text.indexOf(' ')
  const wordLength = space < 0 ? line.text.length : space
  const letter = (before.right - before.left) / Math.max(1, before.text.length)
  return before.right + (wordLength + 2) * letter * 1.15 < columnRight
}
