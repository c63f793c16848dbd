import type { Reranker } from '@datacortex/embeddings'

/** What a cross-encoder ranks anew: texts, the best first, with what stands for each. */
export type RankAnewOptions<Found> = {
  readonly reranker: Reranker
  readonly query: string
  readonly textOf: (found: Found) => string
}

/** The first twenty in the order of a cross-encoder, and the others. */
export async function rankAnew<Found>(
  found: readonly Found[],
  { reranker, query, textOf }: RankAnewOptions<Found>,
): Promise<readonly Found[]> {
  const first = found.slice(0, 20)
  const scores = await reranker.score(query, first.map(textOf))
  const ranked = first
    .map((one, place) => ({ one, score: scores[place] ?? 0 }))
    .toSorted((one, other) => other.score - one.score)
  return [...ranked.map(({ one }) => one), ...found.slice(20)]
}
