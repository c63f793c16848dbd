/** Things that are opened once and used by many; disposing closes each as soon as nobody uses it any more. */
export type KeptOpen<T> = AsyncDisposable & {
  get(key: string): T | undefined
  /** Keeps a thing under a key; one that was kept there before is closed as soon as nobody uses it. What is used is given back once. */
  keep(key: string, thing: T): () => () => Promise<void>
}

type Kept<T> = { readonly thing: T; users: number; idle?: NodeJS.Timeout | undefined }

/** Keeps things open while they are used, and for some time after that. */
export function keptOpen<T>(options: {
  readonly close: (thing: T) => Promise<void>
  readonly idleMs: number
}): KeptOpen<T> {
  const all = new Map<string, Kept<T>>()
  let isEnded = false
  const closeUnused = async (key: string, kept: Kept<T>): Promise<void> => {
    if (kept.users > 0) return
    clearTimeout(kept.idle)
    if (all.get(key) === kept) all.delete(key)
    await options.close(kept.thing)
  }
  const leave = async (key: string, kept: Kept<T>): Promise<void> => {
    kept.users -= 1
    if (kept.users > 0) return
    if (isEnded || all.get(key) !== kept) return await closeUnused(key, kept)
    // Nobody waits for it, and it can say nothing to anybody.
    kept.idle = setTimeout(() => void closeUnused(key, kept).catch(() => undefined), options.idleMs).unref()
  }
  return {
    get: (key) => all.get(key)?.thing,
    keep: (key, thing) => {
      const before = all.get(key)
      const kept = before?.thing === thing ? before : { thing, users: 0 }
      all.set(key, kept)
      if (before !== undefined && before !== kept) void closeUnused(key, before).catch(() => undefined)
      return () => {
        clearTimeout(kept.idle)
        kept.users += 1
        let hasLeft = false
        return async () => {
          if (hasLeft) return
          hasLeft = true
          await leave(key, kept)
        }
      }
    },
    [Symbol.asyncDispose]: async () => {
      isEnded = true
      await Promise.all([...all].map(async ([key, kept]) => await closeUnused(key, kept)))
    },
  }
}
