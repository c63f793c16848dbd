import { mean } from './distribution.ts'
import type { LabelledQuery } from '../data/labelled-queries.ts'

/** What a ranking answers to one query. */
export type Ranking = {
  /** Best first; each place holds an agent and its copies. */
  readonly places: readonly (readonly string[])[]
  /** Of the first place, in any unit; 0 if nothing was found. */
  readonly confidence: number
}

/** Answers queries on one corpus. */
export type Ranker = (query: string) => Promise<Ranking>

/** How one query went. */
export type Outcome = {
  readonly kind: LabelledQuery['kind']
  readonly confidence: number
  /** Of the first place that fits, from 1; undefined if none of the first ten does. */
  readonly rank: number | undefined
}

/** A measure of one query, 0–1. */
export type Measure = 'accuracy@1' | 'recall@3' | 'MRR@10'

const measures: Readonly<Record<Measure, (rank: number) => number>> = {
  'accuracy@1': (rank) => (rank === 1 ? 1 : 0),
  'recall@3': (rank) => (rank <= 3 ? 1 : 0),
  'MRR@10': (rank) => 1 / rank,
}

/** Asks a ranker all queries of a corpus. */
export async function outcomesOf(ranker: Ranker, queries: readonly LabelledQuery[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { query, gold, also, kind } of queries) {
    const { places, confidence } = await ranker(query)
    const fits = new Set([gold, ...also])
    const place = places.slice(0, 10).findIndex((ids) => ids.some((id) => fits.has(id)))
    outcomes.push({ kind, confidence, rank: place < 0 ? undefined : place + 1 })
  }
  return outcomes
}

/** One measure for each query that has an answer. */
export function measured(measure: Measure, outcomes: readonly Outcome[]): readonly number[] {
  return outcomes
    .filter(({ kind }) => kind !== 'negative')
    .map(({ rank }) => (rank === undefined ? 0 : measures[measure](rank)))
}

/** The mean of a measure over easy queries, hard ones, or both. */
export function quality(measure: Measure, outcomes: readonly Outcome[], kind: 'easy' | 'hard' | 'both'): number {
  return mean(
    measured(
      measure,
      outcomes.filter((outcome) => kind === 'both' || outcome.kind === kind),
    ),
  )
}

/**
 * How well confidence parts queries that have an answer from those that have none: the chance that one of the former
 * is more confident than one of the latter.
 *
 * @see https://doi.org/10.1016/j.patrec.2005.10.010 for the area under the ROC curve
 */
export function auroc(outcomes: readonly Outcome[]): number {
  const of = (negative: boolean): readonly Outcome[] =>
    outcomes.filter(({ kind }) => (kind === 'negative') === negative)
  return mean(
    of(false).flatMap((positive) =>
      of(true).map((negative) => {
        if (positive.confidence === negative.confidence) return 0.5
        return positive.confidence > negative.confidence ? 1 : 0
      }),
    ),
  )
}
