import type { PageFrame } from './page-geometry.ts'
import { pageFrame, scratchBytes, shownDirection, shownPoint } from './page-geometry.ts'
import type { LineCell, PageLine, PdfPage } from './page-line.ts'
import type { Pdfium } from './pdfium.ts'
import { linesWithGaps } from './lines-with-gaps.ts'
import { splitLines } from './split-lines.ts'

/** Reads the pages of a document one after the other; dispose it before the document. */
export type PageReader = Disposable & {
  /**
   * Reads a page: PDFium's text of it, and where its lines are.
   *
   * @param index - From 0.
   * @param maxCharacters - How many it may have.
   * @returns Undefined if the page can't be read; the number of its characters if they are too many.
   */
  readonly read: (index: number, maxCharacters: number) => PdfPage | number | undefined
}

/**
 * A reader of the pages of a document.
 *
 * @param pdfium - Loaded.
 * @param handle - Of the document.
 */
export function createPageReader(pdfium: Pdfium, handle: number): PageReader {
  const scratch = pdfium._malloc(scratchBytes)
  // PDFium forgets a font when no page that uses it is open: the last page stays until the next one is.
  let last = 0
  const follow = (page: number): void => {
    if (last !== 0) pdfium._FPDF_ClosePage(last)
    last = page
  }
  return {
    read(index, maxCharacters) {
      const page = pdfium._FPDF_LoadPage(handle, index)
      if (page === 0) return undefined
      const text = pdfium._FPDFText_LoadPage(page)
      follow(page)
      if (text === 0) return undefined
      try {
        const count = pdfium._FPDFText_CountChars(text)
        if (count > maxCharacters) return count
        return pageOf({ pdfium, text, scratch, frame: pageFrame(pdfium, { page, scratch }), count, number: index + 1 })
      } finally {
        pdfium._FPDFText_ClosePage(text)
      }
    },
    [Symbol.dispose]() {
      follow(0)
      pdfium._free(scratch)
    },
  }
}

type OpenPage = {
  readonly pdfium: Pdfium
  readonly text: number
  readonly scratch: number
  readonly frame: PageFrame
  readonly count: number
  readonly number: number
}

/** Nobody reads smaller print. */
const smallestSize = 1.5

function pageOf(open: OpenPage): PdfPage {
  const { frame, number } = open
  const raw = pageText(open)
  const at = characterIndex(open, raw)
  const pieces = splitLines(raw)
  const lines = pieces.map((piece) => lineOf(open, { ...piece, at }))
  const wide = linesWithGaps(lines)
  const whole = lines.map((line, index) => {
    const piece = pieces[index]
    return piece === undefined || !wide.has(index) ? line : { ...line, cells: cellsOf(open, { ...piece, at }, line) }
  })
  const shown = whole.filter((line) => isShown(line, frame))
  return { number, height: frame.height, lines: shown, hiddenLines: whole.length - shown.length }
}

function isShown({ isUpright, size, left, right, baseline }: PageLine, { width, height }: PageFrame): boolean {
  return !isUpright || (size >= smallestSize && right >= 0 && left <= width && baseline >= 0 && baseline <= height)
}

/** PDFium's indices are of characters, also of those that its text leaves out; those of a string of UTF-16 units. */
function characterIndex({ pdfium, text, count }: OpenPage, raw: string): (offset: number) => number {
  if (raw.length === count) return (offset) => offset
  const inText = (index: number): number => Math.max(0, pdfium._FPDFText_GetCharIndexFromTextIndex(text, index))
  if (!/[\ud800-\udbff]/.test(raw)) return inText
  const points = new Uint32Array(raw.length)
  let point = -1
  for (let unit = 0; unit < raw.length; unit += 1) {
    const code = raw.charCodeAt(unit)
    if (code < 0xdc_00 || code > 0xdf_ff) point += 1
    points[unit] = Math.max(0, point)
  }
  return (offset) => inText(points[offset] ?? 0)
}

function pageText({ pdfium, text, count }: OpenPage): string {
  if (count <= 0) return ''
  // A character beyond the first plane takes two units.
  const buffer = pdfium._malloc((count * 2 + 1) * 2)
  try {
    const units = pdfium._FPDFText_GetText(text, 0, count, buffer)
    return new TextDecoder('utf-16le').decode(pdfium.HEAPU8.subarray(buffer, buffer + Math.max(0, units - 1) * 2))
  } finally {
    pdfium._free(buffer)
  }
}

type Piece = {
  readonly text: string
  readonly start: number
  readonly hasHyphen: boolean
  /** PDFium's index of the character at an offset of the page's text. */
  readonly at: (offset: number) => number
}

function lineOf(open: OpenPage, piece: Piece): PageLine {
  const { pdfium, text, scratch, frame } = open
  const first = piece.at(piece.start)
  const last = piece.at(piece.start + piece.text.length - 1)
  const [left, baseline] = originOf(open, first)
  const right = rightOf(open, last)
  pdfium._FPDFText_GetMatrix(text, first, scratch)
  const at = scratch / 4
  const [dx, dy] = shownDirection(frame, pdfium.HEAPF32[at] ?? 1, pdfium.HEAPF32[at + 1] ?? 0)
  const scale = Math.hypot(pdfium.HEAPF32[at + 2] ?? 0, pdfium.HEAPF32[at + 3] ?? 1)
  // A line that only begins in bold is none, so that its end is asked too.
  const bolder = pdfium._FPDFText_GetFontWeight(text, first)
  return {
    text: piece.text,
    page: open.number,
    left,
    right,
    baseline,
    size: pdfium._FPDFText_GetFontSize(text, first) * scale,
    weight: bolder < boldWeight ? bolder : Math.min(bolder, pdfium._FPDFText_GetFontWeight(text, last)),
    isUpright: dx > 0 && Math.abs(dy) < dx * 0.3,
    hasHyphen: piece.hasHyphen,
    cells: [{ text: piece.text, left, right }],
  }
}

/** As `isBold` of headings takes it. */
const boldWeight = 500

function originOf({ pdfium, text, scratch, frame }: OpenPage, index: number): readonly [number, number] {
  pdfium._FPDFText_GetCharOrigin(text, index, scratch, scratch + 8)
  const at = scratch / 8
  return shownPoint(frame, pdfium.HEAPF64[at] ?? 0, pdfium.HEAPF64[at + 1] ?? 0)
}

function rightOf({ pdfium, text, scratch, frame }: OpenPage, index: number): number {
  pdfium._FPDFText_GetCharBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24)
  const at = scratch / 8
  const { HEAPF64: numbers } = pdfium
  const [lower] = shownPoint(frame, numbers[at] ?? 0, numbers[at + 2] ?? 0)
  const [upper] = shownPoint(frame, numbers[at + 1] ?? 0, numbers[at + 3] ?? 0)
  return Math.max(lower, upper)
}

/** A gap of that many times the size of the letters is no space between words. */
const wideGap = 1.1

function cellsOf(open: OpenPage, piece: Piece, { left, right, size }: PageLine): readonly LineCell[] {
  const cells: LineCell[] = []
  let from = 0
  let cellLeft = left
  for (const { index, 0: spaces } of piece.text.matchAll(/ +/g)) {
    const next = index + spaces.length
    const before = rightOf(open, piece.at(piece.start + index - 1))
    const [after] = originOf(open, piece.at(piece.start + next))
    if (after - before < wideGap * size) continue
    cells.push({ text: piece.text.slice(from, index), left: cellLeft, right: before })
    from = next
    cellLeft = after
  }
  return [...cells, { text: piece.text.slice(from), left: cellLeft, right }]
}
