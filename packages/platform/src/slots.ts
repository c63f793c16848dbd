/** A number of places for work that may go on at the same time. */
export type Slots = ReturnType<typeof createSlots>

/**
 * Makes places for work that may go on at the same time; who finds none free waits, first come, first served.
 * @param count - At least 1.
 * @example
 * const slots = createSlots(4)
 * await slots.run(async () => await search(query), { signal })
 */
export function createSlots(count: number) {
  const waiting = new Set<() => void>()
  let free = count
  const place = async (signal: AbortSignal): Promise<void> =>
    await new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        waiting.delete(enter)
        reject(signal.reason as Error)
      }
      waiting.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  return {
    /** Runs when a place is free. Rejects with the abort reason if that comes first. */
    run: async <T>(work: () => Promise<T>, { signal }: { readonly signal: AbortSignal }): Promise<T> => {
      signal.throwIfAborted()
      if (free > 0) free -= 1
      else await place(signal)
      try {
        // It may have been aborted since the place was given.
        signal.throwIfAborted()
        return await work()
      } finally {
        // Who waits takes the place over.
        const [next] = waiting
        if (next === undefined) free += 1
        else {
          waiting.delete(next)
          next()
        }
      }
    },
  }
}
