import type { AgentPerformance } from '@datacortex/registry'

/** One opinion about a run, 0 (bad) to 1 (good). */
export type Rating = {
  readonly value: number
  /** `user` or the agent that gave it. */
  readonly by: string
}

type Reputation = NonNullable<AgentPerformance['reputation']>

/**
 * The reputation that ratings give, 0–100, as a mean that is drawn towards 50 by five ratings that nobody gave:
 *
 * `score = 100 · (5 · 0.5 + Σ weight · value) / (5 + Σ weight)`
 *
 * A person's rating weighs 1, an agent's ½, and all of one agent together at most 5. So a single rating moves the score
 * by at most 8.4, no number of ratings by one agent moves it beyond 25 or 75, and a better rating never lowers it.
 *
 * @returns Score, number of ratings, and the share of those above 0.5; undefined if there are none.
 * @see https://en.wikipedia.org/wiki/Additive_smoothing
 */
export function reputationOf(ratings: readonly Rating[]): Reputation | undefined {
  if (ratings.length === 0) return undefined
  const positive = ratings.filter(({ value }) => value > 0.5).length
  return {
    score: Math.round(reputationScore(ratings) * 10) / 10,
    feedback_count: ratings.length,
    positive_rate: Math.round((positive / ratings.length) * 10_000) / 10_000,
  }
}

const prior = { value: 0.5, weight: 5 }
const agentWeight = 0.5
const mostOfOneAgent = 5

/** The score alone, not rounded; 50 without ratings. */
export function reputationScore(ratings: readonly Rating[]): number {
  const givers = new Map<string, { count: number; sum: number }>()
  for (const { by, value } of ratings) {
    const giver = givers.get(by) ?? { count: 0, sum: 0 }
    givers.set(by, { count: giver.count + 1, sum: giver.sum + value })
  }
  let sum = prior.weight * prior.value
  let weights = prior.weight
  for (const [by, giver] of givers) {
    const weight = by === 'user' ? giver.count : Math.min(agentWeight * giver.count, mostOfOneAgent)
    sum += (weight * giver.sum) / giver.count
    weights += weight
  }
  return (100 * sum) / weights
}
