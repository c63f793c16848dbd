import { rootMemory } from '@datacortex/importers/roots'
import type { SpacePaths } from '@datacortex/platform'
import type { OpenModel, Work } from '../work.ts'
import { freshCatalogue } from './fresh-catalogue.ts'
import { openModel as openModelOfSettings } from './model.ts'
import { sharedFinder } from './shared-finder.ts'
import { sharedHotCache } from './shared-hot-cache.ts'
import { sharedIndexes } from './shared-indexes.ts'
import { sharedMinds } from './shared-minds.ts'
import { sharedModels } from './shared-models.ts'
import { sharedPublished } from './shared-published.ts'

/** What operations of a space share; disposing waits for what runs, and closes it. */
export type Parts = AsyncDisposable & {
  readonly shared: Pick<
    Work,
    | 'openModel'
    | 'isModelLoaded'
    | 'openMind'
    | 'openIndex'
    | 'openHot'
    | 'openFinder'
    | 'openPublished'
    | 'catalogue'
    | 'allIndexed'
    | 'roots'
  >
  /** Runs what is waited for before anything is closed. */
  readonly use: <Result>(work: () => Promise<Result>) => Promise<Result>
}

export type PartsOptions = {
  readonly bundledDirectory?: string | undefined
  readonly openModel?: OpenModel | undefined
  readonly keptMs?: number | undefined
  readonly onNote?: Work['onNote'] | undefined
}

/** The parts of a space, each opened by the first operation that needs it; `keptMs`: how long one is kept unused. */
export function openParts(
  paths: SpacePaths,
  { bundledDirectory, openModel = openModelOfSettings, keptMs: idleMs = 2 * 60_000, onNote }: PartsOptions,
): Parts {
  const running = new Set<Promise<unknown>>()
  const models = sharedModels({
    open: async (settings, onProgress) => await openModel(settings, onProgress, onNote),
    idleMs,
  })
  const indexes = sharedIndexes({
    open: async (at, model) => await (await import('@datacortex/memory')).openNoteIndex(at, model),
    versionOf: async (at) => await (await import('@datacortex/memory')).spaceVersions(at).index(),
    idleMs,
  })
  const hot = sharedHotCache(idleMs)
  const minds = sharedMinds(idleMs)
  const finder = sharedFinder(paths, { openModel: models.open, bundledDirectory, idleMs })
  const published = sharedPublished(paths, { openModel: models.open, idleMs })
  return {
    shared: {
      openModel: models.open,
      isModelLoaded: models.isLoaded,
      openMind: minds.open,
      openIndex: indexes.open,
      openHot: hot.open,
      openFinder: finder.open,
      openPublished: published.open,
      catalogue: freshCatalogue(paths, { bundledDirectory }),
      roots: rootMemory(paths),
      allIndexed: { until: Number.NEGATIVE_INFINITY },
    },
    use: async (work) => {
      const result = work()
      const settled = Promise.allSettled([result])
      running.add(settled)
      try {
        return await result
      } finally {
        running.delete(settled)
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(running)
      await using stack = new AsyncDisposableStack()
      stack.use(models)
      stack.use(indexes)
      stack.use(hot)
      stack.use(minds)
      stack.use(finder)
      stack.use(published)
    },
  }
}
