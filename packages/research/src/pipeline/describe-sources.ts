import { isSwitchedOff } from '@datacortex/sources'
import type { Synthesis } from '../synthesis/types.ts'
import type { ResearchCandidate } from './candidate.ts'
import type { Discovery } from './discover.ts'
import type { Gathered } from './gather.ts'
import type { ResearchConfig } from './research-options.ts'
import type { ResearchResult } from './research-result.ts'
import type { ProcessedDocuments } from './process-documents.ts'
import type { CandidateSelection } from './select-candidates.ts'

type Chosen = { readonly selection: CandidateSelection; readonly gathered: Gathered }

/** Addresses of what the report is made of, metrics included, why others are not in it, and the zettels of each. */
export function readAddresses(
  candidates: readonly ResearchCandidate[],
  { selection, gathered, results = [] }: Chosen & Partial<Pick<ProcessedDocuments, 'results'>>,
) {
  const urls = new Map(candidates.map(({ id, url }) => [id, url ?? id]))
  const byUrl = Map.groupBy(results, ({ id }) => urls.get(id) ?? id)
  return {
    // What each address gave, so that a task gets the notes of its own links.
    zettelsOf: new Map([...byUrl].map(([url, own]) => [url, own.flatMap(({ result }) => result.zettels_created)])),
    read: [
      ...gathered.documents.map(({ candidate }) => candidate),
      ...selection.chosen.filter(({ data }) => data !== undefined),
    ].map(({ id, url }) => url ?? id),
    unread: new Map([...selection.left, ...gathered.failed].map(({ id, reason }) => [urls.get(id) ?? id, reason])),
  }
}

/** What a person named and did not get. What a search found and nobody chose is no news. */
export function unreadAddresses({ urls }: Pick<ResearchConfig, 'urls'>, unread: ReadonlyMap<string, string>) {
  const given = new Set(urls)
  return [...unread].flatMap(([source, reason]) => (given.has(source) ? [{ source, reason }] : []))
}

export function skippedSentences({ skipped }: Discovery, { failed }: Gathered): readonly string[] {
  // What a person switched off is no gap.
  const missing = skipped.filter(({ reason }) => !isSwitchedOff(reason))
  return [
    ...missing.map(({ source, reason }) => `${source} took no part: ${reason.replace(/\.$/, '')}.`),
    ...failed.map(({ title, reason }) => `"${title}" could not be read: ${reason}`),
  ]
}

export function sourcesOf(
  { sources }: Synthesis,
  { candidates, selection, gathered }: Chosen & { candidates: readonly ResearchCandidate[] },
): ResearchResult['sources'] {
  const left = new Map(selection.left.map(({ id, reason }) => [id, `left out: ${reason}`]))
  const failed = new Map(gathered.failed.map(({ id, reason }) => [id, `failed: ${reason}`]))
  const excerpts = new Set(gathered.documents.filter(({ isExcerpt }) => isExcerpt).map(({ candidate }) => candidate.id))
  const known = new Map(sources.map((source) => [source.id, source]))
  const listed = candidates.map(({ id, title, url, foundBy, authority = 'low' }) => {
    const own = known.get(id)
    const copy = own?.copyOf === undefined ? undefined : `copy of ${own.copyOf}`
    const status =
      left.get(id) ?? failed.get(id) ?? copy ?? (excerpts.has(id) ? 'excerpt' : own?.read === true ? 'read' : 'metrics')
    const provider = [...new Set(foundBy.map(({ source }) => source))].sort().join(', ')
    return { id, url, title: own?.title ?? title, provider, authority: own?.authority ?? authority, status }
  })
  const notes = sources.filter(({ path }) => path !== undefined)
  return [
    ...listed,
    ...notes.map(({ id, title, authority }) => ({ id, title, provider: 'local', authority, status: 'note' })),
  ]
}
