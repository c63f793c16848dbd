/**
 * A quantile of some numbers, interpolated between neighbours.
 *
 * @param values - At least one.
 * @param share - 0–1: 0.5 is the median.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}

/**
 * The middle number.
 *
 * @param values - At least one.
 */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * The arithmetic mean, 0 of nothing.
 *
 * @param values - Any number of them.
 */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
