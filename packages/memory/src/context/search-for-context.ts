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
 * @returns Hits, each once; queries that failed, found nothing or were not run, what in them
 *   has no effect, and hits that may not be shown, with the reason.
 */
export async function searchForContext(options: ContextSearchOptions): Promise<Gathered> {
  const { search, signal } = options
  const { queries, leftOut } = queriesOf(options)
  if (search === undefined) return { found: [], leftOut: [...leftOut, ...withoutSearch(queries)] }
  const found = new Map<string, ContextCandidate>()
  const hidden = new Map<string, string>()
  for (const query of queries) {
    signal?.throwIfAborted()
    const tell = (reason: string): void => void leftOut.push(...query.origins.map((origin) => ({ origin, reason })))
    if (query.query.length > longestQuery) tell(`only its first ${longestQuery} characters are searched`)
    const hits = await run(query, { ...options, search })
    if (typeof hits === 'string') tell(hits)
    else if (hits.length === 0) tell('nothing was found for it')
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

/** Which of the task and of the entry ask for it, as they are named where it is left out. */
type AskedQuery = ContextualQuery & { readonly origins: readonly string[] }

type Queries = { readonly queries: readonly AskedQuery[]; readonly leftOut: LeftOut[] }

const ofTheTask = 'query: {task_description}'

function queriesOf({ task, contextual, limit, expand }: ContextSearchOptions): Queries {
  const leftOut: LeftOut[] = []
  const queries = new Map<string, AskedQuery>()
  const add = (query: ContextualQuery, origins: readonly string[]): void => {
    const { limit: most, expand: hops, ...rest } = query
    const key = JSON.stringify({ ...rest, remarks: [] })
    const same = queries.get(key)
    // The same words once, as far as the widest of them asks.
    const wider = { limit: Math.max(most, same?.limit ?? 0), expand: Math.max(hops, same?.expand ?? 0) }
    queries.set(key, { ...query, ...wider, origins: [...new Set([...(same?.origins ?? []), ...origins])] })
  }
  const own = { query: task.trim(), expand, limit, tags: undefined, spaces: undefined, from: undefined, to: undefined }
  if (own.query === '') leftOut.push({ origin: ofTheTask, reason: 'it has no words' })
  else {
    add({ ...own, types: undefined, remarks: [] }, [ofTheTask])
    // Nobody asks for it: it is the query above once more, so that notes leave room for memories.
    add({ ...own, types: [memoryType], expand: 0, remarks: [] }, [])
  }
  for (const { query: written, when = 'before_execution' } of contextual) {
    const origin = `query: ${written.replace(/^\s*query\s*:\s*/i, '').trim()}`
    if (!/^(?:before[_ -]?execution|always|on[_ -]?start)$/i.test(when.trim())) {
      leftOut.push({ origin, reason: `it is for ${when}` })
      continue
    }
    const query = contextualQuery(written, task)
    leftOut.push(...query.remarks.map((reason) => ({ origin, reason })))
    if (query.query === '') leftOut.push({ origin, reason: 'it has no words' })
    else add(query, [origin])
  }
  return { queries: [...queries.values()], leftOut }
}

function withoutSearch(queries: readonly AskedQuery[]): readonly LeftOut[] {
  const asked = queries.flatMap(({ origins }) => origins).filter((origin) => origin !== ofTheTask)
  return ['search', ...new Set(asked)].map((origin) => ({ origin, reason: 'there is no search here' }))
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
