import type { openHotCache } from '@datacortex/memory'
import { keptOpen } from './kept-open.ts'

/** The hot cache of a space, which several searches share; it is read once, and written when nobody searches any more. */
export function sharedHotCache(idleMs: number): AsyncDisposable & { readonly open: typeof openHotCache } {
  const kept = keptOpen<Awaited<ReturnType<typeof openHotCache>>>({
    idleMs,
    close: async (hot) => await hot[Symbol.asyncDispose](),
  })
  return {
    open: async (paths, options) => {
      const memory = await import('@datacortex/memory')
      const fresh = kept.get(paths.root) ?? (await memory.openHotCache(paths, options))
      // Another search may have opened it meanwhile.
      const hot = kept.get(paths.root) ?? fresh
      return { cache: hot.cache, [Symbol.asyncDispose]: kept.keep(paths.root, hot)() }
    },
    [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose](),
  }
}
