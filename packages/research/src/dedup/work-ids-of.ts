import { decodedUri } from '@datacortex/platform'
import type { WorkIds } from '@datacortex/plugin'
import { type WorkIdKind, normaliseWorkIds, workIdKinds } from './normalise-work-id.ts'
import type { DedupDocument } from './types.ts'
import { unwrapUrl } from './unwrap-url.ts'

type WorkBearing = Pick<DedupDocument, 'url' | 'canonicalUrl' | 'text' | 'workIds'>

/** The ids of the work that a document is: from its fields, addresses, or lines that hold nothing but an id. */
export function workIdsOf({ url, canonicalUrl, text, workIds }: WorkBearing): WorkIds {
  return {
    ...(text === undefined ? {} : idsOfHead(text)),
    ...(url === undefined ? {} : workIdsOfUrl(url)),
    ...(canonicalUrl === undefined ? {} : workIdsOfUrl(canonicalUrl)),
    ...(workIds === undefined ? {} : normaliseWorkIds(workIds)),
  }
}

/** Ids of all works that a text names, sorted: `doi:10.1000/xyz`, `arxiv:2101.00001`. */
export function citedWorks(text: string): readonly string[] {
  const found = new Set<string>()
  for (const kind of workIdKinds) {
    for (const id of idsIn(text, kind)) {
      for (const [named, value] of Object.entries(normaliseWorkIds({ [kind]: id }))) found.add(`${named}:${value}`)
    }
  }
  return [...found].sort()
}

const headLength = 1200
const longestIdLine = 160

const patterns: Readonly<Record<WorkIdKind, RegExp>> = {
  doi: /\b(?<id>10\.\d{4,9}\/[^\s"'<>()[\]{}|]+(?:\([^\s()]{1,40}\)[^\s"'<>()[\]{}|]*)*)/giu,
  arxiv:
    /\barxiv(?::\s*|\.org\/(?:abs|pdf|html)\/)(?<id>\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[a-z]{2})?\/\d{7}(?:v\d+)?)/giu,
  pmid: /\bPMID:?\s*(?<id>\d{4,9})\b/giu,
  pmcid: /\b(?<id>PMC\d{4,9})\b/gu,
  semantic_scholar: /\bsemanticscholar\.org\/paper\/(?:[^\s/)]+\/)?(?<id>[\da-f]{40})\b/giu,
  isbn: /\bISBN(?:-1[03])?:?\s*(?<id>[\dX][\dX -]{8,16}[\dX])\b/giu,
}

function idsIn(text: string, kind: WorkIdKind): readonly string[] {
  return [...text.matchAll(patterns[kind])].flatMap(({ groups }) => groups?.['id'] ?? [])
}

/** A page about a work names it in a sentence; the work itself names it in a line of its own, and once. */
function idsOfHead(text: string): WorkIds {
  const lines = text
    .slice(0, headLength)
    .split('\n')
    .filter((line) => line.length <= longestIdLine && !/\p{L}[^.]*\s\p{Ll}+\s\p{Ll}+\s\p{Ll}+/u.test(line))
    .join('\n')
  const found: { [Kind in WorkIdKind]?: string } = {}
  for (const kind of workIdKinds) {
    const ids = new Set(idsIn(lines, kind).flatMap((id) => normaliseWorkIds({ [kind]: id })[kind] ?? id))
    const [only] = ids
    if (only !== undefined && ids.size === 1) found[kind] = only
  }
  return normaliseWorkIds(found)
}

/** Where hosts that hold works put their ids; matched against host and path without `www.`. */
const places: readonly { readonly kind: WorkIdKind; readonly pattern: RegExp; readonly prefix?: string }[] = [
  { kind: 'doi', pattern: /^(?:dx\.)?doi\.org\/(?<id>10\.\d{4,9}\/.+)$/iu },
  { kind: 'doi', pattern: /^(?:bio|med)rxiv\.org\/content\/(?<id>10\.\d{4,9}\/[\d.]*\d)(?:v\d+)?(?:\.[a-z].*)?$/iu },
  { kind: 'doi', pattern: /\/doi\/(?:(?:abs|full|pdf|pdfdirect|epdf|epub|book|reader)\/)*(?<id>10\.\d{4,9}\/[^/]+)/iu },
  {
    kind: 'doi',
    pattern: /^link\.springer\.com\/(?:article|chapter|book|content\/pdf)\/(?<id>10\.\d{4,9}\/[^/]+?)(?:\.pdf)?$/iu,
  },
  {
    kind: 'doi',
    pattern: /^nature\.com\/articles\/(?<id>s?\d[\w-]+?)(?:\.pdf|_reference\.pdf)?$/iu,
    prefix: '10.1038/',
  },
  {
    kind: 'arxiv',
    pattern: /^(?:export\.)?(?:arxiv\.org|alphaxiv\.org)\/(?:abs|pdf|html|e-print|format)\/(?<id>.+)$/iu,
  },
  { kind: 'arxiv', pattern: /^huggingface\.co\/papers\/(?<id>\d{4}\.\d{4,5})$/iu },
  {
    kind: 'pmid',
    pattern:
      /^(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed|europepmc\.org\/(?:article|abstract)\/MED)\/(?<id>\d+)$/iu,
  },
  {
    kind: 'pmcid',
    pattern:
      /^(?:pmc\.ncbi\.nlm\.nih\.gov\/articles|ncbi\.nlm\.nih\.gov\/pmc\/articles|europepmc\.org\/(?:articles?|article\/PMC))\/(?<id>PMC\d+)/iu,
  },
  { kind: 'semantic_scholar', pattern: /^semanticscholar\.org\/paper\/(?:[^/]+\/)?(?<id>[\da-f]{40})$/iu },
  { kind: 'isbn', pattern: /^openlibrary\.org\/isbn\/(?<id>[\dX-]+)$/iu },
]

function workIdsOfUrl(address: string): WorkIds {
  const url = URL.parse(unwrapUrl(address))
  if (url === null || !/^https?:$/u.test(url.protocol)) return {}
  const place = `${url.hostname.replace(/^www\./u, '')}${(decodedUri(url.pathname) ?? url.pathname).replace(/\/+$/u, '')}`
  for (const { kind, pattern, prefix = '' } of places) {
    const id = pattern.exec(place)?.groups?.['id']
    if (id === undefined) continue
    const ids = normaliseWorkIds({ [kind]: `${prefix}${id}` })
    if (Object.keys(ids).length > 0) return ids
  }
  return {}
}
