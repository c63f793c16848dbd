import { pdfError } from './errors.ts'
import { type Pdfium, pdfiumErrors } from './pdfium.ts'

export type PdfDocument = {
  readonly pdfium: Pdfium
  readonly handle: number
  readonly pageCount: number
  /** A field of the document's information: `Title`, `Author`, `CreationDate`. */
  readonly field: (name: string) => string
}

/** Opens a PDF; what it holds is freed by what lends PDFium. */
export function openDocument(pdfium: Pdfium, { bytes, name }: { bytes: Uint8Array; name: string }): PdfDocument {
  // Readers are expected to accept it within the first kilobyte.
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  if (!start.includes('%PDF-')) throw pdfError('PDF_BROKEN', { name, reason: 'it has no %PDF header' })
  const data = pdfium.malloc(bytes.length)
  if (data === 0) throw pdfError('PDF_BROKEN', { name, reason: 'there is not enough memory for it' })
  pdfium.HEAPU8.set(bytes, data)
  const handle = pdfium.FPDF_LoadMemDocument(data, bytes.length, 0)
  if (handle === 0) {
    const code = pdfium.FPDF_GetLastError()
    if (code === pdfiumErrors.password || code === pdfiumErrors.security) throw pdfError('PDF_ENCRYPTED', { name })
    throw pdfError('PDF_BROKEN', { name, reason: 'it is damaged or incomplete' })
  }
  const pageCount = pdfium.FPDF_GetPageCount(handle)
  if (pageCount <= 0) throw pdfError('PDF_NO_PAGES', { name })
  return { pdfium, handle, pageCount, field: (field) => readField(pdfium, { handle, field }) }
}

const maxFieldBytes = 20_000

function readField(pdfium: Pdfium, { handle, field }: { handle: number; field: string }): string {
  const tag = new TextEncoder().encode(`${field}\0`)
  const pointer = pdfium.malloc(tag.length + maxFieldBytes)
  try {
    pdfium.HEAPU8.set(tag, pointer)
    const buffer = pointer + tag.length
    // In bytes with the terminator; a longer value is not written at all.
    const size = pdfium.FPDF_GetMetaText(handle, pointer, buffer, maxFieldBytes)
    if (size <= 2 || size > maxFieldBytes) return ''
    return new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(buffer, buffer + size - 2))
  } finally {
    pdfium.free(pointer)
  }
}
