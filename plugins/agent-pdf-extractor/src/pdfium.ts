import { PDFiumModule } from '@hyzyla/pdfium'

/** The functions of PDFium's C interface that are used here; handles and pointers are numbers. */
export type Pdfium = {
  readonly HEAPU8: Uint8Array
  readonly HEAPF32: Float32Array
  readonly HEAPF64: Float64Array
  readonly _malloc: (size: number) => number
  readonly _free: (pointer: number) => void
  readonly _FPDF_LoadMemDocument: (data: number, size: number, password: number) => number
  readonly _FPDF_GetLastError: () => number
  readonly _FPDF_CloseDocument: (document: number) => void
  readonly _FPDF_GetPageCount: (document: number) => number
  readonly _FPDF_GetMetaText: (document: number, tag: number, buffer: number, size: number) => number
  readonly _FPDF_LoadPage: (document: number, index: number) => number
  readonly _FPDF_ClosePage: (page: number) => void
  readonly _FPDF_GetPageWidthF: (page: number) => number
  readonly _FPDF_GetPageHeightF: (page: number) => number
  readonly _FPDF_GetPageBoundingBox: (page: number, box: number) => number
  readonly _FPDFPage_GetRotation: (page: number) => number
  readonly _FPDFText_LoadPage: (page: number) => number
  readonly _FPDFText_ClosePage: (text: number) => void
  readonly _FPDFText_CountChars: (text: number) => number
  readonly _FPDFText_GetText: (text: number, start: number, count: number, buffer: number) => number
  readonly _FPDFText_GetCharIndexFromTextIndex: (text: number, index: number) => number
  readonly _FPDFText_GetCharOrigin: (text: number, index: number, x: number, y: number) => number
  readonly _FPDFText_GetCharBox: (
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ) => number
  readonly _FPDFText_GetFontSize: (text: number, index: number) => number
  readonly _FPDFText_GetFontInfo: (text: number, index: number, buffer: number, size: number, flags: number) => number
  readonly _FPDFText_GetFontWeight: (text: number, index: number) => number
  readonly _FPDFText_GetMatrix: (text: number, index: number, matrix: number) => number
}

/** PDFium's answer to "what was wrong" after a document did not open. */
export const pdfiumErrors = { password: 4, security: 5 } as const

/** One PDFium for many documents, replaced when it broke or grew. */
export type PdfiumHolder = {
  readonly take: () => Promise<Pdfium>
  /** After a crash, its memory can't be trusted any more. */
  readonly discard: () => void
  /** WebAssembly memory never shrinks: one huge file would be paid for ever after. */
  readonly discardIfLarge: () => void
}

const keptBytes = 256 * 1024 * 1024

/** Loads PDFium when it is first taken; 11 MB of WebAssembly are compiled then. */
export function createPdfiumHolder(): PdfiumHolder {
  let held: Promise<Pdfium> | undefined
  let loaded: Pdfium | undefined
  const discard = (): void => {
    held = undefined
    loaded = undefined
  }
  return {
    async take() {
      held ??= load()
      loaded = await held
      return loaded
    },
    discard,
    discardIfLarge() {
      if (loaded !== undefined && loaded.HEAPU8.byteLength > keptBytes) discard()
    },
  }
}

async function load(): Promise<Pdfium> {
  const module = await PDFiumModule({})
  module._FPDF_InitLibraryWithConfig({})
  // The package types only what it uses itself; the module exports PDFium's whole interface.
  return module as unknown as Pdfium
}
