/** A number of places for work that may go on at the same time. */
export type Slots = {
  /** Runs when a place is free. Rejects with the abort reason if that comes first. */
  readonly run: <T>(work: () => Promise<T>, options: { readonly signal: AbortSignal }) => Promise<T>
}

/**
 * Makes places for work.
 *
 * @param count - At least 1.
 */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count
  return {
    run: async (work, { signal }) => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        // Who waits takes the place over; who was aborted meanwhile gives it on at once.
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
