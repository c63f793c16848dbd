import { hiddenLines, groundsOf } from './hidden-lines.ts'
import { type OpenPage, cellsOf, lineOf } from './read-line.ts'
import { pageFrame, scratchBytes } from './page-geometry.ts'
import { type PageLine, type PdfPage, charactersOf } from './page-line.ts'
import type { Pdfium } from './pdfium.ts'
import { splitLines } from './split-lines.ts'

const decoder = new TextDecoder('utf-16le', { ignoreBOM: true })

/** To close pages is a tenth of the work, and that of a short document goes with all of its memory. */
const pagesKept = 64

/** Reads a page: PDFium's text of it, and where its lines are; how many characters it has if these are too many. `index`: from 0. */
export function pageReader(pdfium: Pdfium, handle: number) {
  const scratch = pdfium.malloc(scratchBytes)
  const open: number[] = []
  const keep = (page: number): void => {
    // PDFium forgets a font when no page that uses it is open: the new page is, before others are closed.
    if (open.length >= pagesKept) for (const kept of open.splice(0)) pdfium.FPDF_ClosePage(kept)
    open.push(page)
  }
  return (index: number, maxCharacters: number): PdfPage | number | undefined => {
    const page = pdfium.FPDF_LoadPage(handle, index)
    if (page === 0) return undefined
    const text = pdfium.FPDFText_LoadPage(page)
    keep(page)
    if (text === 0) return undefined
    try {
      const count = pdfium.FPDFText_CountChars(text)
      if (count > maxCharacters) return count
      const frame = pageFrame(pdfium, { page, scratch })
      return pageOf({ pdfium, page, text, scratch, frame, count, number: index + 1 })
    } finally {
      pdfium.FPDFText_ClosePage(text)
    }
  }
}

function pageOf(bare: BarePage): PdfPage {
  const { frame, number } = bare
  const raw = pageText(bare)
  const open = { ...bare, at: characterIndex(bare, raw) }
  const pieces = splitLines(raw)
  const lines = pieces.map((piece) => lineOf(open, piece))
  const hidden = hiddenLines(open, { lines, pieces })
  const wide = linesWithGaps(lines)
  const shown: PageLine[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const [line, piece] = [lines[index], pieces[index]]
    if (line === undefined || piece === undefined || hidden.has(index)) continue
    shown.push(wide.has(index) ? { ...line, cells: cellsOf(open, piece, line) } : line)
  }
  return { number, height: frame.height, lines: shown, hiddenLines: hidden.size, isPicture: isPicture(open, shown) }
}

/** PDFium's indices are of characters, also of those that its text leaves out; those of a string of UTF-16 units. */
function characterIndex({ pdfium, text, count }: BarePage, raw: string): (offset: number) => number {
  if (raw.length === count) return (offset) => offset
  const inText = (index: number): number => Math.max(0, pdfium.FPDFText_GetCharIndexFromTextIndex(text, index))
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

type BarePage = Omit<OpenPage, 'at'>

function pageText({ pdfium, text, count }: BarePage): string {
  if (count <= 0) return ''
  // A character beyond the first plane takes two units.
  const buffer = pdfium.malloc((count * 2 + 1) * 2)
  try {
    const units = pdfium.FPDFText_GetText(text, 0, count, buffer)
    return decoder.decode(pdfium.HEAPU8.subarray(buffer, buffer + Math.max(0, units - 1) * 2))
  } finally {
    pdfium.free(buffer)
  }
}

function linesWithGaps(lines: readonly PageLine[]): ReadonlySet<number> {
  const widths = lines.map(({ text, left, right, size }) => (right - left) / (text.length * Math.max(size, 0.1)))
  const long = new Float64Array(widths.filter((_, index) => (lines[index]?.text.length ?? 0) >= longLine)).sort()
  const most = (long[Math.floor(long.length / 2)] ?? 0) * looseness
  const found = new Set<number>()
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (line === undefined || (widths[index] ?? 0) <= most || !line.isUpright || !line.text.includes(' ')) continue
    for (let near = index - 1; near <= index + 1; near += 1) if (lines[near]?.isUpright === true) found.add(near)
  }
  return found
}

const longLine = 25
const looseness = 1.15

/** Fewer characters are a number or a stamp. */
const fewestCharacters = 30
/** Of the page; a small one is a logo. */
const leastShare = 0.4

/** Whether a page is a picture with next to no text, as a scanner makes it. */
function isPicture(open: OpenPage, lines: readonly PageLine[]): boolean {
  if (charactersOf(lines) >= fewestCharacters) return false
  const { width, height } = open.frame
  let covered = 0
  for (const { isImage, left, right, bottom, top } of groundsOf(open))
    if (isImage) covered += (right - left) * (top - bottom)
  return covered >= width * height * leastShare
}
