import type { WorkIds } from '@datacortex/plugin'
import { candidatePairs } from './candidate-pairs.ts'
import { compareDocuments } from './compare-documents.ts'
import { type FoundMerge, joinDocuments } from './join-documents.ts'
import { type PreparedDocument, markRecurringTitles, prepareDocument } from './prepare-document.ts'
import type { Cluster, DedupDocument, Deduplication, Merge, Sighting } from './types.ts'
import { unionFind } from './union-find.ts'

/**
 * The works among documents: copies, mirrors, versions and parts of one work are put together, and nothing is lost.
 *
 * The same documents in another order make the same clusters.
 * @example deduplicate([{ id: '1', title: 'A', url: 'http://x.org/a?utm_source=y' }, { id: '2', title: 'A', url: 'https://www.x.org/a/' }]).clusters.length // 1
 */
export function deduplicate<T extends DedupDocument>(documents: readonly T[]): Deduplication<T> {
  const ordered = [...documents].sort((a, b) => compareText(a.id, b.id))
  const prepared = markRecurringTitles(ordered.map(prepareDocument), ordered)
  const { sets, merges, overlaps } = joinDocuments(prepared, mergesAmong(prepared))
  const members = Map.groupBy(ordered.keys(), (place) => sets.find(place))
  const clusters = [...members.values()].map((group) => clusterOf(group, { ordered, prepared, merges }))
  const positions = new Map(documents.map(({ id }, position) => [id, position]))
  const first = (cluster: Cluster<T>): number => Math.min(...cluster.documents.map(({ id }) => positions.get(id) ?? 0))
  return { clusters: clusters.sort((a, b) => first(a) - first(b)), overlaps }
}

const sureCopy = 0.9

function mergesAmong(prepared: readonly PreparedDocument[]): readonly FoundMerge[] {
  const found: FoundMerge[] = []
  // A thousand copies of one page are compared once each, not each with each.
  const copies = unionFind(prepared.length)
  for (const [i, j] of candidatePairs(prepared)) {
    const [a, b] = [prepared[i], prepared[j]]
    if (a === undefined || b === undefined || copies.find(i) === copies.find(j)) continue
    const verdict = compareDocuments(a, b)
    if (verdict === undefined) continue
    const { reason, detail, share } = verdict
    if (share >= sureCopy && reason !== 'title' && reason !== 'derived') copies.union(i, j)
    found.push({ merge: { a: a.id, b: b.id, reason, detail }, share })
  }
  return found.sort(({ merge: x }, { merge: y }) => compareText(x.a, y.a) || compareText(x.b, y.b))
}

type Parts<T> = {
  readonly ordered: readonly T[]
  readonly prepared: readonly PreparedDocument[]
  readonly merges: readonly Merge[]
}

function clusterOf<T extends DedupDocument>(group: readonly number[], { ordered, prepared, merges }: Parts<T>) {
  const longest = Math.max(...group.map((place) => prepared[place]?.shingles.size ?? 0))
  const ranked = [...group].sort((a, b) => {
    const [x, y] = [prepared[a], prepared[b]].map((one) => Number((one?.shingles.size ?? 0) * 2 >= longest))
    return (
      (y ?? 0) - (x ?? 0) ||
      compareOrigins(
        { ids: prepared[a]?.workIds, document: ordered[a] },
        { ids: prepared[b]?.workIds, document: ordered[b] },
      ) ||
      a - b
    )
  })
  const documents = ranked.flatMap((place) => ordered[place] ?? [])
  const [representative] = documents
  if (representative === undefined) throw new Error('A cluster has a document.')
  const ids = new Set(documents.map(({ id }) => id))
  const workIds: WorkIds = ranked.reduceRight<WorkIds>((all, place) => ({ ...all, ...prepared[place]?.workIds }), {})
  return {
    id: representative.id,
    representative,
    documents,
    foundBy: sightingsOf(documents),
    workIds,
    merges: merges.filter(({ a, b }) => ids.has(a) && ids.has(b)),
  }
}

type Origin = { readonly ids: WorkIds | undefined; readonly document: DedupDocument | undefined }

/** Among whole texts, what names its work comes first, then what was published first: copies follow, or have no date. */
function compareOrigins(a: Origin, b: Origin): number {
  return (
    Object.keys(b.ids ?? {}).length - Object.keys(a.ids ?? {}).length ||
    compareText(a.document?.publishedAt ?? '~', b.document?.publishedAt ?? '~') ||
    Number(b.document?.url !== undefined) - Number(a.document?.url !== undefined) ||
    bestRank(a.document) - bestRank(b.document)
  )
}

function bestRank(document: DedupDocument | undefined): number {
  return Math.min(1e6, ...(document?.foundBy ?? []).map(({ rank }) => rank ?? 1e6))
}

function sightingsOf(documents: readonly DedupDocument[]): readonly Sighting[] {
  const sorted = documents
    .flatMap(({ foundBy }) => foundBy ?? [])
    .sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || compareText(a.source, b.source))
  return [...Map.groupBy(sorted, ({ source }) => source).values()].flatMap(([best]) => best ?? [])
}

/** Order of texts by their code units, which is the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
