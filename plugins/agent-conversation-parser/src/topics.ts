import type { ConversationTopic } from '@datacortex/plugin'
import { type Terms, type Vector, cosine, sum, termsOf } from './terms.ts'

export type TopicTurn = { readonly text: string; readonly at?: string | undefined }

/** What a conversation is about: it is cut where its words change, and pieces about the same thing are put together. */
export function clusterTopics(turns: readonly TopicTurn[], { title }: { title: string }): readonly ConversationTopic[] {
  const terms = turns.map(({ text }) => termsOf(text))
  const vectors = weighted(terms)
  const segments = segmentsOf(vectors, turns)
  const clusters = merged(
    segments.map((indices) => ({ indices, vector: sum(indices.map((index) => vectors[index] ?? new Map())) })),
  )
  const labels = labelsOf(
    clusters.map((indices) => indices.map((index) => terms[index] ?? noTerms)),
    title,
  )
  return clusters.map((indices, index) => ({ label: labels[index] ?? title, turns: indices }))
}

const noTerms: Terms = { counts: new Map(), forms: new Map() }

/** Words of every turn say little. */
function weighted(terms: readonly Terms[]): readonly Vector[] {
  const inTurns = new Map<string, number>()
  for (const { counts } of terms) for (const term of counts.keys()) inTurns.set(term, (inTurns.get(term) ?? 0) + 1)
  const weight = (term: string, count: number): number =>
    (1 + Math.log(count)) * Math.log(1 + terms.length / (inTurns.get(term) ?? 1))
  return terms.map(({ counts }) => new Map([...counts].map(([term, count]) => [term, weight(term, count)])))
}

const window = 3
const smallest = 2
const mostSegments = 120
const longPauseMs = 6 * 3_600_000

function segmentsOf(vectors: readonly Vector[], turns: readonly TopicTurn[]): readonly (readonly number[])[] {
  if (turns.length < smallest * 2) return [turns.map((_, index) => index)]
  const gaps = Array.from({ length: turns.length - 1 }, (_, gap) => {
    const likeness = cosine(
      sum(vectors.slice(Math.max(0, gap + 1 - window), gap + 1)),
      sum(vectors.slice(gap + 1, gap + 1 + window)),
    )
    return pauseMs(turns[gap], turns[gap + 1]) > longPauseMs ? likeness / 2 : likeness
  })
  const depths = gaps.map((_, gap) => depth(gaps, gap))
  const mean = depths.reduce((total, value) => total + value, 0) / depths.length
  const spread = Math.sqrt(depths.reduce((total, value) => total + (value - mean) ** 2, 0) / depths.length)
  const candidates = depths
    .map((value, gap) => ({ value, gap }))
    .filter(({ value }) => value > Math.max(mean + spread / 2, 0.1))
    .toSorted((a, b) => b.value - a.value || a.gap - b.gap)
  const cuts: number[] = []
  for (const { gap } of candidates.slice(0, mostSegments * 4)) {
    const isNear = cuts.some((cut) => Math.abs(cut - gap) < smallest)
    if (cuts.length < mostSegments - 1 && !isNear && gap + 1 >= smallest && turns.length - gap - 1 >= smallest)
      cuts.push(gap)
  }
  const starts = [0, ...cuts.toSorted((a, b) => a - b).map((cut) => cut + 1)]
  return starts.map((start, index) =>
    Array.from({ length: (starts[index + 1] ?? turns.length) - start }, (_, offset) => start + offset),
  )
}

function pauseMs(before: TopicTurn | undefined, after: TopicTurn | undefined): number {
  const ms = Date.parse(after?.at ?? '') - Date.parse(before?.at ?? '')
  return Number.isNaN(ms) ? 0 : ms
}

/** How deep the valley of likeness at a gap is, from the next hills. */
function depth(gaps: readonly number[], at: number): number {
  const here = gaps[at] ?? 0
  const hill = (step: number): number => {
    let top = here
    for (let gap = at + step; (gaps[gap] ?? -1) >= top; gap += step) top = gaps[gap] ?? top
    return top
  }
  return hill(-1) - here + (hill(1) - here)
}

type Cluster = { readonly indices: readonly number[]; readonly vector: Vector }

/** Pieces are the same topic above this. */
const sameTopic = 0.2

function merged(segments: readonly Cluster[]): readonly (readonly number[])[] {
  const clusters = [...segments]
  for (;;) {
    let best = { likeness: sameTopic, a: -1, b: -1 }
    for (let a = 0; a < clusters.length; a += 1)
      for (let b = a + 1; b < clusters.length; b += 1) {
        const likeness = cosine(clusters[a]?.vector ?? new Map(), clusters[b]?.vector ?? new Map())
        if (likeness > best.likeness) best = { likeness, a, b }
      }
    const [a, b] = [clusters[best.a], clusters[best.b]]
    if (a === undefined || b === undefined) break
    clusters.splice(best.b, 1)
    clusters[best.a] = {
      indices: [...a.indices, ...b.indices].toSorted((first, second) => first - second),
      vector: sum([a.vector, b.vector]),
    }
  }
  return clusters.map(({ indices }) => indices)
}

const labelTerms = 3

function labelsOf(clusters: readonly (readonly Terms[])[], title: string): readonly string[] {
  const totals = clusters.map((terms) => sum(terms.map(({ counts }) => counts)))
  return clusters.map((terms, cluster) => {
    const scored = [...(totals[cluster] ?? new Map<string, number>())].map(([term, count]) => {
      const clustersWith = totals.filter((total) => total.has(term)).length
      const turnsWith = terms.filter(({ counts }) => counts.has(term)).length
      return { term, score: count * Math.log(1 + clusters.length / clustersWith) * Math.sqrt(turnsWith) }
    })
    const best = scored.toSorted((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1)).slice(0, labelTerms)
    if (best.length === 0) return title
    return best.map(({ term }) => terms.find(({ forms }) => forms.has(term))?.forms.get(term) ?? term).join(', ')
  })
}
