import { type Finding, infoFinding, withoutUndefined } from '@datacortex/errors'
import type { Extraction, SubAgentInput } from '@datacortex/plugin'
import { invisibleFinding } from '@datacortex/content'
import { columnRights } from './column-rights.ts'
import { createLineCleaner } from './clean-line.ts'
import { pdfAuthors, pdfDate, workIdsOf } from './document-fields.ts'
import { documentTitle } from './document-title.ts'
import { pdfError } from './errors.ts'
import { joinScripts } from './join-scripts.ts'
import { openDocument } from './open-document.ts'
import { charactersOf } from './page-line.ts'
import type { PdfSettings } from './pdf-settings.ts'
import type { Pdfium } from './pdfium.ts'
import { pageParts } from './page-parts.ts'
import { readPages } from './read-pages.ts'
import { removeRunningHeads } from './remove-running-heads.ts'
import { renderParts } from './render-parts.ts'
import { typicalPrint } from './typical-print.ts'
import { wordJoiner } from './word-joiner.ts'

/** Fewer characters a page on average are stamps on a scan. */
const leastPerPage = 30

/** Turns a PDF into one Markdown document with pages. Throws errors of the area `PDF`. */
export async function extractPdf(
  input: SubAgentInput,
  { pdfium, settings, signal }: { pdfium: Pdfium; settings: PdfSettings; signal: AbortSignal },
): Promise<Extraction> {
  const { name, bytes } = input
  const document = openDocument(pdfium, { bytes, name })
  const read = await readPages(document, { name, settings, signal })
  const cleaner = createLineCleaner()
  const pages = read.pages.map((page) => ({
    ...page,
    lines: joinScripts(page.lines.map((line) => cleaner.clean(line)).filter(({ text }) => text !== '')),
  }))
  const { pages: bare, removed } = removeRunningHeads(pages)
  const characters = charactersOf(bare.flatMap(({ lines }) => lines))
  // What stands on every page of a short file alone is its text, not its running head.
  const all = characters === 0 ? pages : bare
  const counted = charactersOf(pages.flatMap(({ lines }) => lines))
  if (counted < leastPerPage * pages.length)
    throw pdfError('PDF_NO_TEXT_LAYER', { name, pages: pages.length, characters: counted })
  const lines = all.flatMap(({ lines }) => lines)
  const print = typicalPrint(lines)
  const columnRight = columnRights(all)
  const parts = pageParts(all, { print, columnRight })
  const { text, blocks } = renderParts(parts, { joinHalves: wordJoiner(lines), columnRight })
  const stated = document.field('Title')
  const publishedAt = pdfDate(document.field('CreationDate'))
  const workIds = workIdsOf(textOf(pages.slice(0, 1))) ?? workIdsOf(textOf(pages.slice(1, 2)))
  return {
    documents: [
      {
        id: '',
        title: documentTitle(parts, { stated, print, name, height: pages[0]?.height ?? 0 }),
        text,
        blocks,
        authors: pdfAuthors(document.field('Author')),
        ...withoutUndefined({ publishedAt, workIds }),
      },
    ],
    findings: [
      ...read.findings,
      ...invisibleFinding(cleaner.removed(), name),
      ...(removed.length === 0 || characters === 0 ? [] : [headsFinding(name, removed)]),
    ],
  }
}

function textOf(pages: readonly { readonly lines: readonly { readonly text: string }[] }[]): string {
  return pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')
}

function headsFinding(subject: string, removed: readonly string[]): Finding {
  const shown = removed.slice(0, 3).map((line) => `“${line.slice(0, 80)}”`)
  return infoFinding('PDF_RUNNING_HEADS_REMOVED', subject, {
    message: `Lines that repeat from page to page were left out: ${shown.join(', ')}${removed.length > 3 ? ' and others' : ''}.`,
  })
}
