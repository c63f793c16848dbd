import type { AgentPerformance } from '@datacortex/registry'

/** One opinion about a run, 0 (bad) to 1 (good). */
export type Rating = {
  readonly value: number
  /** `user` or the agent that gave it. */
  readonly by: string
}

/** Additive smoothing, `100 · (5 · 0.5 + Σ w · value) / (5 + Σ w)`: one agent can't move it beyond 25 or 75. */
export function reputationOf(ratings: readonly Rating[]): NonNullable<AgentPerformance['reputation']> | undefined {
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
