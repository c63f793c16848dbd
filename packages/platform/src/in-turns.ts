/**
 * Does work for items, some at once, results in their order; a failure is thrown when all that was begun has ended.
 * @example await inTurns(addresses, { atOnce: 8 }, async (address) => await readPage(address))
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  { atOnce, signal }: { atOnce: number; signal?: AbortSignal | undefined },
  work: (item: Item, place: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  let failure: { readonly error: unknown } | undefined
  const takeTurns = async (): Promise<void> => {
    for (const [place, item] of waiting) {
      if (failure !== undefined) return
      try {
        signal?.throwIfAborted()
        results[place] = await work(item, place)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeTurns))
  if (failure !== undefined) throw failure.error
  return results
}
