import type { WorkIds } from '@datacortex/plugin'
import { oneLine } from '../text/one-line.ts'
import { safeLink } from '../text/safe-link.ts'
import { isoDate } from './iso-date.ts'
import type { StructuredThing } from './structured-data.ts'
import { textOf } from './structured-data.ts'
import type { Meta } from './work-ids.ts'
import { workIdsOf } from './work-ids.ts'

/** What a page says about itself. */
export type PageMetadata = {
  readonly title: string
  readonly authors: readonly string[]
  /** UTC, ISO 8601, as exact as it is known. */
  readonly publishedAt?: string | undefined
  /** The date as the page has it. */
  readonly publishedRaw?: string | undefined
  readonly siteName?: string | undefined
  readonly description?: string | undefined
  /** BCP 47. */
  readonly language?: string | undefined
  /** Canonical address. */
  readonly url: string
  readonly workIds?: WorkIds | undefined
}

/**
 * Title, authors, date and the like of a page: from JSON-LD, then OpenGraph, `citation_…` and other `<meta>`, then what
 * is shown. Each is one clean line.
 *
 * @param document - Before anything is removed.
 * @param options - Where it was read, and its structured data.
 */
export function pageMetadata(
  document: Document,
  { url, things }: { readonly url: string; readonly things: readonly StructuredThing[] },
): PageMetadata {
  const meta = metaOf(document)
  const work = things.find(({ types, fields }) => types.some((type) => workTypes.test(type)) && 'headline' in fields)
  const siteName = line(meta('og:site_name') ?? meta('application-name') ?? textOf(work?.fields['publisher']))
  const publishedRaw = line(rawDate(document, { meta, work, things }))
  return {
    title: titleOf(document, { meta, work, siteName }),
    authors: authorsOf(document, { meta, work }),
    publishedRaw,
    publishedAt: publishedRaw === undefined ? undefined : isoDate(publishedRaw),
    siteName,
    description: line(meta('og:description') ?? meta('description') ?? textOf(work?.fields['description'])),
    language: languageOf(
      document.documentElement.getAttribute('lang') ?? meta('og:locale') ?? meta('content-language'),
    ),
    url: canonical(document, { meta, url }),
    workIds: workIdsOf(meta, url),
  }
}

type Known = { readonly meta: Meta; readonly work: StructuredThing | undefined }

const workTypes = /(?:Article|Posting|Report|WebPage|CreativeWork|Thesis|Book|QAPage)$/

function metaOf(document: Document): Meta {
  const values = new Map<string, string>()
  for (const element of document.getElementsByTagName('meta')) {
    const name = element.getAttribute('property') ?? element.getAttribute('name') ?? element.getAttribute('itemprop')
    const content = element.getAttribute('content')?.trim() ?? ''
    const key = name?.toLowerCase() ?? ''
    if (key === '' || content === '') continue
    // A paper has a field for each of its authors.
    const before = values.get(key)
    if (before === undefined) values.set(key, content)
    else if (key === 'citation_author') values.set(key, `${before}\n${content}`)
  }
  return (...names) => names.map((name) => values.get(name)).find((value) => value !== undefined)
}

function line(value: string | undefined): string | undefined {
  const text = value === undefined ? '' : oneLine(value.replaceAll(/<[^>]*>/g, '')).slice(0, 1000)
  return text === '' ? undefined : text
}

function titleOf(
  document: Document,
  { meta, work, siteName }: Known & { readonly siteName: string | undefined },
): string {
  const shown = line(document.querySelector('title')?.textContent) ?? ''
  const headings = [...document.querySelectorAll('h1')].flatMap((heading) => line(heading.textContent) ?? [])
  // The heading that the window's title repeats is the page's own.
  const heading = headings.find(
    (text) => text.length > 2 && shown.toLowerCase().includes(text.toLowerCase()) && text !== siteName,
  )
  const said =
    line(textOf(work?.fields['headline'])) ?? line(meta('citation_title', 'dc.title', 'og:title', 'twitter:title'))
  return heading ?? withoutSite(said ?? (shown === '' ? (headings[0] ?? '') : shown), siteName)
}

/** `Title | Site` without the site. */
function withoutSite(title: string, siteName: string | undefined): string {
  if (siteName === undefined || title === siteName) return title
  const parts = title.split(/\s+[|–—·•»:-]\s+/)
  const last = parts.at(-1)?.toLowerCase()
  return parts.length > 1 && last === siteName.toLowerCase()
    ? title.slice(0, title.length - siteName.length).replace(/\s+\S\s+$/, '')
    : title
}

function authorsOf(document: Document, { meta, work }: Known): readonly string[] {
  const field = work?.fields['author'] ?? work?.fields['creator']
  const listed = (Array.isArray(field) ? field : [field]).flatMap((author) => textOf(author) ?? [])
  const cited = meta('citation_author')?.split('\n') ?? []
  const said = meta('author', 'article:author', 'dc.creator', 'parsely-author', 'sailthru.author')
  const shown = (): readonly string[] =>
    [...document.querySelectorAll('[rel="author"], [itemprop="author"], .byline a, .author-name')]
      .slice(0, 3)
      .map(({ textContent }) => textContent)
  for (const names of [() => listed, () => cited, () => (said === undefined ? [] : [said]), shown]) {
    const clean = [...new Set(names().flatMap((name) => authorName(name) ?? []))]
    if (clean.length > 0) return clean
  }
  return []
}

function authorName(raw: string): string | undefined {
  const name =
    line(raw)
      ?.replace(/^(?:by|von|par|por|di)\s+/i, '')
      .trim() ?? ''
  return name === '' || name.length > 80 || /^https?:|^@|[{}<>|]/.test(name) ? undefined : name
}

function rawDate(
  document: Document,
  { meta, work, things }: Known & { readonly things: readonly StructuredThing[] },
): string | undefined {
  const structured = [work, ...things].flatMap((thing) => textOf(thing?.fields['datePublished']) ?? [])[0]
  return (
    structured ??
    meta(
      'article:published_time',
      'citation_publication_date',
      'citation_date',
      'datepublished',
      'dc.date',
      'dc.date.issued',
      'dcterms.date',
      'date',
      'pubdate',
      'publish_date',
      'parsely-pub-date',
      'sailthru.date',
      'og:published_time',
    ) ??
    shownDate(document)
  )
}

function shownDate(document: Document): string | undefined {
  const times = [...document.getElementsByTagName('time')].filter((time) => time.hasAttribute('datetime'))
  const sure = times.find((time) => time.hasAttribute('pubdate') || time.getAttribute('itemprop') === 'datePublished')
  return (sure ?? times.find((time) => time.closest('article, header') !== null))?.getAttribute('datetime') ?? undefined
}

function languageOf(value: string | null | undefined): string | undefined {
  const tag = value?.trim().replace('_', '-') ?? ''
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) ? tag : undefined
}

function canonical(document: Document, { meta, url }: { readonly meta: Meta; readonly url: string }): string {
  const said = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? meta('og:url') ?? ''
  const link = said === '' ? undefined : safeLink(said, { base: url })
  // A page may not say that it is somebody else's.
  const isSame = link !== undefined && siteOf(link) === siteOf(url)
  return isSame ? link : url
}

function siteOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').split('.').slice(-2).join('.')
}
