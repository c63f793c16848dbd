import type { OpenMind, openMind } from '@datacortex/cognition'
import { keptOpen } from './kept-open.ts'

/** Memories of agents that several questions share: each is looked through once, and then where a file changes. */
export function sharedMinds(idleMs: number): AsyncDisposable & { readonly open: typeof openMind } {
  const kept = keptOpen<OpenMind>({
    idleMs,
    close: async (open) => await Promise.resolve(open[Symbol.dispose]()),
  })
  return {
    open: async (mind) => {
      const cognition = await import('@datacortex/cognition')
      const key = JSON.stringify([mind.database, mind.identity.uid, mind.root, mind.remote !== undefined])
      const fresh = kept.get(key) ?? (await cognition.openMind(mind))
      // Another question may have opened it meanwhile.
      const open = kept.get(key) ?? fresh
      if (open !== fresh) fresh[Symbol.dispose]()
      const leave = kept.keep(key, open)()
      return { recall: async (...asked) => await open.recall(...asked), [Symbol.dispose]: () => void leave() }
    },
    [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose](),
  }
}
