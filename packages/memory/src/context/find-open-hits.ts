import { isNoteFile } from '@datacortex/notes'
import { orReason } from '../search/or-reason.ts'
import type { SearchHit, SearchPort } from '../search/search-port.ts'
import { withinLimit } from '../search/within-limit.ts'
import { isMemoryRow, memoryIdOf } from '../memories/memory-rows.ts'
import type { LeftOut } from './context-block.ts'
import type { AccessFilter } from './space-reader.ts'
import type { ContextualQuery } from './contextual-query.ts'

export type FindOpenHitsOptions = {
  readonly search: SearchPort
  /** Milliseconds for the query, however often it is asked. */
  readonly timeoutMs: number
  readonly refusal: (path: string) => string | undefined
  /** Why a file that may be shown is nothing to find; what it links to is. */
  readonly noKnowledge: (path: string) => Promise<string | undefined>
  readonly access: AccessFilter
  readonly signal?: AbortSignal | undefined
}

export type OpenHits = {
  readonly hits: readonly SearchHit[]
  /** Those that were among the best and may not be shown, or are no knowledge, with the reason. */
  readonly hidden: readonly (LeftOut & { readonly id: string })[]
  /** Why there are none, if nothing was found at all. */
  readonly none?: string | undefined
  /** Why no more were asked for, though there may be some that may be shown. */
  readonly ended?: string | undefined
}

/** A longer text is no query: only its start is searched. */
export const longestQuery = 2000
/** Beyond so many hits nothing is about the query any more. */
const mostAsked = 200

/** Asks until there are as many hits that may be shown as are wanted; how many may not be shown stays unsaid. */
export async function findOpenHits(query: ContextualQuery, options: FindOpenHitsOptions): Promise<OpenHits> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), options.timeoutMs)
  using stack = new DisposableStack()
  stack.defer(() => clearTimeout(timer))
  const ask = asking(query, { ...options, late: late.signal })
  let asked = query.limit
  const first = await ask(asked)
  if (typeof first === 'string') return { hits: [], hidden: [], none: first }
  if (first.length === 0) return { hits: [], hidden: [], none: 'nothing was found for it' }
  let screened = await sortOut(first, options)
  const hidden = screened.refused.map(({ hit, reason }) => ({ id: hit.id, origin: originOf(hit), reason }))
  let ended: string | undefined
  while (screened.open.length < query.limit && screened.count >= asked) {
    const more = asked < mostAsked ? await ask(Math.min(mostAsked, asked * 4)) : undefined
    if (more === undefined || typeof more === 'string') {
      const why = more === undefined ? '' : ` (${more})`
      // It speaks of something hidden, so it ends like what is hidden: anyone who may not know of that does not see this.
      const reason = (screened.refused.findLast(({ isHidden }) => isHidden) ?? screened.refused.at(-1))?.reason ?? ''
      ended = `only its first ${asked} hits were looked at${why}, not all of which may be shown: ${reason}`
      break
    }
    asked = Math.min(mostAsked, asked * 4)
    screened = await sortOut(more, options)
  }
  return { hits: withinLimit(screened.open, query.limit), hidden, ended }
}

/** What a hit is named by where it is left out. */
export function originOf({ id, path }: SearchHit): string {
  return isMemoryRow(id) ? id : (path ?? id)
}

/** All questions of one query within one time. */
function asking(
  { query, expand, types, tags, spaces, from, to }: ContextualQuery,
  { search, timeoutMs, late, signal }: FindOpenHitsOptions & { readonly late: AbortSignal },
): (limit: number) => Promise<readonly SearchHit[] | string> {
  const isFiltered = [types, tags, spaces, from, to].some((part) => part !== undefined)
  const options = { expand, filter: isFiltered ? { types, tags, spaces, from, to } : undefined }
  const text = query.slice(0, longestQuery).toWellFormed()
  return async (limit) =>
    await orReason(async (either) => await search(text, { limit, ...options, signal: either }), {
      until: late,
      late: `no answer within ${timeoutMs} ms`,
      signal,
    })
}

type Refused = { readonly reason: string; readonly isHidden: boolean }

async function sortOut(hits: readonly SearchHit[], options: FindOpenHitsOptions) {
  const refusals = await Promise.all(hits.map((hit) => refusedHit(hit, options)))
  return {
    count: hits.length,
    open: hits.filter((_, place) => refusals[place] === undefined),
    refused: hits.flatMap((hit, place) => {
      const refused = refusals[place]
      return refused === undefined ? [] : [{ hit, ...refused }]
    }),
  }
}

async function refusedHit(hit: SearchHit, options: FindOpenHitsOptions): Promise<Refused | undefined> {
  const hidden = await whyHidden(hit, options)
  if (hidden !== undefined) return { reason: hidden, isHidden: true }
  if (hit.path === undefined || memoryIdOf(hit.id) !== undefined) return undefined
  const reason = await options.noKnowledge(hit.path)
  return reason === undefined ? undefined : { reason, isHidden: false }
}

async function whyHidden(
  { id, path, via = [] }: SearchHit,
  { refusal, access: { memory: refusedMemory } }: FindOpenHitsOptions,
): Promise<string | undefined> {
  const memory = memoryIdOf(id)
  if (memory !== undefined) return await refusedMemory(memory)
  const own = path === undefined ? undefined : refusal(path)
  if (own !== undefined) return own
  // That a hidden note links to an open one is said by the hidden one.
  for (const step of via) {
    const reason = isNoteFile(step) ? refusal(step) : undefined
    if (reason !== undefined) return `it was reached over a note that may not be shown: ${reason}`
  }
  return undefined
}
