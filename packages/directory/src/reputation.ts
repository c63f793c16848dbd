import type { PublishedAgent, PublishedRating } from '@datacortex/plugin'

/** What one side says of an agent, in its own scale. */
export type ReputationPart = {
  /** `own` is this space; else the account or key that rated, or `others` for all who are not trusted. */
  readonly by: string
  readonly directory?: string | undefined
  readonly count: number
  /** Mean, 0–1: `value` in `scale`, from its least to its most. */
  readonly mean: number
  /** How far the trust list of the settings believes it, 0–1; 0 for who is not in it. */
  readonly weight: number
}

/** What is known of an agent and by whom. The figure is never given without the parts it is made of. */
export type Reputation = {
  readonly parts: readonly ReputationPart[]
  /** Mean of the parts that weigh something; absent where none does. */
  readonly weighed?: number | undefined
}

/** What this space itself saw of an agent. */
export type OwnRuns = {
  readonly runs: number
  readonly successRate?: number | undefined
  readonly rating?: number | undefined
}

/** Who is trusted, and how much: keys of the settings, without regard to case. */
export type TrustList = Readonly<Record<string, number>>

type Rated = Pick<PublishedAgent, 'ratings'> & { readonly directory: string }

/** Of the same agent in several directories, each with what is said of it there. */
export function reputationOf(
  records: readonly Rated[],
  { trust, own }: { readonly trust: TrustList; readonly own?: OwnRuns | undefined },
): Reputation {
  const weights = new Map(Object.entries(trust).map(([name, weight]) => [name.toLowerCase(), weight]))
  const parts: ReputationPart[] = []
  if (own !== undefined && own.runs > 0) {
    if (own.successRate !== undefined) parts.push({ by: 'own runs', count: own.runs, mean: own.successRate, weight: 1 })
    if (own.rating !== undefined) parts.push({ by: 'own ratings', count: own.runs, mean: own.rating, weight: 1 })
  }
  for (const { directory, ratings = [] } of records) {
    const by = Map.groupBy(ratings, (rating) => (weights.has(rating.by.toLowerCase()) ? rating.by : 'others'))
    for (const [name, some] of by)
      parts.push({
        by: name,
        directory,
        count: some.length,
        mean: some.reduce((sum, one) => sum + share(one), 0) / some.length,
        weight: weights.get(name.toLowerCase()) ?? 0,
      })
  }
  const sum = parts.reduce((all, { weight }) => all + weight, 0)
  const rounded = parts.map((part) => ({ ...part, mean: round(part.mean) }))
  if (sum === 0) return { parts: rounded }
  return { parts: rounded, weighed: round(parts.reduce((all, { mean, weight }) => all + mean * weight, 0) / sum) }
}

function share({ value, scale: [least, most] }: PublishedRating): number {
  return Math.min(1, Math.max(0, (value - least) / (most - least)))
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
