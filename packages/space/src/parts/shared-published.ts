import type { DirectoryCache } from '@datacortex/directory'
import type { SpacePaths } from '@datacortex/platform'
import type { Finder } from '@datacortex/registry/find'
import type { AskedFinder, OpenModel } from '../work.ts'
import { keptOpen } from './kept-open.ts'
import { lend } from './shared-finder.ts'
import { stampOf } from './space-stamp.ts'

/** The search for agents that are published elsewhere, kept open as long as what is kept of them stays as it is. */
export type SharedPublished = AsyncDisposable & {
  readonly open: (cache: DirectoryCache, asked: AskedFinder) => Promise<Finder>
}

/** Opening it takes longer than a question does. */
export function sharedPublished(
  paths: SpacePaths,
  { openModel, idleMs }: { readonly openModel: OpenModel; readonly idleMs: number },
): SharedPublished {
  const kept = keptOpen<{ readonly stamp: string; readonly finder: Finder }>({
    idleMs,
    close: async ({ finder }) => await finder[Symbol.asyncDispose](),
  })
  return {
    open: async (cache, asked) => {
      const stamp = [cache.version(), stampOf(paths.settingsFile), stampOf(paths.settingsLocalFile)].join(' ')
      const known = kept.get('')
      const { pending = 1, problem } = known?.finder.update ?? {}
      if (known?.stamp === stamp && pending === 0 && problem === undefined) {
        const lent = lend(known, kept.keep('', known)())
        return { ...lent, update: { ...lent.update, embedded: 0 } }
      }
      const { openPublishedFinder } = await import('@datacortex/directory')
      const openEmbedder = async (model: Parameters<OpenModel>[0]) => await openModel(model, asked.onProgress)
      const one = { stamp, finder: await openPublishedFinder(paths, cache, { ...asked, openEmbedder }) }
      return lend(one, kept.keep('', one)())
    },
    [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose](),
  }
}
