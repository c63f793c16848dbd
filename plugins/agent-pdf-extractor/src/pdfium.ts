import { PDFiumModule } from '@hyzyla/pdfium'

/** PDFium's memory, and the functions of its C interface that are used here; handles and pointers are numbers. */
export type Pdfium = {
  readonly HEAPU8: Uint8Array
  readonly HEAPU32: Uint32Array
  readonly HEAPF32: Float32Array
  readonly HEAPF64: Float64Array
  readonly malloc: (size: number) => number
  readonly free: (pointer: number) => void
  readonly FPDF_LoadMemDocument: (data: number, size: number, password: number) => number
  readonly FPDF_GetLastError: () => number
  readonly FPDF_GetPageCount: (document: number) => number
  readonly FPDF_GetMetaText: (document: number, tag: number, buffer: number, size: number) => number
  readonly FPDF_LoadPage: (document: number, index: number) => number
  readonly FPDF_ClosePage: (page: number) => void
  readonly FPDF_GetPageWidthF: (page: number) => number
  readonly FPDF_GetPageHeightF: (page: number) => number
  readonly FPDF_GetPageBoundingBox: (page: number, box: number) => number
  readonly FPDFPage_GetRotation: (page: number) => number
  readonly FPDFText_LoadPage: (page: number) => number
  readonly FPDFText_ClosePage: (text: number) => void
  readonly FPDFText_CountChars: (text: number) => number
  readonly FPDFText_GetText: (text: number, start: number, count: number, buffer: number) => number
  readonly FPDFText_GetCharIndexFromTextIndex: (text: number, index: number) => number
  readonly FPDFText_GetCharOrigin: (text: number, index: number, x: number, y: number) => number
  readonly FPDFText_GetCharBox: (text: number, index: number, ...box: CharBox) => number
  readonly FPDFText_GetFontSize: (text: number, index: number) => number
  readonly FPDFText_GetFontWeight: (text: number, index: number) => number
  readonly FPDFText_GetFillColor: (text: number, index: number, ...color: Color) => number
  readonly FPDFText_GetTextObject: (text: number, index: number) => number
  readonly FPDFTextObj_GetTextRenderMode: (object: number) => number
  readonly FPDFPage_CountObjects: (page: number) => number
  readonly FPDFPage_GetObject: (page: number, index: number) => number
  readonly FPDFPageObj_GetType: (object: number) => number
  readonly FPDFPageObj_GetFillColor: (object: number, ...color: Color) => number
  readonly FPDFPageObj_GetBounds: (object: number, left: number, bottom: number, right: number, top: number) => number
  readonly FPDFText_GetMatrix: (text: number, index: number, matrix: number) => number
}

type CharBox = readonly [left: number, right: number, bottom: number, top: number]
type Color = readonly [red: number, green: number, blue: number, alpha: number]

/** PDFium's answer to "what was wrong" after a document did not open. */
export const pdfiumErrors = { password: 4, security: 5 } as const

type Loaded = { readonly pdfium: Pdfium; readonly fresh: Uint8Array }

/** WebAssembly's memory never shrinks: one huge file would be paid for ever after. */
const keptBytes = 128 * 1024 * 1024

/**
 * Lends PDFium for one document, one after the other, and afterwards puts its memory back as it was before. It is loaded
 * when it is first used; 4 MB of WebAssembly are compiled then.
 */
export function pdfiumLender() {
  let held: Loaded | undefined
  let turn: Promise<unknown> = Promise.resolve()
  return async <Result>(read: (pdfium: Pdfium) => Promise<Result>): Promise<Result> => {
    const before = turn
    const { promise, resolve } = Promise.withResolvers<void>()
    turn = promise
    await before
    try {
      held ??= await load()
      const { pdfium, fresh } = held
      // After a crash its memory can't be trusted.
      held = undefined
      let isSound = true
      try {
        return await read(pdfium)
      } catch (error) {
        isSound = !isCrash(error)
        throw error
      } finally {
        if (isSound && pdfium.HEAPU8.byteLength <= keptBytes) {
          pdfium.HEAPU8.set(fresh)
          held = { pdfium, fresh }
        }
      }
    } finally {
      resolve()
    }
  }
}

/** A trap of WebAssembly, or what Emscripten throws when a program ends itself. */
export function isCrash(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /^(?:RuntimeError|ExitStatus)|memory access|\baborted?\(|out of memory/i.test(`${error.name} ${error.message}`)
}

async function load(): Promise<Loaded> {
  // The package types only what it uses itself; the module exports PDFium's whole interface. The module's own functions
  // check every call, which costs as much as most calls; those below them don't.
  const module = (await PDFiumModule({})) as unknown as { readonly wasmExports: Exports }
  const calls = module.wasmExports
  calls.FPDF_InitLibraryWithConfig(0)
  const pdfium = withViews(calls)
  loadCommonFonts(pdfium)
  return { pdfium, fresh: pdfium.HEAPU8.slice(0, endOfData(pdfium.HEAPU32)) }
}

/** Opens a page with the fonts that files need not carry, and leaves it open: they are in memory from then on. */
function loadCommonFonts(pdfium: Pdfium): void {
  const names = ['Helvetica', 'Helvetica-Bold', 'Times-Roman', 'Times-Bold', 'Courier']
  const fonts = names.map((name, index) => `/F${index} << /Type /Font /Subtype /Type1 /BaseFont /${name} >>`)
  const drawn = `BT ${names.map((_, index) => `/F${index} 9 Tf (a) Tj`).join(' ')} ET`
  const bytes = new TextEncoder().encode(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R
/Resources << /Font << ${fonts.join(' ')} >> >> >> endobj
4 0 obj << /Length ${drawn.length} >> stream
${drawn}
endstream endobj
trailer << /Root 1 0 R /Size 5 >>
%%EOF`)
  const data = pdfium.malloc(bytes.length)
  pdfium.HEAPU8.set(bytes, data)
  const page = pdfium.FPDF_LoadPage(pdfium.FPDF_LoadMemDocument(data, bytes.length, 0), 0)
  pdfium.FPDFText_ClosePage(pdfium.FPDFText_LoadPage(page))
}

type Views = Pick<Pdfium, 'HEAPU8' | 'HEAPU32' | 'HEAPF32' | 'HEAPF64'>
type Exports = Omit<Pdfium, keyof Views> & {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly FPDF_InitLibraryWithConfig: (config: number) => void
}

function withViews(calls: Exports): Pdfium {
  const { memory } = calls
  let views = viewsOf(memory.buffer)
  // Memory that grew is another buffer.
  const current = (): Views => (views.HEAPU8.byteLength === 0 ? (views = viewsOf(memory.buffer)) : views)
  return {
    ...calls,
    get HEAPU8() {
      return current().HEAPU8
    },
    get HEAPU32() {
      return current().HEAPU32
    },
    get HEAPF32() {
      return current().HEAPF32
    },
    get HEAPF64() {
      return current().HEAPF64
    },
  }
}

function viewsOf(buffer: ArrayBuffer): Views {
  return {
    HEAPU8: new Uint8Array(buffer),
    HEAPU32: new Uint32Array(buffer),
    HEAPF32: new Float32Array(buffer),
    HEAPF64: new Float64Array(buffer),
  }
}

/** Bytes up to the last that is not zero. */
function endOfData(words: Uint32Array): number {
  let end = words.length
  while (end > 0 && words[end - 1] === 0) end -= 1
  return end * Uint32Array.BYTES_PER_ELEMENT
}
