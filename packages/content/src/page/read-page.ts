import { type Finding, warningFinding } from '@datacortex/errors'
import type { ExtractedBlock } from '@datacortex/plugin'
import { contentError } from '../errors.ts'
import { invisibleFinding } from '../text/invisible-finding.ts'
import { markdownBlocks } from '../text/markdown-blocks.ts'
import { sanitiseText } from '../text/sanitise-text.ts'
import { claimedAddress } from './metadata/claimed-address.ts'
import { extractArticle } from './extract-article.ts'
import { extractRegion } from './extract-region.ts'
import { pageElements } from './tree/page-elements.ts'
import { type PageGenre, pageGenre } from './page-genre.ts'
import { type PageMetadata, pageMetadata } from './metadata/page-metadata.ts'
import { isPaid, isPreview, refusalSigns, throwIfRefused } from './page-refusal.ts'
import { parsePage } from './tree/parse-page.ts'
import { plainText } from './markdown/plain-text.ts'
import { type ProductFacts, productFacts } from './metadata/product-facts.ts'
import { removeHidden } from './drop/remove-hidden.ts'
import { type StructuredThing, structuredData, textOf } from './metadata/structured-data.ts'
import { measureText } from './tree/text-measures.ts'
import { toMarkdown } from './markdown/to-markdown.ts'

export type ReadPage = PageMetadata & {
  readonly genre: PageGenre
  /** Markdown, NFC, without raw HTML and invisible characters; images are links. */
  readonly text: string
  /** The same words without marks and addresses, a line for each block. */
  readonly plainText: string
  readonly blocks: readonly ExtractedBlock[]
  /** Characters of hidden text that were removed. */
  readonly hidden: number
  readonly findings: readonly Finding[]
}

/**
 * Reads a page: what it is about as Markdown, and what it says of itself. Nothing of it is run or loaded.
 *
 * Articles go through Readability and a filter; forums, products, documentation and lists each through rules of their
 * own, by what schema.org's types, the address and the structure tell of the page.
 * @param options - `url`: where it was read, base of relative links; `about:blank` if that is not known, then it is taken
 *   to stand where it says itself.
 * @throws `PAGE_LOGIN_REQUIRED` and others if it shows a wall, a log-in form or a shell for scripts instead of content.
 * @throws `PAGE_EMPTY` if it has no text.
 * @throws `PAGE_TOO_LARGE` above 20 million characters or 300,000 tags.
 * @example const { title, text } = readPage(html, { url: 'https://example.org/' })
 * @see https://github.com/mozilla/readability
 */
export function readPage(html: string, { url: known }: { url: string }): ReadPage {
  const { document, isCut } = parsePage(html, { url: known })
  const elements = pageElements(document)
  const url = known === 'about:blank' ? (claimedAddress(elements) ?? known) : known
  const things = structuredData(elements)
  const metadata = pageMetadata(document, { url, elements, things })
  const signs = refusalSigns(elements)
  const hidden = removeHidden(document, elements)
  const measures = measureText(document.body)
  // All that the page shows, as far as it matters; it is taken apart below.
  const shown = plainText(document.body, 4000)
  const genre = pageGenre(document, { url, things, elements, measures })
  const root = rootOf(document, { genre, html, url, least: measures.of(document.body).text * 0.1 })
  const words = sanitiseText(plainText(root))
  if (words.text.length < 1500)
    throwIfRefused({ url, title: metadata.title, shown, content: words.text, things, signs })
  const found = { text: sanitiseText(toMarkdown(root, { base: url })).text, plain: words.text }
  const { text, plain } = filled(found, { things, genre })
  if (plain === '') throw contentError('PAGE_EMPTY', { url })
  const isTeaser = isPreview({ shown, content: words.text, things })
  const isPart = words.text.length < 2500 && isPaid(things)
  return {
    ...metadata,
    genre,
    text,
    plainText: plain,
    blocks: markdownBlocks(text),
    hidden,
    findings: [
      ...invisibleFinding(words.removed, url),
      ...(hidden > 0 ? [hiddenFinding(url, hidden)] : []),
      ...(isTeaser || isPart ? [paidFinding(url, isTeaser ? teaser : beginning)] : []),
      ...(isCut ? [depthFinding(url)] : []),
    ],
  }
}

