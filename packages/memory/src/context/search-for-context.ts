import { CodedError } from '@datacortex/errors'
import { isNoteFile } from '../notes/is-note-file.ts'
import type { SearchHit, SearchPort } from '../search/search-port.ts'
import { isMemoryRow, memoryIdOf } from '../sessions/memory-rows.ts'
import type { ContextCandidate, LeftOut } from './context-block.ts'
import type { ContextScreen } from './context-screen.ts'
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
  /** Why a path may not be shown. */
  readonly refusal: (path: string) => string | undefined
  readonly screen: ContextScreen
  readonly signal?: AbortSignal | undefined
}

const memoryType = 'session-memory'
/** A longer text is no query: only its start is searched. */
const longestQuery = 2000

/**
 * Knowledge and session memories that belong to a task: by the task itself and by the queries of the agent's entry.
 *
 * @param options - Task, port, queries, limits, what may be shown.
 * @returns Hits, each once; queries that failed or were not run and hits that may not be shown, with the reason.
 */
export async function searchForContext(options: ContextSearchOptions): Promise<Gathered> {
  const { task, search, signal } = options
  if (search === undefined) return { found: [], leftOut: [{ origin: 'search', reason: 'there is no search here' }] }
  const { queries, leftOut } = queriesOf(options)
  const found = new Map<string, ContextCandidate>()
  const hidden = new Map<string, string>()
  for (const query of queries) {
    signal?.throwIfAborted()
    const origin = `query: ${query.query === task.trim() ? '{task_description}' : query.query}`
    if (query.query.length > longestQuery)
      leftOut.push({ origin, reason: `only its first ${longestQuery} characters are searched` })
    const hits = await run(query, { ...options, search })
    if (typeof hits === 'string') leftOut.push({ origin, reason: hits })
    else
      for (const hit of hits) {
        if (found.has(hit.id)) continue
        const reason = await refusedHit(hit, options)
        if (reason !== undefined) hidden.set(originOf(hit), reason)
        else found.set(hit.id, candidate(hit, query.query))
      }
  }
  return {
    found: [...found.values()],
    leftOut: [...leftOut, ...Array.from(hidden, ([origin, reason]) => ({ origin, reason }))],
  }
}

type Queries = { readonly queries: readonly ContextualQuery[]; readonly leftOut: LeftOut[] }

function queriesOf({ task, contextual, limit, expand }: ContextSearchOptions): Queries {
  const leftOut: LeftOut[] = []
  const queries = new Map<string, ContextualQuery>()
  const add = (query: ContextualQuery): void => {
    const { limit: most, expand: hops, ...rest } = query
    const key = JSON.stringify({ ...rest, ignored: [] })
    const same = queries.get(key)
    // The same words once, as far as the widest of them asks.
    const wider = { limit: Math.max(most, same?.limit ?? 0), expand: Math.max(hops, same?.expand ?? 0) }
    queries.set(key, { ...query, ...wider })
  }
  const own = { query: task.trim(), expand, limit, tags: undefined, spaces: undefined, from: undefined, to: undefined }
  if (own.query !== '') {
    add({ ...own, types: undefined, ignored: [] })
    add({ ...own, types: [memoryType], expand: 0, ignored: [] })
  }
  for (const { query: written, when = 'before_execution' } of contextual) {
    const query = contextualQuery(written, task)
    const origin = `query: ${written}`
    if (!/^(?:before[_ -]?execution|always|on[_ -]?start)$/i.test(when.trim()))
      leftOut.push({ origin, reason: `it is for ${when}` })
    else if (query === undefined) leftOut.push({ origin, reason: 'it has no words' })
    else {
      for (const part of query.ignored) leftOut.push({ origin, reason: `${part} has no meaning here` })
      add(query)
    }
  }
  return { queries: [...queries.values()], leftOut }
}

async function run(
  { query, limit, expand, types, tags, spaces, from, to }: ContextualQuery,
  { search, timeoutMs, signal }: ContextSearchOptions & { readonly search: SearchPort },
): Promise<readonly SearchHit[] | string> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const isFiltered = [types, tags, spaces, from, to].some((part) => part !== undefined)
  try {
    return await search(query.slice(0, longestQuery).toWellFormed(), {
      limit,
      expand,
      filter: isFiltered ? { types, tags, spaces, from, to } : undefined,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
  } catch (error) {
    signal?.throwIfAborted()
    if (timeout.aborted) return `no answer within ${timeoutMs} ms`
    if (CodedError.is(error)) return `${error.code}: ${error.message}`
    throw error
  }
}

async function refusedHit(
  { id, path, via = [] }: SearchHit,
  { refusal, screen }: ContextSearchOptions,
): Promise<string | undefined> {
  const memory = memoryIdOf(id)
  if (memory !== undefined) return await screen.memory(memory)
  const own = path === undefined ? undefined : refusal(path)
  if (own !== undefined) return own
  // That a closed note links to an open one is said by the closed one.
  for (const step of via) {
    const reason = isNoteFile(step) ? refusal(step) : undefined
    if (reason !== undefined) return `it was reached over a note that may not be shown: ${reason}`
  }
  return undefined
}

function originOf({ id, path }: SearchHit): string {
  return isMemoryRow(id) ? id : (path ?? id)
}

function candidate(hit: SearchHit, query: string): ContextCandidate {
  const { id, path = id, title, type, score, via, snippet, date, start, end } = hit
  const place = start === undefined ? path : `${path}:${start}${end === undefined ? '' : `-${end}`}`
  const memory = type === memoryType || isMemoryRow(id)
  const head = memory ? `- ${date === undefined ? '' : `${date}: `}${title}` : `- **${title}** (${place})`
  const said = snippet.trim()
  // A title that says it all is not said twice.
  const body = said === '' || said === title ? '' : `\n${said.replaceAll(/^/gm, '  ')}`
  return {
    kind: memory ? 'memory' : 'search',
    origin: originOf(hit),
    text: `${head}${body}`,
    provenance: { score, via, start, end, because: `found for ${JSON.stringify(query.slice(0, longestQuery))}` },
  }
}
