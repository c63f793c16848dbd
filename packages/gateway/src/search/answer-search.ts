import type { CatalogEntry } from '@datacortex/export'
import type { FindOptions, FindResult } from '@datacortex/registry'
import { parseParams } from '../a2a/parse-params.ts'
import { ProtocolError } from '../a2a/protocol-error.ts'
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

// Further down nothing is near any more, and each page asks for all that lie before it.
const deepest = 1000

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
  // A filter is applied to what was found, so more has to be found for it.
  const top = query.filter === undefined ? Math.min(deepest, offset + pageSize + 1) : deepest
  const { results } = await sources.find(query.text, { top, signal })
  const fitting = results.flatMap(({ id, score }) => {
    const entry = entryOf(id)
    if (entry === undefined || !matchesFilter(entry, query.filter)) return []
    return [{ ...entry, score: Math.round(score * 100), source }]
  })
  const page = fitting.slice(offset, offset + pageSize)
  const isLast = offset + pageSize >= fitting.length || offset + pageSize >= deepest
  return { results: page, ...(isLast ? {} : { pageToken: tokenOf(offset + pageSize) }) }
}

function tokenOf(offset: number): string {
  return `from-${offset}`
}

function readToken(token: string): number {
  const offset = Number(/^from-(\d{1,4})$/.exec(token)?.[1] ?? Number.NaN)
  if (Number.isNaN(offset)) throw new ProtocolError('INVALID_PARAMS', 'This page token was not given by this server.')
  return offset
}
