/** How much something was used lately: one point a use, halved with each half-life. */
export type Heat = {
  readonly points: number
  /** When it had that many points, milliseconds since 1970. */
  readonly at: number
}

/** One day: yesterday's use counts half as much as today's. */
export const heatHalfLifeMs = 86_400_000

/** Heat at a time, frequency and recency in one number (LRFU, Lee et al. 2001); a clock set back counts as no time. */
export function heatAt({ points, at }: Heat, now: number): number {
  return points * 2 ** (-Math.max(0, now - at) / heatHalfLifeMs)
}

/** Heat after one more use. `heat`: as stored; absent for the first use. `now`: milliseconds since 1970. */
export function heated(heat: Heat | undefined, now: number): Heat {
  return { points: (heat === undefined ? 0 : heatAt(heat, now)) + 1, at: now }
}
