import type { FoundDocument } from '@datacortex/plugin'
import { isTellingWord, wordsOf, wordSet } from '@datacortex/text'

/** Texts of a thing, with what a word in them is worth, 0–1. */
type WeightedTexts = readonly (readonly [text: string | null | undefined, weight: number])[]

export type Matching<T> = {
  readonly textsOf: (item: T) => WeightedTexts
  /** The larger of two that match alike comes first. */
  readonly size: (item: T) => number
  readonly documentOf: (item: T, score: number) => FoundDocument
}

export function queryWords(query: string): readonly string[] {
  return [...new Set(wordsOf(query))].filter((word) => isTellingWord(word) && !general.has(word))
}

export function asksForYields(query: string): boolean {
  return wordsOf(query).some((word) => /^(?:yields?|apy|apr|pools?|farming|staking)$/.test(word))
}

/** Things that have words of the query, the best first; for a query of general words alone, the largest of all. */
export function bestOf<T>(
  items: readonly T[],
  { words, textsOf, size, documentOf }: Matching<T> & { readonly words: readonly string[] },
): readonly FoundDocument[] {
  const scored = items.map((item) => ({ item, score: scoreOf(textsOf(item), words) }))
  const found = scored.filter(({ score }) => score > 0)
  const best = found.toSorted((one, other) => other.score - one.score || size(other.item) - size(one.item))
  return best.slice(0, most).map(({ item, score }) => documentOf(item, score))
}

const most = 100

function scoreOf(texts: WeightedTexts, words: readonly string[]): number {
  if (words.length === 0) return 0.5
  const weights = new Map<string, number>()
  for (const [text, weight] of texts)
    for (const word of wordsOf(text ?? '')) weights.set(word, Math.max(weight, weights.get(word) ?? 0))
  return words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / words.length
}

const general = wordSet(
  'analysis apr apy crypto current data decentralised decentralized defi farming finance largest latest locked market',
  'markets metrics pool pools protocol protocols top total tvl value yield yields',
)
