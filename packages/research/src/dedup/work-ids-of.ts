import { withoutUndefined } from '@datacortex/errors'
import type { WorkIds } from '@datacortex/plugin'
import { type WorkIdKind, normaliseWorkIds, workIdKinds } from './normalise-work-id.ts'
import { workIdsOfUrl } from './work-ids-of-url.ts'

export type WorkBearing = {
  readonly url?: string | undefined
  readonly canonicalUrl?: string | undefined
  readonly text?: string | undefined
  readonly workIds?: WorkIds | undefined
}

/** The ids of the work that a document is: from its fields, addresses, or lines that hold nothing but an id. */
export function workIdsOf({ url, canonicalUrl, text, workIds }: WorkBearing): WorkIds {
  return {
    ...(text === undefined ? {} : idsOfHead(text)),
    ...(url === undefined ? {} : workIdsOfUrl(url)),
    ...(canonicalUrl === undefined ? {} : workIdsOfUrl(canonicalUrl)),
    ...(workIds === undefined ? {} : withoutUndefined(normaliseWorkIds(workIds))),
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
  return withoutUndefined(normaliseWorkIds(found))
}
