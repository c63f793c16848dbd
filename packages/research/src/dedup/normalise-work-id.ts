import { decodedUri } from '@datacortex/platform'
import type { WorkIds } from '@datacortex/plugin'

/** The kinds of ids, the most telling first. */
export const workIdKinds = ['doi', 'pmid', 'pmcid', 'arxiv', 'semantic_scholar', 'isbn'] as const

export type WorkIdKind = (typeof workIdKinds)[number]

/** An id in the form in which two spellings of it are equal, with or without prefix; undefined if it is none. */
export function normaliseWorkId(kind: WorkIdKind, value: string): string | undefined {
  return normalisers[kind](value.trim())
}

/** All ids in the form in which they can be compared; a DOI that arXiv gave is the arXiv id. */
export function normaliseWorkIds(ids: WorkIds): WorkIds {
  const found: { [Kind in WorkIdKind]?: string } = {}
  for (const kind of workIdKinds) {
    const value = ids[kind]
    const id = value === undefined ? undefined : normaliseWorkId(kind, value)
    if (id === undefined) continue
    const arxiv = kind === 'doi' ? /^10\.48550\/arxiv\.(?<id>.+)$/u.exec(id)?.groups?.['id'] : undefined
    if (arxiv === undefined) found[kind] = id
    else found.arxiv = arxivId(arxiv) ?? arxiv
  }
  return found
}

const normalisers: Readonly<Record<WorkIdKind, (value: string) => string | undefined>> = {
  doi: (value) => {
    const plain = value.replace(/^(?:https?:\/\/)?(?:dx\.)?doi\.org\/|^doi:\s*/iu, '')
    const doi = /^10\.\d{4,9}\/\S+$/u.exec(decodedUri(plain) ?? plain)?.[0]
    return doi?.replace(/[.,;:!?'"\]}>]+$/u, '').toLowerCase()
  },
  arxiv: arxivId,
  pmid: (value) => /^(?:pmid:?\s*)?0*(?<id>[1-9]\d{0,8})$/iu.exec(value)?.groups?.['id'],
  pmcid: (value) => {
    const digits = /^(?:pmcid:?\s*)?(?:pmc)?(?<id>\d{3,9})(?:\.\d+)?$/iu.exec(value)?.groups?.['id']
    return digits === undefined ? undefined : `PMC${digits}`
  },
  semantic_scholar: (value) =>
    /^[\da-f]{40}$/iu.exec(value)?.[0].toLowerCase() ?? /^(?:corpusid:)?(?<id>\d{3,12})$/iu.exec(value)?.groups?.['id'],
  isbn,
}

function arxivId(value: string): string | undefined {
  const plain = value.replace(/^(?:https?:\/\/)?(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html)\/|^arxiv:\s*/iu, '')
  const match = /^(?<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d{1,3})?(?:\.pdf)?$/iu.exec(plain)
  return match?.groups?.['id']?.toLowerCase()
}

/** Ten digits become thirteen, so that both forms of one book are equal. */
function isbn(value: string): string | undefined {
  const digits = value
    .replace(/^isbn(?:-1[03])?:?\s*/iu, '')
    .replaceAll(/[\s-]/gu, '')
    .toUpperCase()
  if (/^\d{13}$/u.test(digits)) return /^97[89]/u.test(digits) && sumOfThirteen(digits) % 10 === 0 ? digits : undefined
  if (!/^\d{9}[\dX]$/u.test(digits)) return undefined
  const sum = Array.from(digits).reduce(
    (all, digit, index) => all + (10 - index) * (digit === 'X' ? 10 : Number(digit)),
    0,
  )
  if (sum % 11 !== 0) return undefined
  const body = `978${digits.slice(0, 9)}`
  return `${body}${(10 - (sumOfThirteen(body) % 10)) % 10}`
}

function sumOfThirteen(digits: string): number {
  return Array.from(digits).reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
}
