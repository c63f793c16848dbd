import type { CatalogEntry, Published } from '@datacortex/space/published'
import { parseParams } from '../a2a/parse-params.ts'
import { ProtocolError } from '../a2a/protocol-error.ts'
import { type FittingOptions, deepestFound, findFitting } from './find-fitting.ts'
import { type PagePlace, findPages } from './find-pages.ts'
import { matchesFilter } from './matches-filter.ts'
import { SearchRequest } from './search-request.ts'

export type SearchSources = Pick<FittingOptions, 'space' | 'signal'> & {
  readonly documents: Published
  readonly source: string
}

export type SearchResponse = {
  /** Best first. `score` is of relevance, 0–100. */
  readonly results: readonly (CatalogEntry & { readonly score: number; readonly source: string })[]
  readonly pageToken?: string | undefined
}

/** Searches the agents of a space for ARD: the catalogue's entries of what is found. */
export async function answerSearch(body: unknown, sources: SearchSources): Promise<SearchResponse> {
  const { query, pageSize = 10, pageToken } = parseParams(body, SearchRequest)
  const { documents, source } = sources
  const place = pageToken === undefined ? { offset: 0, first: undefined } : readToken(pageToken)
  const end = place.offset + pageSize
  const fits = ({ id }: { id: string }): boolean => {
    const entry = documents.entryOf(id)
    return entry !== undefined && matchesFilter(entry, query.filter)
  }
  const found = await findPages(
    { ...place, end, isFiltered: query.filter !== undefined },
    async (wish) => await findFitting(query.text, { ...sources, fits, ...wish }),
  )
  const results = found.slice(place.offset, end).flatMap(({ id, score }) => {
    const entry = documents.entryOf(id)
    return entry === undefined ? [] : [{ ...entry, score: Math.round(score * 100), source }]
  })
  const isLast = end >= found.length || end >= deepestFound
  return { results, ...(isLast ? {} : { pageToken: tokenOf({ ...place, end }) }) }
}

/** A first page ends where the second begins; later ones say where it did. */
function tokenOf({ offset, end, first }: PagePlace & { readonly end: number }): string {
  return offset === 0 || first === undefined ? `from-${end}` : `from-${end}-${first}`
}

function readToken(token: string): PagePlace {
  const [, from, first = from] = /^from-(\d{1,4})(?:-(\d{1,3}))?$/.exec(token) ?? []
  const place = { offset: Number(from), first: Number(first) }
  if (from === undefined || place.first > place.offset)
    throw new ProtocolError('INVALID_PARAMS', 'This page token was not given by this server.')
  return place
}
