import { vectorStoreError } from '../errors.ts'

/** How much each leg counts; only the ratio matters. */
export type FusionWeights = { readonly vector: number; readonly text: number }

/** A hit of one leg, as fusion sees it. */
export type ScoredId = { readonly id: string; readonly score: number }

/** What fusion says about an id. */
export type Fused = {
  readonly id: string
  /** Weighted mean of the normalised scores, 0–1; a leg that didn't return the id counts 0. */
  readonly score: number
  readonly vectorScore?: number | undefined
  readonly textScore?: number | undefined
  /** Places in the legs, from 1. */
  readonly vectorRank?: number | undefined
  readonly textRank?: number | undefined
}

/** Weights measured to be good on short descriptions of tools and agents; documents want more weight on words. */
const defaultFusionWeights: FusionWeights = { vector: 0.7, text: 0.3 }

/**
 * Mixes the hits of two legs by their min-max normalised scores.
 *
 * Mixing ranks with equal weight (RRF) lets a lexical list without a real match vote as loudly as one with an exact
 * match; scores keep the difference. Text hits with a score of zero or less are no matches and are dropped. A leg whose
 * scores are all equal gives each of its hits 1. Ties are ordered by id, so that the result is deterministic.
 *
 * @param legs - Hits of each leg, best first.
 * @param options - `weights`, 0.7 : 0.3 if absent, each ≥ 0 and one above 0; `limit` of the result, all if absent.
 * @returns All ids of both legs, best first.
 * @throws `VECTOR_STORE_QUERY_INVALID` if the weights say nothing.
 * @example fuse({ vector: [{ id: 'a', score: 0.9 }], text: [{ id: 'b', score: 7 }] }) // a 0.7, b 0.3
 * @see Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid Retrieval, ACM TOIS 2023, doi 10.1145/3596512
 */
export function fuse(
  legs: { readonly vector: readonly ScoredId[]; readonly text: readonly ScoredId[] },
  options: { readonly weights?: FusionWeights | undefined; readonly limit?: number | undefined } = {},
): readonly Fused[] {
  const share = vectorShare(options.weights ?? defaultFusionWeights)
  const vector = placed(legs.vector)
  const text = placed(legs.text.filter((hit) => hit.score > 0))
  const ids = new Set([...vector.keys(), ...text.keys()])
  const fused = [...ids].map((id) => {
    const fromVector = vector.get(id)
    const fromText = text.get(id)
    const score = share * (fromVector?.normalised ?? 0) + (1 - share) * (fromText?.normalised ?? 0)
    return {
      id,
      score,
      vectorScore: fromVector?.score,
      vectorRank: fromVector?.rank,
      textScore: fromText?.score,
      textRank: fromText?.rank,
    }
  })
  fused.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  return options.limit === undefined ? fused : fused.slice(0, options.limit)
}

type Placed = { readonly score: number; readonly rank: number; readonly normalised: number }

function placed(hits: readonly ScoredId[]): ReadonlyMap<string, Placed> {
  let lowest = Infinity
  let highest = -Infinity
  for (const { score } of hits) {
    lowest = Math.min(lowest, score)
    highest = Math.max(highest, score)
  }
  const span = highest - lowest
  const result = new Map<string, Placed>()
  for (const [index, { id, score }] of hits.entries()) {
    // The first mention is the best one, should a caller pass an id twice.
    if (!result.has(id)) result.set(id, { score, rank: index + 1, normalised: span > 0 ? (score - lowest) / span : 1 })
  }
  return result
}

function vectorShare({ vector, text }: FusionWeights): number {
  const total = vector + text
  if (vector >= 0 && text >= 0 && total > 0 && Number.isFinite(total)) return vector / total
  throw vectorStoreError('VECTOR_STORE_QUERY_INVALID', {
    problem: `the weights vector ${vector} and text ${text} must be 0 or more, one of them above 0`,
  })
}
