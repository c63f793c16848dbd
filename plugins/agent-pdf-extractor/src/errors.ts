import { errorsOf } from '@datacortex/errors'

type TooLarge = {
  readonly name: string
  readonly what: 'bytes' | 'pages' | 'characters'
  readonly count: number
  readonly limit: number
  readonly setting: string
}

export const pdfError = errorsOf({
  PDF_ENCRYPTED: {
    message: ({ name }: { name: string }) => `${name} is encrypted and opens with a password only.`,
    hint: 'Save a copy without password from a program that can open it, and take that.',
    details: ({ name }) => ({ name, transient: false }),
  },
  PDF_BROKEN: {
    message: ({ name, reason }: { name: string; reason: string }) => `${name} can't be read as a PDF: ${reason}.`,
    hint: 'Open it in a PDF program and save it again; if that fails too, fetch it anew.',
    details: ({ name }) => ({ name, transient: false }),
  },
  PDF_NO_PAGES: {
    message: ({ name }: { name: string }) => `${name} has no pages.`,
    hint: 'Check that the file was exported completely.',
    details: ({ name }) => ({ name, transient: false }),
  },
  PDF_NO_TEXT_LAYER: {
    message: ({ name, pages, characters }: { name: string; pages: number; characters: number }) =>
      `${name} has ${characters} characters on ${pages} ${pages === 1 ? 'page' : 'pages'}: its pages are images.`,
    hint: 'Run it through a program that recognises text (OCR), such as `ocrmypdf in.pdf out.pdf`, and take that.',
    details: ({ name, pages, characters }) => ({ name, pages, characters, transient: false }),
  },
  PDF_TOO_LARGE: {
    message: ({ name, what, count, limit }: TooLarge) => `${name} has ${count} ${what}, more than ${limit}.`,
    hint: ({ setting }) => `Split it, or raise \`${setting}\` of agent-pdf-extractor in .datacore/settings.yaml.`,
    details: ({ name, what, count, limit }) => ({ name, what, count, limit, transient: false }),
  },
})
