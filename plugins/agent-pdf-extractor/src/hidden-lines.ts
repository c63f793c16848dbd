import type { OpenPage } from './read-line.ts'
import type { PageLine } from './page-line.ts'
import type { TextPiece } from './split-lines.ts'

/** Nobody reads smaller print. */
const smallestSize = 1.5

/** Lines that no reader sees: too small, beside the page, not painted, or white on nothing. */
export function hiddenLines(
  open: OpenPage,
  { lines, pieces }: { lines: readonly PageLine[]; pieces: readonly TextPiece[] },
): ReadonlySet<number> {
  const hidden = new Set<number>()
  const unpainted: number[] = []
  let length = 0
  let unpaintedLength = 0
  let grounds: readonly Ground[] | undefined
  for (let index = 0; index < lines.length; index += 1) {
    const [line, piece] = [lines[index], pieces[index]]
    if (line === undefined || piece === undefined) continue
    const paint = paintOf(open, open.at(piece.start))
    length += line.text.length
    if (!isPlaced(line, open)) hidden.add(index)
    else if (paint === 'none') {
      unpainted.push(index)
      unpaintedLength += line.text.length
    } else if (paint === 'white') {
      grounds ??= groundsOf(open)
      if (!isOnGround(open, { piece, grounds })) hidden.add(index)
    }
  }
  if (unpainted.length === 0) return hidden
  const isRecognised = unpaintedLength > length / 2 && (grounds ?? groundsOf(open)).some(({ isImage }) => isImage)
  if (!isRecognised) for (const index of unpainted) hidden.add(index)
  return hidden
}

function isPlaced({ isUpright, size, left, right, baseline }: PageLine, { frame }: OpenPage): boolean {
  if (!isUpright) return true
  return size >= smallestSize && right >= 0 && left <= frame.width && baseline >= 0 && baseline <= frame.height
}

const invisibleMode = 3
const clippingMode = 7
/** Of 255, of each colour. */
const whitest = 250

function paintOf({ pdfium, text, scratch }: OpenPage, index: number): 'shown' | 'none' | 'white' {
  const object = pdfium.FPDFText_GetTextObject(text, index)
  const mode = object === 0 ? 0 : pdfium.FPDFTextObj_GetTextRenderMode(object)
  if (mode === invisibleMode || mode === clippingMode) return 'none'
  const isKnown = pdfium.FPDFText_GetFillColor(text, index, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0
  return isKnown && (mode === 0 || mode === 4) ? seen(pdfium.HEAPU32, scratch) : 'shown'
}

function seen(words: Uint32Array, scratch: number): 'shown' | 'none' | 'white' {
  const at = scratch / 4
  if (words[at + 3] === 0) return 'none'
  const darkest = Math.min(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0)
  return darkest >= whitest ? 'white' : 'shown'
}

/** What may make white text readable. */
export type Ground = {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
  readonly isImage: boolean
}

const textType = 1
const pathType = 2
const imageType = 3
/** Pages with more have drawings everywhere. */
const mostObjects = 20_000

export function groundsOf({ pdfium, page, scratch }: OpenPage): readonly Ground[] {
  const grounds: Ground[] = []
  const count = Math.min(mostObjects, pdfium.FPDFPage_CountObjects(page))
  const at = scratch / 4
  for (let index = 0; index < count; index += 1) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    const type = object === 0 ? textType : pdfium.FPDFPageObj_GetType(object)
    if (type === textType) continue
    const isWhite =
      type === pathType &&
      pdfium.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0 &&
      seen(pdfium.HEAPU32, scratch) !== 'shown'
    if (isWhite || pdfium.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = pdfium.HEAPF32.subarray(at, at + 4)
    grounds.push({ left, bottom, right, top, isImage: type === imageType })
  }
  return grounds
}

function isOnGround(open: OpenPage, { piece, grounds }: { piece: TextPiece; grounds: readonly Ground[] }): boolean {
  const { pdfium, text, scratch } = open
  pdfium.FPDFText_GetCharOrigin(text, open.at(piece.start), scratch, scratch + 8)
  const [x = 0, y = 0] = pdfium.HEAPF64.subarray(scratch / 8, scratch / 8 + 2)
  return grounds.some(({ left, right, bottom, top }) => x >= left - 1 && x <= right + 1 && y >= bottom - 1 && y <= top)
}
