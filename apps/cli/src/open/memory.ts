import type { Embedder } from '@datacortex/embeddings'
import type { Memory } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { readSettings } from '@datacortex/platform'
import type { Context } from '../context.ts'
import { openNoteHost } from './note-host.ts'

/** The memory of a space, and the model it asks; disposing closes both. */
export type SpaceMemory = AsyncDisposable &
  Pick<Memory, 'search' | 'index' | 'port' | 'batch'> & { readonly embedder: Embedder }

/**
 * Opens the memory of a space: settings, model and tiers wired together. Makes no index and loads no model yet.
 *
 * @param paths - Of the space.
 * @param context - Of the command.
 * @param options - `threads`: how many may embed at the same time, beside the program; none if absent. `dryRun`: the hot
 *   cache is left as it is.
 * @example await using memory = await openSpaceMemory(paths, context)
 */
export async function openSpaceMemory(
  paths: SpacePaths,
  context: Context,
  {
    threads = 0,
    dryRun = false,
  }: { readonly threads?: number | undefined; readonly dryRun?: boolean | undefined } = {},
): Promise<SpaceMemory> {
  const { openMemory } = await import('@datacortex/memory')
  await using stack = new AsyncDisposableStack()
  const host = stack.use(await openNoteHost(paths, context))
  const embedder = threads > 0 ? stack.use(await threadsOf(host.embedder, { paths, context, threads })) : host.embedder
  const memory = stack.use(await openMemory(paths, { embedder, keepsHot: !dryRun, openIndex: context.openIndex }))
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
  { paths, context, threads }: { readonly paths: SpacePaths; readonly context: Context; readonly threads: number },
): Promise<Embedder> {
  const [{ embeddingThreads }, { embedOnce }, { embeddings }] = await Promise.all([
    import('../knowledge/embedding-threads.ts'),
    import('../knowledge/embed-once.ts'),
    readSettings(paths),
  ])
  return embedOnce(embeddingThreads(model, { count: threads, settings: embeddings, onProgress: context.onProgress }))
}
