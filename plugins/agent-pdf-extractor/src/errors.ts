import { type MakeError, errorsOf } from '@datacortex/errors'

export type PdfErrors = {
  readonly PDF_ENCRYPTED: { readonly name: string }
  readonly PDF_BROKEN: { readonly name: string; readonly reason: string }
  readonly PDF_NO_PAGES: { readonly name: string }
  readonly PDF_NO_TEXT_LAYER: { readonly name: string; readonly pages: number; readonly characters: number }
  readonly PDF_TOO_LARGE: {
    readonly name: string
    readonly what: 'bytes' | 'pages' | 'characters'
    readonly count: number
    readonly limit: number
    readonly setting: string
  }
}

export const pdfError: MakeError<PdfErrors> = errorsOf<PdfErrors>({
  PDF_ENCRYPTED: {
    message: ({ name }) => `${name} is encrypted and opens with a password only.`,
    hint: 'Save a copy without password from a program that can open it, and take that.',
    details: ({ name }) => ({ name, transient: false }),
  },
  PDF_BROKEN: {
    message: ({ name, reason }) => `${name} can't be read as a PDF: ${reason}.`,
    hint: 'Open it in a PDF program and save it again; if that fails too, fetch it anew.',
    details: ({ name }) => ({ name, transient: false }),
  },
  PDF_NO_PAGES: {
    message: ({ name }) => `${name} has no pages.`,
    hint: 'Check that the file was exported completely.',
    details: ({ name }) => ({ name, transient: false }),
  },
  PDF_NO_TEXT_LAYER: {
    message: ({ name, pages, characters }) =>
      `${name} has ${characters} characters on ${pages} ${pages === 1 ? 'page' : 'pages'}: its pages are images.`,
    hint: 'Run it through a program that recognises text (OCR), such as `ocrmypdf in.pdf out.pdf`, and take that.',
    details: ({ name, pages, characters }) => ({ name, pages, characters, transient: false }),
  },
  PDF_TOO_LARGE: {
    message: ({ name, what, count, limit }) => `${name} has ${count} ${what}, more than ${limit}.`,
    hint: ({ setting }) => `Split it, or raise \`${setting}\` of agent-pdf-extractor in .datacore/settings.yaml.`,
    details: ({ name, what, count, limit }) => ({ name, what, count, limit, transient: false }),
  },
})
