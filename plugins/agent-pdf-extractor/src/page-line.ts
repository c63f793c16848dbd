/** A piece of a line with a wide gap before and after it. */
export type LineCell = { readonly text: string; readonly left: number; readonly right: number }

/** A line of a page as it is printed. Lengths are points; y grows upwards. */
export type PageLine = {
  readonly text: string
  readonly page: number
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
  /** Of the letters, 100–900 or as PDFium guesses it from their stems. */
  readonly weight: number
  /** Not turned, as the page is shown. */
  readonly isUpright: boolean
  /** Whether a hyphen at its end was cut off: PDFium knows them from dashes. */
  readonly hasHyphen: boolean
  /** One, unless there are wide gaps. */
  readonly cells: readonly LineCell[]
}

/** A page with its lines in the order of reading. */
export type PdfPage = {
  readonly number: number
  readonly height: number
  readonly lines: readonly PageLine[]
  /** Lines that no reader sees: too small, or beside the page. */
  readonly hiddenLines: number
  /** Whether it is a picture with next to no text: scanned, without recognised text. */
  readonly isPicture: boolean
}

export function charactersOf(lines: readonly PageLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0)
}
