import type { GrowthCase } from './growth-files.ts'

/** How the time of a case grows. */
export type Growth = {
  /** The smaller of the two sizes, as the case counts it. */
  readonly size: number
  /** Milliseconds at this size and at four times of it, the least of the rounds. */
  readonly baseMs: number
  readonly largeMs: number
  /** Their ratio: about 4 for linear work, 16 for quadratic. */
  readonly growth: number
}

/** How many times the input of the baseline the larger input is. */
export const growthFactor = 4

/**
 * Times a case at a size and at four times of it, in turn, from the first size that takes long enough to be measured.
 *
 * @param options - `now` in milliseconds; `leastMs` that the smaller size has to take, sizes up to `mostSize`.
 */
export async function measureGrowth(
  makeCase: GrowthCase,
  options: { readonly now: () => number; readonly leastMs?: number; readonly mostSize?: number },
): Promise<Growth> {
  const { now, leastMs = 30, mostSize = 1 << 20 } = options
  const time = async (size: number): Promise<number> => {
    const run = makeCase(size)
    const startedAt = now()
    await run()
    return now() - startedAt
  }
  // Code that runs for the first time is slow for reasons of its own.
  const leastOf = async (size: number): Promise<number> =>
    Math.min(await time(size), await time(size), await time(size))
  let size = 16
  while ((await leastOf(size)) < leastMs && size < mostSize) size *= 2
  let baseMs = Infinity
  let largeMs = Infinity
  // The least is what the work costs; anything else of the machine only adds to it.
  for (let round = 0; round < 5; round += 1) {
    baseMs = Math.min(baseMs, await time(size))
    largeMs = Math.min(largeMs, await time(size * growthFactor))
  }
  // What stays below can't be told from nothing.
  return { size, baseMs, largeMs, growth: largeMs / Math.max(baseMs, leastMs) }
}
