import type { CatalogEntry } from '@datacortex/export'
import type { FindOptions, FindResult } from '@datacortex/registry'
import { parseParams } from '../a2a/parse-params.ts'
import { ProtocolError } from '../a2a/protocol-error.ts'
import { deepestFound, findFitting } from './find-fitting.ts'
import { matchesFilter } from './matches-filter.ts'
import { SearchRequest } from './search-request.ts'

/** What is searched. */
export type SearchSources = {
  readonly find: (query: string, options: FindOptions) => Promise<Pick<FindResult, 'results'>>
  /** Entry of an agent; undefined if it isn't published. */
  readonly entryOf: (id: string) => CatalogEntry | undefined
  /** Address of this catalogue. */
  readonly source: string
  readonly signal: AbortSignal
}

/** Answer to a search of ARD. */
export type SearchResponse = {
  /** Best first. `score` is of relevance, 0–100. */
  readonly results: readonly (CatalogEntry & { readonly score: number; readonly source: string })[]
  readonly pageToken?: string | undefined
}

/**
 * Searches the agents of a space for ARD: `find`, and the catalogue's entries of what it found.
 *
 * @param body - As it came.
 * @param sources - `find` and the catalogue.
 * @throws {@link ProtocolError} INVALID_PARAMS.
 * @see ARD 0.9, `POST /search`
 */
export async function answerSearch(body: unknown, sources: SearchSources): Promise<SearchResponse> {
  const { query, pageSize = 10, pageToken } = parseParams(body, SearchRequest)
  const { entryOf, source, signal } = sources
  const offset = pageToken === undefined ? 0 : readToken(pageToken)
  const end = offset + pageSize
  // Each page asks for all that lie before it, and for one more to know whether it is the last.
  const found = await findFitting(query.text, {
    find: sources.find,
    fits: ({ id }) => {
      const entry = entryOf(id)
      return entry !== undefined && matchesFilter(entry, query.filter)
    },
    count: end + 1,
    top: query.filter === undefined ? end + 1 : deepestFound,
    signal,
  })
  const results = found.slice(offset, end).flatMap(({ id, score }) => {
    const entry = entryOf(id)
    return entry === undefined ? [] : [{ ...entry, score: Math.round(score * 100), source }]
  })
  const isLast = end >= found.length || end >= deepestFound
  return { results, ...(isLast ? {} : { pageToken: tokenOf(end) }) }
}

function tokenOf(offset: number): string {
  return `from-${offset}`
}

function readToken(token: string): number {
  const offset = Number(/^from-(\d{1,4})$/.exec(token)?.[1] ?? Number.NaN)
  if (Number.isNaN(offset)) throw new ProtocolError('INVALID_PARAMS', 'This page token was not given by this server.')
  return offset
}
