/** Does work for items, some at once, results in their order; a failure is thrown when all begun has ended. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>()
  const waiting = items.entries()
  let failure: { readonly error: unknown } | undefined
  const takeTurns = async (): Promise<void> => {
    for (const [place, item] of waiting) {
      if (failure !== undefined) return
      try {
        signal.throwIfAborted()
        results.set(place, await work(item))
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeTurns))
  if (failure !== undefined) throw failure.error
  return items.flatMap((_, place) => {
    const result = results.get(place)
    return result === undefined ? [] : [result]
  })
}
