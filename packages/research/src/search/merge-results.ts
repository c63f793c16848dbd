import { withoutUndefined } from '@datacortex/errors'
import type { SearchHit } from '@datacortex/memory'
import { contentTerms } from '@datacortex/knowledge-extractor/text'
import type { FoundDocument } from '@datacortex/plugin'
import type { RegisteredSource } from '@datacortex/sources'
import { deduplicate } from '../dedup/deduplicate.ts'
import { authorityWeights } from '../synthesis/authority.ts'
import { counted } from '../synthesis/markdown-text.ts'
import type { SearchResult } from './search-types.ts'

export type FoundByRegisteredSource = {
  readonly source: RegisteredSource
  readonly documents: readonly FoundDocument[]
}

/** Results of memory, which lead, and web, as works by reciprocal rank fusion, authority and mention of the query. */
export function mergeResults(
  local: readonly SearchHit[],
  web: readonly FoundByRegisteredSource[],
  { query, top }: { query: string; top: number },
): readonly SearchResult[] {
  const ranked = rankWeb(web, query)
  const forWeb = Math.min(ranked.length, Math.max(top - local.length, Math.floor(top * 0.4)))
  return [...local.slice(0, top - forWeb), ...ranked.slice(0, forWeb)]
}

const rankOffset = 60

type Sighted = FoundDocument & { readonly source: RegisteredSource; readonly rank: number; readonly own: FoundDocument }

function rankWeb(web: readonly FoundByRegisteredSource[], query: string): readonly SearchResult[] {
  const ordered = [...web].sort((a, b) => (a.source.id < b.source.id ? -1 : 1))
  const sighted = ordered.flatMap(({ source, documents }) =>
    documents.map((own, index): Sighted => {
      // Whole texts would take longer to compare than there is time; ids, addresses and titles do for a list of results.
      return { ...own, text: undefined, id: `${source.id}:${own.id}`, source, rank: index + 1, own }
    }),
  )
  const terms = new Set(contentTerms(query))
  const best = (web.length * authorityWeights.high) / (rankOffset + 1)
  return deduplicate(sighted)
    .clusters.map(({ documents }) => resultOf(documents, { terms, best }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

function resultOf(documents: readonly Sighted[], { terms, best }: { terms: ReadonlySet<string>; best: number }) {
  const sorted = documents.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
  const [first] = sorted
  if (first === undefined) throw new Error('A cluster has a document.')
  // A source votes once for a work, however often it lists it.
  const votes = new Map<string, number>()
  for (const { source, rank } of documents) {
    const vote = authorityWeights[source.authority ?? 'medium'] / (rankOffset + rank)
    votes.set(source.id, Math.max(votes.get(source.id) ?? 0, vote))
  }
  const fused = [...votes.values()].reduce((sum, vote) => sum + vote, 0) / best
  const snippet =
    documents.find(({ snippet: own }) => own !== undefined)?.snippet ?? first.own.text?.slice(0, 500) ?? ''
  const also = [...votes.keys()].filter((id) => id !== first.source.id)
  const { url, publishedAt, authors } = first
  const authority = sorted.find(({ source }) => source.authority !== undefined)?.source.authority
  return {
    id: first.id,
    title: first.title,
    type: first.data === undefined ? 'web' : 'data',
    score: Math.min(1, Number((fused * (0.5 + 0.5 * mentioned(terms, `${first.title} ${snippet}`))).toFixed(6))),
    hop: 0,
    snippet: first.data === undefined ? snippet : rowsOf(first.data),
    origin: first.source.id,
    ...(url === undefined ? {} : { url }),
    ...(also.length === 0 ? {} : { also }),
    ...(publishedAt === undefined ? {} : { publishedAt, date: publishedAt.slice(0, 10) }),
    ...withoutUndefined({ authors, authority }),
  }
}

function mentioned(terms: ReadonlySet<string>, text: string): number {
  if (terms.size === 0) return 1
  return terms.intersection(new Set(contentTerms(text))).size / terms.size
}

/** Metrics on one line: a table has no place in a list of results. */
function rowsOf(rows: NonNullable<FoundDocument['data']>): string {
  const [row = {}, ...others] = rows
  const shown = Object.entries(row).map(([name, value]) => `${name}: ${String(value)}`)
  const more = others.length > 0 ? `; ${counted(others.length, 'more row')}` : ''
  return `${shown.join(', ')}${more}`
}
