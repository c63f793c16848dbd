import { sha256 } from '@datacortex/platform'
import type { WorkIds } from '@datacortex/plugin'
import { type TitleKey, titleKey } from './match-titles.ts'
import { normaliseUrl } from './normalise-url.ts'
import { workIdKinds } from './normalise-work-id.ts'
import { registrableDomain } from './registrable-domain.ts'
import { type Shingles, shinglesOf, withoutLinkTargets } from './shingles.ts'
import type { DedupDocument } from './types.ts'
import { wordsOf } from './words.ts'
import { workIdsOf } from './work-ids-of.ts'

export type PreparedDocument = {
  readonly id: string
  readonly urls: readonly string[]
  readonly domain: string | undefined
  /** Last part of the path, without what marks a version for printing or for telephones. */
  readonly slug: string | undefined
  /** Address without what marks such a version, on any host of the domain. */
  readonly place: string | undefined
  readonly workIds: WorkIds
  readonly title: TitleKey
  readonly year: number | undefined
  readonly authors: ReadonlySet<string>
  readonly shingles: Shingles
  readonly textHash: string | undefined
  /** Equal titles of different documents of one source: such a title names a column, not a text. */
  readonly recurringTitle: boolean
}

const fewestWords = 8

export function prepareDocument(document: DedupDocument): PreparedDocument {
  const { id, title, url, canonicalUrl, text, publishedAt, siteName } = document
  const urls = url === undefined ? [] : [normaliseUrl(url), normaliseUrl(url, { canonical: canonicalUrl })]
  const words = text === undefined ? [] : wordsOf(withoutLinkTargets(text))
  const year = /^(?:1[5-9]|2\d)\d{2}/u.exec(publishedAt ?? '')?.[0]
  const address = urls.at(-1)
  return {
    id,
    urls: [...new Set(urls.filter((one) => one !== undefined))],
    domain: address === undefined ? undefined : registrableDomain(address),
    slug: address === undefined ? undefined : slugOf(address),
    place: address === undefined ? undefined : placeOf(address),
    workIds: workIdsOf(document),
    title: titleKey(title, siteName === undefined ? [] : [siteName]),
    year: year === undefined ? undefined : Number(year),
    authors: new Set((document.authors ?? []).flatMap(familyName)),
    shingles: text === undefined ? new Set() : shinglesOf(text),
    textHash: words.length < fewestWords ? undefined : sha256(words.join(' ')),
    recurringTitle: false,
  }
}

const versionMarks = /^(?:amp|print|printable|m|mobile|full)(?:\.html?)?$/u

function placeOf(address: string): string | undefined {
  const url = URL.parse(address)
  if (url === null || url.pathname === '/') return undefined
  const parts = url.pathname
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && !versionMarks.test(part))
  const path = parts.join('/').replace(/(?:[._-](?:amp|print|mobile))?(?:\.(?:html?|amp))?$/u, '')
  for (const name of ['amp', 'print', 'printable', 'view', 'outputtype', 'mobile', 'm']) {
    const key = [...url.searchParams.keys()].find((one) => one.toLowerCase() === name)
    if (key !== undefined && /^(?:|1|true|yes|amp|print|mobile|all)$/iu.test(url.searchParams.get(key) ?? ''))
      url.searchParams.delete(key)
  }
  return path === '' ? undefined : `${registrableDomain(address)}/${path}?${url.searchParams.toString()}`
}

function slugOf(address: string): string | undefined {
  const parts = (URL.parse(address)?.pathname ?? '')
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')
  while (/^(?:amp|print|m|mobile|full|pdf|html?)(?:\.html?)?$/u.test(parts.at(-1) ?? '')) parts.pop()
  const slug = (parts.at(-1) ?? '').replace(/(?:[._-](?:amp|print|mobile))?(?:\.(?:amp|html?|php|aspx?|pdf))*$/u, '')
  // A number or a single word is no name of a text.
  return slug.split(/[-_]/u).length >= 4 ? slug : undefined
}

/** Without given names, which are shortened or left out in many places: `Ada M. Lovelace`, `Lovelace, A. M.` */
function familyName(author: string): readonly string[] {
  const plain = author
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  const comma = plain.indexOf(',')
  const words = wordsOf(comma > 0 ? plain.slice(0, comma) : plain).filter(
    (word) => !/^(?:jr|sr|ii|iii|phd|md|dr|prof)$/u.test(word),
  )
  // Particles and first surnames are left out in many places; `Lovelace A M` stands in lists of references.
  const name = words.findLast((word) => word.length > 1)
  return name === undefined ? [] : [name]
}

/** Documents of one domain or source with one title that are surely different make it the title of a column. */
export function markRecurringTitles(prepared: readonly PreparedDocument[], documents: readonly DedupDocument[]) {
  const places = Map.groupBy(prepared.keys(), (place) => prepared[place]?.title.text ?? '')
  const recurring = new Set<string>()
  for (const [title, group] of places) {
    const members = group.flatMap((place) => {
      const [own, document] = [prepared[place], documents[place]]
      return own === undefined || document === undefined ? [] : [{ own, published: document.publishedAt ?? '' }]
    })
    const pairs = members.flatMap((a, index) => members.slice(index + 1, index + 20).map((b) => [a, b] as const))
    const different = pairs.some(
      ([a, b]) =>
        a.own.domain !== undefined &&
        a.own.domain === b.own.domain &&
        a.own.urls[0] !== b.own.urls[0] &&
        a.published.length >= 4 &&
        b.published.length >= 4 &&
        a.published.slice(0, 10) !== b.published.slice(0, 10) &&
        (a.own.textHash === undefined || a.own.textHash !== b.own.textHash) &&
        (a.own.slug === undefined || a.own.slug !== b.own.slug) &&
        !shareIds(a.own, b.own),
    )
    if (different) recurring.add(title)
  }
  return prepared.map((document) =>
    recurring.has(document.title.text) ? { ...document, recurringTitle: true } : document,
  )
}

function shareIds(a: PreparedDocument, b: PreparedDocument): boolean {
  return workIdKinds.some((kind) => a.workIds[kind] !== undefined && a.workIds[kind] === b.workIds[kind])
}
