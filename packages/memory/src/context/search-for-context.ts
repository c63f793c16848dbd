import type { SearchHit, SearchPort } from '../search/search-port.ts'
import { isMemoryRow } from '../memories/memory-rows.ts'
import type { ContextCandidate, LeftOut } from './context-block.ts'
import { type ContextualQuery, contextualQuery } from './contextual-query.ts'
import { type FindOpenHitsOptions, findOpenHits, longestQuery, originOf } from './find-open-hits.ts'
import type { Gathered } from './read-required.ts'

/**
 * How the task itself is searched: once, again with what links led to (`multi_hop`), in memories alone (`read`), or not at
 * all (`skip`).
 */
export type OwnQuestion = {
  readonly strategy: 'search' | 'multi_hop' | 'read' | 'skip'
  readonly because: string
}

export type ContextSearchOptions = Omit<FindOpenHitsOptions, 'search'> & {
  readonly task: string
  readonly search: SearchPort | undefined
  readonly own?: OwnQuestion | undefined
  readonly contextual: readonly { readonly query: string; readonly when?: string | undefined }[]
  readonly limit: number
  readonly expand: number
}

const memoryType = 'session-memory'

/** Hits for a task and the queries of an entry, each once, and what queries failed, found nothing or had no effect. */
export async function searchForContext(options: ContextSearchOptions): Promise<Gathered> {
  const { search, signal } = options
  const { queries, leftOut } = queriesOf(options)
  if (search === undefined) return { found: [], leftOut: [...leftOut, ...withoutSearch(queries)] }
  const found = new Map<string, ContextCandidate>()
  const hidden = new Map<string, string>()
  const asked = [...queries]
  for (const query of asked) {
    signal?.throwIfAborted()
    const tell = (reason: string, origins = query.origins): void =>
      void leftOut.push(...origins.map((origin) => ({ origin, reason })))
    if (query.query.length > longestQuery) tell(`only its first ${longestQuery} characters are searched`)
    const { hits, hidden: notShown, none, ended } = await findOpenHits(query, { ...options, search })
    if (none !== undefined) tell(none)
    if (ended !== undefined) tell(ended, query.origins.length === 0 ? [ofTheTask] : query.origins)
    for (const hit of hits) if (!found.has(hit.id)) found.set(hit.id, candidate(hit, query.query))
    if (options.own?.strategy === 'multi_hop' && query.origins.includes(ofTheTask)) asked.push(...again(query, hits))
    for (const { id, origin, reason } of notShown) if (!found.has(id)) hidden.set(origin, reason)
  }
  return {
    found: [...found.values()],
    leftOut: [...leftOut, ...Array.from(hidden, ([origin, reason]) => ({ origin, reason }))],
  }
}

/** What links led to, else what was found first, asked for in its own words. */
function again(query: AskedQuery, hits: readonly SearchHit[]): readonly AskedQuery[] {
  const linked = hits.filter(({ via = [] }) => via.length > 0)
  return (linked.length > 0 ? linked : hits)
    .slice(0, 2)
    .map(({ title }) => ({ ...query, query: title, limit: Math.min(3, query.limit), expand: 0, origins: [] }))
}

/** Which of the task and of the entry ask for it, as they are named where it is left out. */
type AskedQuery = ContextualQuery & { readonly origins: readonly string[] }

/** The task itself; `{task_description}` is what an entry has for it. */
const ofTheTask = 'query: the task itself'

function queriesOf({ task, contextual, limit, expand, own: way }: ContextSearchOptions) {
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
  const { strategy = 'search', because = '' } = way ?? {}
  if (own.query === '') leftOut.push({ origin: ofTheTask, reason: 'it has no words' })
  else {
    const isSearched = strategy === 'search' || strategy === 'multi_hop'
    if (!isSearched) leftOut.push({ origin: ofTheTask, reason: `no note is looked for: ${because}` })
    if (isSearched) add({ ...own, types: undefined, remarks: [] }, [ofTheTask])
    // Nobody asks for it: it is the query above once more, so that notes leave room for memories.
    if (strategy !== 'skip') add({ ...own, types: [memoryType], expand: 0, remarks: [] }, [])
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
  return [...(queries.length === 0 ? [] : ['search']), ...new Set(asked)].map((origin) => ({
    origin,
    reason: 'there is no search here',
  }))
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
