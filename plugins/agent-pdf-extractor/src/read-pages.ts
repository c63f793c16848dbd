import { type Finding, type CodedError, warningFinding } from '@datacortex/errors'
import { setImmediate } from 'node:timers/promises'
import { pdfError } from './errors.ts'
import type { PdfDocument } from './open-document.ts'
import { type PdfPage, charactersOf } from './page-line.ts'
import type { PdfSettings } from './pdf-settings.ts'
import { pageReader } from './read-page.ts'

/** So often others get their turn, and an abort is seen. */
const pagesPerTurn = 8

/** Reads all pages of a document. Throws `PDF_TOO_LARGE` and `PDF_BROKEN` if no page can be read. */
export async function readPages(
  document: PdfDocument,
  { name, settings, signal }: { name: string; settings: PdfSettings; signal: AbortSignal },
): Promise<{ readonly pages: readonly PdfPage[]; readonly findings: readonly Finding[] }> {
  const { pageCount, handle, pdfium } = document
  const tooLarge = (what: 'pages' | 'characters', count: number): CodedError =>
    pdfError('PDF_TOO_LARGE', { name, what, count, limit: settings[`max_${what}`], setting: `max_${what}` })
  if (pageCount > settings.max_pages) throw tooLarge('pages', pageCount)
  const read = pageReader(pdfium, handle)
  const pages: PdfPage[] = []
  const unreadable: number[] = []
  let characters = 0
  for (let index = 0; index < pageCount; index += 1) {
    if (index % pagesPerTurn === pagesPerTurn - 1) await setImmediate()
    signal.throwIfAborted()
    const page = read(index, settings.max_characters - characters)
    if (typeof page === 'number') throw tooLarge('characters', characters + page)
    if (page === undefined) unreadable.push(index + 1)
    else pages.push(page)
    characters += charactersOf(page?.lines ?? [])
  }
  if (pages.length === 0) throw pdfError('PDF_BROKEN', { name, reason: 'none of its pages can be read' })
  const hidden = pages.filter(({ hiddenLines }) => hiddenLines > 0)
  const pictures = pages.filter(({ isPicture }) => isPicture)
  return {
    pages,
    findings: [
      ...(unreadable.length === 0 ? [] : [unreadableFinding(name, unreadable)]),
      ...(hidden.length === 0 ? [] : [hiddenFinding(name, hidden)]),
      ...(pictures.length === 0 ? [] : [picturesFinding(name, { pictures, all: pages.length })]),
    ],
  }
}

function unreadableFinding(subject: string, numbers: readonly number[]): Finding {
  return warningFinding('PDF_PAGE_UNREADABLE', subject, {
    message: `${numbers.length} pages can't be read: ${listOf(numbers)}.`,
    hint: 'Open the file and see whether it is complete.',
  })
}

function hiddenFinding(subject: string, pages: readonly PdfPage[]): Finding {
  const count = pages.reduce((sum, { hiddenLines }) => sum + hiddenLines, 0)
  return warningFinding('PDF_HIDDEN_TEXT', subject, {
    message: `${count} lines that no reader sees were left out, on page ${listOf(pages.map(({ number }) => number))}.`,
    hint: 'Text that is too small, white on white, not painted or beside the page may be meant for machines; look at the original.',
  })
}

function picturesFinding(subject: string, { pictures, all }: { pictures: readonly PdfPage[]; all: number }): Finding {
  const numbers = pictures.map(({ number }) => number)
  const which = numbers.length === 1 ? `page ${numbers[0]}` : `pages ${listOf(numbers)}`
  return warningFinding('PDF_PAGES_WITHOUT_TEXT', subject, {
    message: `${numbers.length} of ${all} pages ${numbers.length === 1 ? 'is a picture' : 'are pictures'} without text, of which nothing was read: ${which}.`,
    hint: 'If they are scanned text, run the file through a program that recognises it, such as `ocrmypdf --skip-text in.pdf out.pdf`, and take that.',
  })
}

function listOf(numbers: readonly number[]): string {
  return `${numbers.slice(0, 10).join(', ')}${numbers.length > 10 ? ', …' : ''}`
}
