import { decodedUri } from '@datacortex/platform'
import type { WorkIds } from '@datacortex/plugin'
import { type WorkIdKind, normaliseWorkIds } from './normalise-work-id.ts'
import { unwrapUrl } from './unwrap-url.ts'

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

/** Ids that an address holds, normalised. */
export function workIdsOfUrl(address: string): WorkIds {
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
