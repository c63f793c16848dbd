import { type PageFrame, shownDirection, shownPoint } from './page-geometry.ts'
import type { LineCell, PageLine } from './page-line.ts'
import type { Pdfium } from './pdfium.ts'
import type { TextPiece } from './split-lines.ts'

export type OpenPage = {
  readonly pdfium: Pdfium
  readonly page: number
  readonly text: number
  readonly scratch: number
  readonly frame: PageFrame
  readonly count: number
  readonly number: number
  /** PDFium's index of the character at an offset of the page's text. */
  readonly at: (offset: number) => number
}

export function lineOf(open: OpenPage, piece: TextPiece): PageLine {
  const { pdfium, text, scratch, frame } = open
  const first = open.at(piece.start)
  const last = open.at(piece.start + piece.text.length - 1)
  const [left, baseline] = originOf(open, first)
  const right = rightOf(open, last)
  pdfium.FPDFText_GetMatrix(text, first, scratch)
  const at = scratch / 4
  const { HEAPF32: matrix } = pdfium
  const [dx, dy] = shownDirection(frame, matrix[at] ?? 1, matrix[at + 1] ?? 0)
  const scale = Math.hypot(matrix[at + 2] ?? 0, matrix[at + 3] ?? 1)
  // A line that only begins in bold is none, so that its end is asked too.
  const bolder = pdfium.FPDFText_GetFontWeight(text, first)
  return {
    text: piece.text,
    page: open.number,
    left,
    right,
    baseline,
    size: pdfium.FPDFText_GetFontSize(text, first) * scale,
    weight: bolder < boldWeight ? bolder : Math.min(bolder, pdfium.FPDFText_GetFontWeight(text, last)),
    isUpright: dx > 0 && Math.abs(dy) < dx * 0.3,
    hasHyphen: piece.hasHyphen,
    cells: [{ text: piece.text, left, right }],
  }
}

/** As `isBold` of headings takes it. */
const boldWeight = 500

/** Where a character begins, on the page as it is shown. */
function originOf({ pdfium, text, scratch, frame }: OpenPage, index: number): readonly [number, number] {
  pdfium.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8)
  const at = scratch / 8
  const { HEAPF64: numbers } = pdfium
  return shownPoint(frame, numbers[at] ?? 0, numbers[at + 1] ?? 0)
}

function rightOf({ pdfium, text, scratch, frame }: OpenPage, index: number): number {
  pdfium.FPDFText_GetCharBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24)
  const at = scratch / 8
  const { HEAPF64: numbers } = pdfium
  // Nearly every page; without the arrays of points.
  if (frame.turns === 0) return Math.max(numbers[at] ?? 0, numbers[at + 1] ?? 0) - frame.left
  const [lower] = shownPoint(frame, numbers[at] ?? 0, numbers[at + 2] ?? 0)
  const [upper] = shownPoint(frame, numbers[at + 1] ?? 0, numbers[at + 3] ?? 0)
  return Math.max(lower, upper)
}

/** A gap of that many times the size of the letters is no space between words. */
const wideGap = 1.1

export function cellsOf(open: OpenPage, piece: TextPiece, { left, right, size }: PageLine): readonly LineCell[] {
  const cells: LineCell[] = []
  let from = 0
  let cellLeft = left
  for (const { index, 0: spaces } of piece.text.matchAll(/ +/g)) {
    const next = index + spaces.length
    const before = rightOf(open, open.at(piece.start + index - 1))
    const [after] = originOf(open, open.at(piece.start + next))
    if (after - before < wideGap * size) continue
    cells.push({ text: piece.text.slice(from, index), left: cellLeft, right: before })
    from = next
    cellLeft = after
  }
  return [...cells, { text: piece.text.slice(from), left: cellLeft, right }]
}