type RootOptions = { readonly genre: PageGenre; readonly html: string; readonly url: string; readonly least: number }

/** The element with the content. An article that Readability does not see is looked for as any other page. */
function rootOf(document: Document, { genre, html, url, least }: RootOptions): Element {
  if (genre !== 'article') return extractRegion(document, { genre, url })
  const article = extractArticle(document)
  const length = article === undefined ? 0 : measureText(article).of(article).text
  if (article !== undefined && length >= Math.max(200, least)) return article
  const again = parsePage(html, { url }).document
  removeHidden(again)
  const region = extractRegion(again, { genre: 'page', url })
  return article === undefined || measureText(region).of(region).text > length ? region : article
}

/** What the page tells machines, where it shows too little to people. */
function filled(found: Found, { things, genre }: { things: readonly StructuredThing[]; genre: PageGenre }): Found {
  if (genre === 'product' && found.plain.length < 300) return withFacts(found, productFacts(things))
  if (found.plain.length >= 200) return found
  const bodies = things.flatMap(({ fields }) => textOf(fields['articleBody']) ?? textOf(fields['text']) ?? [])
  const body = bodies.toSorted((a, b) => b.length - a.length)[0]
  if (body === undefined || body.length < 300) return found
  return asText(paragraphs(body))
}

type Found = { readonly text: string; readonly plain: string }

/** What the page does not show already comes below what it shows. */
function withFacts(found: Found, { description = '', rows }: ProductFacts): Found {
  const shown = found.plain.toLowerCase()
  const isNew = (text: string): boolean => text !== '' && !shown.includes(text.toLowerCase().trim().slice(0, 80))
  const fresh = rows.filter(([, value]) => isNew(value))
  // A table has at least two rows.
  const table =
    fresh.length < 2
      ? fresh.map(([name, value]) => paragraphs(`${name}: ${value}`)).join('')
      : `<table>${fresh.map(([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`).join('')}</table>`
  const added = `${isNew(description) ? paragraphs(description.replaceAll(/<[^<>]*>/g, ' ')) : ''}${table}`
  if (added === '') return found
  const { text, plain } = asText(added)
  return {
    text: [found.text, text].filter((part) => part !== '').join('\n\n'),
    plain: [found.plain, plain].filter((part) => part !== '').join('\n'),
  }
}

function asText(html: string): Found {
  const { document } = parsePage(`<body>${html}</body>`, { url: 'about:blank' })
  return {
    text: sanitiseText(toMarkdown(document.body, { base: 'about:blank' })).text,
    plain: sanitiseText(plainText(document.body)).text,
  }
}

function paragraphs(text: string): string {
  return `<p>${escaped(text).replaceAll(/\n+/g, '<p>')}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function hiddenFinding(subject: string, hidden: number): Finding {
  return warningFinding('PAGE_HIDDEN_TEXT', subject, {
    message: `${hidden} characters that the page hides from its readers were left out.`,
    hint: 'Menus are often hidden; if the page is not to be trusted, look at its source.',
  })
}

const teaser = ['PAGE_PREVIEW_ONLY', 'The page shows only a teaser of what it wants to be paid for.'] as const
const beginning = ['PAGE_PART_ONLY', 'The page says that reading it costs; this may be only its beginning.'] as const

function paidFinding(subject: string, [code, message]: typeof teaser | typeof beginning): Finding {
  const hint = 'If you may read it, save the page from a browser and ingest the file.'
  return warningFinding(code, subject, { message, hint })
}

function depthFinding(subject: string): Finding {
  return warningFinding('PAGE_DEPTH_CUT', subject, {
    message: 'The page nests its elements deeper than is read; below that only the text was kept.',
  })
}
