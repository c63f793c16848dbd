import { CodedError } from '@datacortex/errors'

/** The file needs a password. */
export class PdfEncryptedError extends CodedError {
  constructor({ name }: { name: string }) {
    super('PDF_ENCRYPTED', `${name} is encrypted and opens with a password only.`, {
      hint: 'Save a copy without password from a program that can open it, and take that.',
      details: { name, transient: false },
    })
  }
}

/** The file is no PDF, or too damaged to be read. */
export class PdfBrokenError extends CodedError {
  constructor({ name, reason, cause }: { name: string; reason: string; cause?: unknown }) {
    super('PDF_BROKEN', `${name} can't be read as a PDF: ${reason}.`, {
      hint: 'Open it in a PDF program and save it again; if that fails too, fetch it anew.',
      details: { name, transient: false },
      cause,
    })
  }
}

/** A PDF without a page. */
export class PdfNoPagesError extends CodedError {
  constructor({ name }: { name: string }) {
    super('PDF_NO_PAGES', `${name} has no pages.`, {
      hint: 'Check that the file was exported completely.',
      details: { name, transient: false },
    })
  }
}

/** Pages are images: a scan, or slides that were drawn. */
export class PdfNoTextLayerError extends CodedError {
  constructor({ name, pages, characters }: { name: string; pages: number; characters: number }) {
    super(
      'PDF_NO_TEXT_LAYER',
      `${name} has ${characters} characters on ${pages} ${pages === 1 ? 'page' : 'pages'}: its pages are images.`,
      {
        hint: 'Run it through a program that recognises text (OCR), such as `ocrmypdf in.pdf out.pdf`, and take that.',
        details: { name, pages, characters, transient: false },
      },
    )
  }
}

/** More bytes, pages or characters than the settings allow. */
export class PdfTooLargeError extends CodedError {
  constructor({
    name,
    what,
    count,
    limit,
    setting,
  }: {
    name: string
    what: 'bytes' | 'pages' | 'characters'
    count: number
    limit: number
    setting: string
  }) {
    super('PDF_TOO_LARGE', `${name} has ${count} ${what}, more than ${limit}.`, {
      hint: `Split it, or raise \`${setting}\` of agent-pdf-extractor in .datacore/settings.yaml.`,
      details: { name, what, count, limit, transient: false },
    })
  }
}
