/** The score by words alone of what is not indexed, 0–1: never 1, since nothing is known of how rare they are. */
export function wordScore(has: readonly unknown[], asked: readonly unknown[]): number {
  return has.length / (asked.length + 1)
}
