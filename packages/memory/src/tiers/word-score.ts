/**
 * The score of a text that is not in the index, by its words alone: 0.5 for the only word of a query, more for each
 * further one, never 1, since nothing is known of how rare they are.
 *
 * @returns 0–1, on the scale of `calibrateScore`.
 * @example wordScore(['tides'], ['spring', 'tides']) // 0.333…
 */
export function wordScore(has: readonly unknown[], asked: readonly unknown[]): number {
  return has.length / (asked.length + 1)
}
