import { mean, quantile } from './distribution.ts'
import { seededRandom } from '../data/random.ts'

/**
 * The 95 % interval of a mean over corpora, by drawing the queries of each corpus again with replacement.
 *
 * @param corpora - A number for each query of each corpus.
 * @returns Lower and upper end.
 * @see Efron, Tibshirani: An Introduction to the Bootstrap, 1993
 */
export function bootstrapInterval(corpora: readonly (readonly number[])[]): readonly [number, number] {
  const random = seededRandom(1)
  const draw = (values: readonly number[]): number =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0))
  const means = Array.from({ length: 4000 }, () => mean(corpora.map(draw)))
  return [quantile(means, 0.025), quantile(means, 0.975)]
}
