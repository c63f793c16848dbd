import type { Embedder } from '@datacortex/embeddings'
import type { Memory } from '@datacortex/memory'
import { readSettings } from '@datacortex/platform'
import type { Work } from '../work.ts'
import { openNoteHost } from './note-host.ts'

/** The memory of a space, and the model it asks; disposing closes both. */
export type SpaceMemory = AsyncDisposable &
  Pick<Memory, 'search' | 'index' | 'port' | 'batch'> & { readonly embedder: Embedder }

type OpenMemoryOptions = {
  readonly threads?: number | undefined
  readonly dryRun?: boolean | undefined
  readonly isOfBatch?: boolean | undefined
}

/**
 * Opens the memory of a space: settings, model and tiers wired together. Makes no index and loads no model yet.
 *
 * @param options - `threads`: how many may embed at the same time, beside the program; none if absent. `dryRun`: the hot
 * cache is left as it is. `isOfBatch`: what a search before found of the files is believed for some seconds.
 */
export async function openSpaceMemory(
  work: Work,
  { threads = 0, dryRun = false, isOfBatch = false }: OpenMemoryOptions = {},
): Promise<SpaceMemory> {
  const { openMemory } = await import('@datacortex/memory')
  await using stack = new AsyncDisposableStack()
  const host = stack.use(await openNoteHost(work))
  const embedder = threads > 0 ? stack.use(await threadsOf(host.embedder, { work, threads })) : host.embedder
  const batch = isOfBatch ? { allIndexed: work.allIndexed } : {}
  const memory = stack.use(
    await openMemory(work.paths, { embedder, keepsHot: !dryRun, openIndex: work.openIndex, ...batch }),
  )
  const kept = stack.move()
  return {
    embedder,
    port: memory.port,
    batch: () => memory.batch(),
    index: async () => await memory.index(),
    search: async (query, options) => await memory.search(query, options),
    [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose](),
  }
}

async function threadsOf(
  model: Embedder,
  { work, threads }: { readonly work: Work; readonly threads: number },
): Promise<Embedder> {
  const [{ embeddingThreads }, { embedOnce }, { embeddings }] = await Promise.all([
    import('./embedding-threads.ts'),
    import('./embed-once.ts'),
    readSettings(work.paths),
  ])
  return embedOnce(embeddingThreads(model, { count: threads, settings: embeddings, onProgress: work.onProgress }))
}
