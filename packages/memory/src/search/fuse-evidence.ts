/** What both retrievers of a search found, of single rows. */
export type Evidence = {
  /** Nearest rows by cosine, −1 to 1. */
  readonly vector: readonly { readonly id: string; readonly score: number }[]
  readonly text: readonly { readonly id: string; readonly score: number }[]
  /** Of the query's cosine over all rows: by it a cosine is far above the ordinary or isn't. */
  readonly ordinary: BaselineCosine
  readonly words: number
  readonly rows: number
}

/** Mean and standard deviation of the cosine of a query and any row. */
export type BaselineCosine = { readonly mean: number; readonly deviation: number }

/**
 * One score from meaning and words: 0 has nothing in common with the query, above about 4 is a real hit.
 *
 * Meaning counts by how far the best cosine stands out: among texts that are all alike (a dialogue) 3 deviations are
 * the best there is, and words decide; in notes it is 5 to 6. Words count as a share of the most that BM25 can give.
 * @example fuseEvidence({ vector, text, ordinary: { mean: 0.1, deviation: 0.1 }, words: 3, rows: 1000 })
 */
export function fuseEvidence({ vector, text, ordinary, words, rows }: Evidence): ReadonlyMap<string, number> {
  const standing = (cosine: number): number => Math.max(0, (cosine - ordinary.mean) / ordinary.deviation)
  const peak = vector.reduce((best, { score }) => Math.max(best, standing(score)), 0)
  const scores = new Map<string, number>()
  for (const { id, score } of vector) {
    const share = (standing(score) * peak) / sharpPeak
    if (share > 0) scores.set(id, share)
  }
  const most = bm25Bound * words * Math.log(1 + rows)
  for (const { id, score } of text) {
    if (most > 0 && score > 0) scores.set(id, (scores.get(id) ?? 0) + (lexicalWeight * score) / most)
  }
  return scores
}

/** Weight of the words; 12 to 24 differ little on six public sets. */
const lexicalWeight = 16

/** Deviations of the best cosine that make a sharp answer. */
const sharpPeak = 6

/** k1 + 1: a word gives at most this times its idf, and no idf is above ln(1 + rows). */
const bm25Bound = 2.2
