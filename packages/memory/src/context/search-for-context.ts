import { CodedError } from '@datacortex/errors'
import type { SearchHit, SearchPort } from '../search/search-port.ts'
import type { ContextCandidate, LeftOut } from './context-block.ts'
import type { ContextualQuery } from './contextual-query.ts'
import { contextualQuery } from './contextual-query.ts'
import type { Gathered } from './read-required.ts'

/** What is searched for a context. */
export type ContextSearchOptions = {
  readonly task: string
  readonly search: SearchPort | undefined
  readonly contextual: readonly { readonly query: string; readonly when?: string | undefined }[]
  /** Hits for each query. */
  readonly limit: number
  /** Hops for the task itself. */
  readonly expand: number
  /** Milliseconds for each query. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

const memoryType = 'session-memory'

/**
 * Knowledge and session memories that belong to a task: by the task itself and by the queries of the agent's entry.
 *
 * @param options - Task, port, queries, limits.
 * @returns Hits, each once; queries that failed or were not run, with the reason.
 */
export async function searchForContext(options: ContextSearchOptions): Promise<Gathered> {
  const { task, search, limit, expand } = options
  const leftOut: LeftOut[] = []
  if (search === undefined) return { found: [], leftOut: [{ origin: 'search', reason: 'there is no search here' }] }
  const queries: ContextualQuery[] = [
    { query: task, limit, expand, types: undefined },
    { query: task, limit, expand: 0, types: [memoryType] },
  ]
  for (const { query: written, when = 'before_execution' } of options.contextual) {
    const query = contextualQuery(written, task)
    if (when !== 'before_execution') leftOut.push({ origin: `query: ${written}`, reason: `it is for ${when}` })
    else if (query === undefined) leftOut.push({ origin: `query: ${written}`, reason: 'it has no words' })
    else queries.push(query)
  }
  const found = new Map<string, ContextCandidate>()
  for (const query of queries) {
    const hits = await run(query, { ...options, search })
    if (typeof hits === 'string') leftOut.push({ origin: `query: ${query.query}`, reason: hits })
    else for (const hit of hits) if (!found.has(hit.id)) found.set(hit.id, candidate(hit, query.query))
  }
  return { found: [...found.values()], leftOut }
}

async function run(
  { query, limit, expand, types }: ContextualQuery,
  { search, timeoutMs, signal }: ContextSearchOptions & { readonly search: SearchPort },
): Promise<readonly SearchHit[] | string> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const filter = types === undefined ? undefined : { types }
  try {
    return await search(query, {
      limit,
      expand,
      filter,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
  } catch (error) {
    signal?.throwIfAborted()
    if (timeout.aborted) return `no answer within ${timeoutMs} ms`
    if (CodedError.is(error)) return `${error.code}: ${error.message}`
    throw error
  }
}

function candidate(hit: SearchHit, query: string): ContextCandidate {
  const { id, path = id, title, type, score, via, snippet, date, start, end } = hit
  const place = start === undefined ? path : `${path}:${start}${end === undefined ? '' : `-${end}`}`
  const memory = type === memoryType
  const head = memory ? `- ${date === undefined ? '' : `${date}: `}${title}` : `- **${title}** (${place})`
  const said = snippet.trim()
  // A title that says it all is not said twice.
  const body = said === '' || said === title ? '' : `\n${said.replaceAll(/^/gm, '  ')}`
  return {
    kind: memory ? 'memory' : 'search',
    origin: memory ? id : path,
    text: `${head}${body}`,
    provenance: { score, via, start, end, because: `found for ${JSON.stringify(query)}` },
  }
}
