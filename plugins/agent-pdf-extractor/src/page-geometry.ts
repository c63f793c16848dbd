import type { Pdfium } from './pdfium.ts'

/** Where a page lies in its own coordinates, and how it is turned when it is shown. */
export type PageFrame = {
  readonly left: number
  readonly bottom: number
  readonly width: number
  readonly height: number
  /** Quarter turns, clockwise. */
  readonly turns: number
}

/** Room for what PDFium writes: boxes, matrices, names. */
export const scratchBytes = 256

export function pageFrame(pdfium: Pdfium, { page, scratch }: { page: number; scratch: number }): PageFrame {
  const found = pdfium.FPDF_GetPageBoundingBox(page, scratch) !== 0
  const at = scratch / 4
  const [left = 0, top = 0, right = 0, bottom = 0] = found ? pdfium.HEAPF32.subarray(at, at + 4) : []
  const frame: PageFrame = {
    left,
    bottom,
    width: pdfium.FPDF_GetPageWidthF(page),
    height: pdfium.FPDF_GetPageHeightF(page),
    turns: Math.max(0, pdfium.FPDFPage_GetRotation(page)) % 4,
  }
  return right > left && top > bottom ? frame : { ...frame, left: 0, bottom: 0 }
}

/** A point of the page as it is shown, from the lower left corner. */
export function shownPoint(
  { left, bottom, width, height, turns }: PageFrame,
  x: number,
  y: number,
): readonly [number, number] {
  const [dx, dy] = [x - left, y - bottom]
  if (turns === 1) return [dy, height - dx]
  if (turns === 2) return [width - dx, height - dy]
  return turns === 3 ? [width - dy, dx] : [dx, dy]
}

export function shownDirection({ turns }: PageFrame, x: number, y: number): readonly [number, number] {
  if (turns === 1) return [y, -x]
  if (turns === 2) return [-x, -y]
  return turns === 3 ? [-y, x] : [x, y]
}
