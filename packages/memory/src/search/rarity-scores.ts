import type { RetrieverHit } from '@datacortex/vector-store'
import { countWord, queryWords } from './query-words.ts'

export type RarityScoresOptions = {
  readonly query: string
  /** How many rows there are, with and without words of the query. */
  readonly rows: number
}

/** The same rows, best first, scored by BM25 as if they were all that have words of the query. */
export function rarityScores(
  hits: readonly RetrieverHit[],
  { query, rows }: RarityScoresOptions,
): readonly RetrieverHit[] {
  const words = queryWords(query)
  const texts = hits.map(({ text }) => text.normalize('NFC').toLowerCase())
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const counts = texts.map((text) => words.map((word) => countWord(text, word)))
  const weights = words.map((_, place) => {
    const having = counts.filter((its) => (its[place] ?? 0) > 0).length
    return Math.log(1 + (Math.max(0, rows - having) + 0.5) / (having + 0.5))
  })
  // Full text knows forms of words that are not counted here.
  const least = Math.min(...weights)
  const scored = hits.map((hit, at): RetrieverHit => {
    const norm = k1 * (1 - b + (b * (texts[at]?.length ?? 0)) / Math.max(1, mean))
    const score = (counts[at] ?? []).reduce(
      (sum, count, place) => sum + ((weights[place] ?? 0) * count * (k1 + 1)) / (count + norm),
      0,
    )
    return { ...hit, score: score > 0 ? score : least / (1 + norm) }
  })
  return scored.toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
}

const k1 = 1.2
const b = 0.75
