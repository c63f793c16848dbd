import { CodedError } from '@datacortex/errors'
import { type Plugin, definePlugin } from '@datacortex/plugin'
import { pdfError } from './errors.ts'
import { extractPdf } from './extract-pdf.ts'
import { PdfSettings } from './pdf-settings.ts'
import { isCrash, pdfiumLender } from './pdfium.ts'

/** Turns a PDF into text with structure and pages. */
export const plugin: Plugin<'sub-agent', PdfSettings> = definePlugin({
  name: 'agent-pdf-extractor',
  kind: 'sub-agent',
  config: PdfSettings,
  setup({ config: settings }) {
    const usePdfium = pdfiumLender()
    return {
      accepts: ({ contentType }) => contentType === 'application/pdf',
      async extract(input, { signal }) {
        const { name, bytes } = input
        signal.throwIfAborted()
        const limit = settings.max_bytes
        if (bytes.length > limit)
          throw pdfError('PDF_TOO_LARGE', { name, what: 'bytes', count: bytes.length, limit, setting: 'max_bytes' })
        try {
          return await usePdfium(async (pdfium) => await extractPdf(input, { pdfium, settings, signal }))
        } catch (error) {
          if (CodedError.is(error) || signal.aborted || !isCrash(error)) throw error
          throw pdfError('PDF_BROKEN', { name, reason: 'it makes the reader of PDFs crash' }, { cause: error })
        }
      },
    }
  },
})
