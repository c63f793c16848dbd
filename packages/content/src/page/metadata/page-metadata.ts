import type { ExtractedDocument } from '@datacortex/plugin'
import { isoDate, wordSet } from '@datacortex/text'
import { isSamePage } from '../../address/is-same-page.ts'
import { isSameSite } from '../../address/is-same-site.ts'
import { oneLine } from '../../text/one-line.ts'
import { safeLink } from '../../text/safe-link.ts'
import { classOf } from '../tree/element.ts'
import { canonicalLink } from './claimed-address.ts'
import { withReferences } from './with-references.ts'
import type { PageElements } from '../tree/page-elements.ts'
import { type StructuredThing, textOf } from './structured-data.ts'
import { type Meta, workIdsOf } from './work-ids.ts'

export type PageMetadata = Pick<
  ExtractedDocument,
  'title' | 'authors' | 'publishedAt' | 'siteName' | 'description' | 'language' | 'workIds'
> & {
  /** The date as the page has it. */
  readonly publishedRaw?: string | undefined
  /** As the page itself names it, if it may; else where it was read. */
  readonly url: string
}

export function pageMetadata(
  document: Document,
  { url, elements, things }: { url: string; elements: PageElements; things: readonly StructuredThing[] },
): PageMetadata {
  const meta = metaOf(elements)
  const work = things.find(({ types, fields }) => types.some((type) => workTypes.test(type)) && 'headline' in fields)
  const siteName = line(meta('og:site_name') ?? meta('application-name') ?? textOf(work?.fields['publisher']))
  const publishedRaw = line(rawDate(elements, { meta, work, things }))
  return {
    title: titleOf(elements, { meta, work, siteName }),
    authors: authorsOf(elements, { meta, work }),
    publishedRaw,
    publishedAt: isoDate(publishedRaw),
    siteName,
    description: line(meta('og:description') ?? meta('description') ?? textOf(work?.fields['description'])),
    language: languageOf(
      document.documentElement.getAttribute('lang') ?? meta('og:locale') ?? meta('content-language'),
    ),
    url: canonical(elements, { meta, url }),
    workIds: workIdsOf(meta, url),
  }
}

type Known = { readonly meta: Meta; readonly work: StructuredThing | undefined }

const workTypes = /(?:Article|Posting|Report|WebPage|CreativeWork|Thesis|Book|QAPage)$/

function metaOf(elements: PageElements): Meta {
  const values = new Map<string, string>()
  for (const element of elements.named('meta')) {
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

/** What a page says to machines: marks of formatting go, and references that were written twice over are read. */
function line(value: string | undefined): string | undefined {
  return clean(withReferences((value ?? '').slice(0, mostCharacters).replaceAll(formatting, '')))
}

/** What a page shows. What looks like a tag there is one that is written about, as in `<table>: The Table element`. */
function shownLine(value: string): string | undefined {
  return clean(value.slice(0, mostCharacters))
}

function clean(value: string): string | undefined {
  return oneLine(value).slice(0, 1000) || undefined
}

const mostCharacters = 100_000
const formatting =
  /<\/?(?:a|abbr|b|big|br|cite|code|del|div|em|font|i|img|ins|mark|nobr|p|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]*)?\/?>/gi

function titleOf(elements: PageElements, { meta, work, siteName }: Known & { siteName: string | undefined }): string {
  const shown = shownLine(elements.named('title')[0]?.textContent ?? '') ?? ''
  const headings = elements.named('h1').flatMap((heading) => shownLine(heading.textContent) ?? [])
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

function authorsOf(elements: PageElements, { meta, work }: Known): readonly string[] {
  const field = work?.fields['author'] ?? work?.fields['creator']
  const listed = (Array.isArray(field) ? field : [field]).flatMap((author) => textOf(author) ?? [])
  const cited = meta('citation_author')?.split('\n') ?? []
  const said = meta('author', 'article:author', 'dc.creator', 'parsely-author', 'sailthru.author')
  const shown = () => Array.from(authorElements(elements).slice(0, 3), ({ textContent }) => textContent)
  for (const names of [() => listed, () => cited, () => (said === undefined ? [] : [said]), shown]) {
    const clean = [...new Set(names().flatMap((name) => authorName(name) ?? []))]
    if (clean.length > 0) return clean
  }
  return []
}

/** Those that say so by relation, property or class, and links in a line with the author's name. */
function authorElements({ all }: PageElements): readonly Element[] {
  const hasClass = (element: Element, name: string): boolean =>
    classOf(element).includes(name) && classOf(element).split(/\s+/).includes(name)
  const lines = all.filter((element) => hasClass(element, 'byline'))
  return all.filter(
    (element) =>
      element.getAttribute('rel') === 'author' ||
      element.getAttribute('itemprop') === 'author' ||
      hasClass(element, 'author-name') ||
      (element.localName === 'a' && lines.some((line) => line.contains(element))),
  )
}

function authorName(raw: string): string | undefined {
  const name = (line(raw) ?? '').replace(/^(?:by|von|par|por|di)\s+/i, '').trim()
  return name === '' || name.length > 80 || /^https?:|^@|[{}<>|]/.test(name) ? undefined : name
}

function rawDate(elements: PageElements, { meta, work, things }: Known & { things: readonly StructuredThing[] }) {
  const structured = [work, ...things].flatMap((thing) => textOf(thing?.fields['datePublished']) ?? [])[0]
  return structured ?? meta(...dateNames) ?? shownDate(elements)
}

const dateNames = wordSet(
  'article:published_time citation_publication_date citation_date datepublished dc.date dc.date.issued dcterms.date date',
  'pubdate publish_date parsely-pub-date sailthru.date og:published_time',
)

function shownDate(elements: PageElements): string | undefined {
  const times = elements.named('time').filter((time) => time.hasAttribute('datetime'))
  const sure = times.find((time) => time.hasAttribute('pubdate') || time.getAttribute('itemprop') === 'datePublished')
  return (sure ?? times.find((time) => time.closest('article, header') !== null))?.getAttribute('datetime') ?? undefined
}

function languageOf(value: string | null | undefined): string | undefined {
  const tag = value?.trim().replace('_', '-') ?? ''
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) ? tag : undefined
}

/** What the page names as its own address, if that may be: many sites name a wrong one on all their pages. */
function canonical(elements: PageElements, { meta, url }: { meta: Meta; url: string }): string {
  const [named, shared] = [canonicalLink(elements) ?? '', meta('og:url') ?? ''].map((link) =>
    link === '' ? undefined : safeLink(link, { base: url }),
  )
  if (named !== undefined && mayStandFor(named, url)) return named
  // It is made for sharing, and often says where the site is.
  return shared !== undefined && isSamePage(shared, url) ? shared : url
}

/** A page may not say that it is somebody else's, a site's start page or on another port of its host. */
function mayStandFor(named: string, url: string): boolean {
  if (isSamePage(named, url)) return true
  if (!isSameSite(named, url)) return false
  const { pathname, search, port } = new URL(named)
  return (pathname !== '/' || search !== '') && port === URL.parse(url)?.port
}
