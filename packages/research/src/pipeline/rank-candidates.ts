import { type Embed, contentTerms } from '@datacortex/knowledge-extractor/text'
import { dot } from '@datacortex/platform'
import type { FoundDocument } from '@datacortex/plugin'
import { deduplicate } from '../dedup/deduplicate.ts'
import type { Cluster, DedupDocument, Merge } from '../dedup/types.ts'
import { bestAuthority } from '../synthesis/authority.ts'
import type { Authority } from '../synthesis/types.ts'
import type { FoldedRecord, ResearchCandidate } from './candidate.ts'

export type FoundBySource = {
  readonly source: string
  readonly authority?: Authority | undefined
  readonly documents: readonly FoundDocument[]
}

type Seen = DedupDocument & { readonly found: FoundDocument; readonly authority: Authority | undefined }

/** Folds what was found into works, `d1`, `d2`… best first, by words, meaning, place and number of sources. */
export async function rankCandidates(
  topic: string,
  answers: readonly FoundBySource[],
  { embed, signal }: { embed?: Embed | undefined; signal: AbortSignal },
): Promise<readonly ResearchCandidate[]> {
  const documents = answers.toSorted((a, b) => (a.source < b.source ? -1 : 1)).flatMap(seenBy)
  const { clusters } = deduplicate(documents)
  const texts = clusters.map(({ representative: { title, found } }) => `${title}\n${found.snippet ?? ''}`)
  const meanings = await meaningsOf(topic, texts, { embed, signal })
  const words = new Set(contentTerms(topic))
  const rated = clusters.map((cluster, index) => ({
    cluster,
    score: scoreOf(cluster, { coverage: coverageOf(texts[index] ?? '', words), meaning: meanings?.[index] }),
  }))
  return rated
    .toSorted((a, b) => b.score - a.score || (a.cluster.id < b.cluster.id ? -1 : 1))
    .map(({ cluster, score }, index) => candidateOf(cluster, { id: `d${index + 1}`, score }))
}

function seenBy({ source, authority, documents }: FoundBySource): readonly Seen[] {
  return documents.map((found, index) => ({
    ...found,
    id: `${source} ${String(index).padStart(4, '0')} ${found.id}`,
    foundBy: [{ source, rank: index + 1 }],
    found,
    authority,
  }))
}

/** Of the topic's words: how many are there, with a longer topic forgiving a missing one. */
function coverageOf(text: string, words: ReadonlySet<string>): number {
  if (words.size === 0) return 0
  return Math.min(1, words.intersection(new Set(contentTerms(text))).size / Math.max(1, words.size * 0.85))
}

async function meaningsOf(
  topic: string,
  texts: readonly string[],
  { embed, signal }: { embed?: Embed | undefined; signal: AbortSignal },
): Promise<readonly number[] | undefined> {
  if (embed === undefined || texts.length === 0) return undefined
  const [query, ...vectors] = await embed([topic, ...texts.map((text) => text.slice(0, 1000))], { signal })
  return vectors.map((vector) => dot(query, vector))
}

/** A cosine of 0.2 is chance and one of 0.7 is as near as a topic comes to a text. */
function scoreOf(
  { foundBy, representative }: Cluster<Seen>,
  { coverage, meaning }: { coverage: number; meaning: number | undefined },
): number {
  const near = meaning === undefined ? 0 : Math.min(1, Math.max(0, (meaning - 0.2) / 0.5))
  const about = Math.max(coverage, near)
  const best = Math.min(...foundBy.map(({ rank = 10 }) => rank))
  const place = 1 / (1 + (best - 1) / 10)
  const own = representative.found.score ?? place
  const agreed = Math.min(1, new Set(foundBy.map(({ source }) => source)).size / 2)
  return Math.round((0.6 * about + 0.25 * Math.max(place, own) + 0.15 * agreed) * 1000) / 1000
}

function candidateOf(
  { representative, documents, foundBy, workIds, merges }: Cluster<Seen>,
  { id, score }: { id: string; score: number },
): ResearchCandidate {
  const { title, url, publishedAt, authors } = representative
  const urls = new Set(documents.flatMap((document) => document.url ?? []))
  const pick = <Value>(of: (document: Seen) => Value | undefined): Value | undefined =>
    documents.map(of).find((value) => value !== undefined)
  return {
    id,
    title,
    url: url ?? pick((document) => document.url),
    publishedAt: publishedAt ?? pick((document) => document.publishedAt),
    authors: authors ?? pick((document) => document.authors),
    workIds,
    snippet: pick(({ found }) => found.snippet),
    text: pick(({ found }) => found.text),
    data: pick(({ found }) => found.data),
    authority: bestAuthority(documents.map(({ authority }) => authority)),
    foundBy,
    score,
    copies: [...urls].filter((copy) => copy !== url),
    merged: [...new Set(merges.map(whyMerged))],
    folded: documents.slice(1).map((document) => foldedOf(document, { representative, merges })),
  }
}

/** It may be the same work as another folded record only. */
function foldedOf(
  { id, title, url, foundBy = [] }: Seen,
  { representative, merges }: Pick<Cluster<Seen>, 'representative' | 'merges'>,
): FoldedRecord {
  const own = merges.filter(({ a, b }) => a === id || b === id)
  const merge = own.find(({ a, b }) => a === representative.id || b === representative.id) ?? own[0]
  const source = foundBy.map((sighting) => sighting.source).join(', ')
  return { source, title, url, why: merge === undefined ? '' : whyMerged(merge) }
}

function whyMerged({ reason, detail }: Merge): string {
  return `${reason} ${detail}`
}
