import { contentTerms } from './content-terms.ts'
import { type SparseVector, cosine, termVectors } from './sparse-vector.ts'
import type { TextSpan } from './text-span.ts'

/** A sentence with its weight in the text, 0–1, and its terms. */
export type RankedSentence<S extends TextSpan = TextSpan> = {
  readonly sentence: S
  readonly score: number
  readonly vector: SparseVector
}

export type RankOptions = {
  /** What the text is called: sentences that share words with it weigh more. */
  readonly title?: string | undefined
  /** Weight of standing early, 0 and more: 2 if absent, which suits a summary. */
  readonly early?: number | undefined
}

/** How central each sentence is: TextRank (Mihalcea and Tarau, 2004), its place, likeness to the title. */
export function rankSentences<S extends TextSpan>(
  sentences: readonly S[],
  { title, early }: RankOptions = {},
): readonly RankedSentence<S>[] {
  return scoreSentences(measureSentences(sentences, { title }), { early })
}

/** What a sentence is in its text, before anything is preferred. */
export type MeasuredSentence<S extends TextSpan = TextSpan> = {
  readonly sentence: S
  readonly vector: SparseVector
  readonly index: number
  /** Of the graph, 0–1. */
  readonly central: number
  /** Cosine with the title, 0–1. */
  readonly titled: number
}

/** The costly part of {@link rankSentences}. */
export function measureSentences<S extends TextSpan>(
  sentences: readonly S[],
  { title = '' }: Pick<RankOptions, 'title'>,
): readonly MeasuredSentence<S>[] {
  const vectors = termVectors([...sentences.map(({ text }) => contentTerms(text)), contentTerms(title)])
  const titleVector = vectors.at(-1) ?? none
  const ranks = pageRank(similarityGraph(vectors.slice(0, -1)))
  const most = ranks.reduce((highest, rank) => Math.max(highest, rank), Number.MIN_VALUE)
  return sentences.map((sentence, index) => {
    const vector = vectors[index] ?? none
    return { sentence, vector, index, central: (ranks[index] ?? 0) / most, titled: cosine(vector, titleVector) }
  })
}

/** The rest of {@link rankSentences}. */
export function scoreSentences<S extends TextSpan>(
  measured: readonly MeasuredSentence<S>[],
  { early: earlyWeight = 2 }: Pick<RankOptions, 'early'>,
): readonly RankedSentence<S>[] {
  return measured.map(({ sentence, vector, index, central, titled }) => {
    const sum = central + earlyWeight * Math.exp(-index / positionFade) + titleWeight * titled
    const score = sum / (1 + earlyWeight + titleWeight)
    return { sentence, score: score * lengthFactor(sentence.text, vector), vector }
  })
}

const none: SparseVector = new Map()
// This and the weight of standing early were chosen on abstracts, news and pages of documentation together; see `bench summary-quality`.
const titleWeight = 1
const positionFade = 4
const leastEdge = 0.1
const rounds = 30
const damping = 0.85
/** Terms in more sentences than these join everything with everything. */
const mostSentencesOfTerm = 200
const mostShareOfTerm = 0.3

/** Fragments such as `See below.` tell nothing, and a long sentence has much that is beside the point. */
function lengthFactor(text: string, vector: SparseVector): number {
  const words = text.split(/\s+/, 200).length
  return Math.min(vector.size / 5, 1) * Math.min(fullWords / words, 1)
}

const fullWords = 20

type Edges = readonly ReadonlyMap<number, number>[]

function similarityGraph(vectors: readonly SparseVector[]): Edges {
  const edges = vectors.map(() => new Map<number, number>())
  const places = new Map<string, number[]>()
  for (const [index, vector] of vectors.entries())
    for (const term of vector.keys()) {
      const of = places.get(term)
      if (of === undefined) places.set(term, [index])
      else of.push(index)
    }
  const most = vectors.length > 50 ? Math.min(vectors.length * mostShareOfTerm, mostSentencesOfTerm) : vectors.length
  for (const [term, indices] of places) {
    if (indices.length < 2 || indices.length > most) continue
    for (const [position, a] of indices.entries()) {
      const weight = vectors[a]?.get(term) ?? 0
      const row = edges[a]
      for (const b of indices.slice(position + 1))
        row?.set(b, (row.get(b) ?? 0) + weight * (vectors[b]?.get(term) ?? 0))
    }
  }
  return edges
}

function pageRank(edges: Edges): readonly number[] {
  const count = edges.length
  const from: number[] = []
  const to: number[] = []
  const weights: number[] = []
  const sums = new Float64Array(count)
  for (const [a, row] of edges.entries())
    for (const [b, weight] of row) {
      if (weight <= leastEdge) continue
      from.push(a)
      to.push(b)
      weights.push(weight)
      sums[a] = (sums[a] ?? 0) + weight
      sums[b] = (sums[b] ?? 0) + weight
    }
  let ranks = new Float64Array(count).fill(1 / count)
  for (let round = 0; round < rounds; round += 1) {
    const next = new Float64Array(count).fill((1 - damping) / count)
    for (let edge = 0; edge < weights.length; edge += 1) {
      const [a = 0, b = 0, weight = 0] = [from[edge], to[edge], weights[edge]]
      next[b] = (next[b] ?? 0) + (damping * (ranks[a] ?? 0) * weight) / (sums[a] ?? 1)
      next[a] = (next[a] ?? 0) + (damping * (ranks[b] ?? 0) * weight) / (sums[b] ?? 1)
    }
    ranks = next
  }
  return [...ranks]
}
