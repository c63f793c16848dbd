import type { Embedder } from '@datacortex/embeddings'
import type { Memory } from '@datacortex/memory'
import type { Work } from '../work.ts'
import { openNoteSetup } from './note-setup.ts'

/** The memory of a space, and the model it asks; disposing closes both. */
export type SpaceMemory = AsyncDisposable &
  Pick<Memory, 'search' | 'index' | 'port' | 'batch'> &
  Pick<Embedder, 'reranker'> & { readonly embedder: Embedder }

type OpenMemoryOptions = {
  readonly inThreads?: boolean | undefined
  /** Leaves the hot cache as it is. */
  readonly dryRun?: boolean | undefined
  /** Believes for some seconds what a search before found of the files. */
  readonly isOfBatch?: boolean | undefined
}

/** Opens the memory of a space: settings, model and tiers wired together. Makes no index and loads no model yet. */
export async function openSpaceMemory(
  work: Work,
  { inThreads = false, dryRun = false, isOfBatch = false }: OpenMemoryOptions = {},
): Promise<SpaceMemory> {
  const { openMemory } = await import('@datacortex/memory')
  await using stack = new AsyncDisposableStack()
  const setup = stack.use(await openNoteSetup(work))
  const embedder = inThreads ? await besideProgram(setup.embedder) : setup.embedder
  const batch = isOfBatch ? { allIndexed: work.allIndexed } : {}
  const memory = stack.use(
    await openMemory(work.paths, {
      embedder,
      memories: setup.memories,
      keepsHot: !dryRun,
      openIndex: work.openIndex,
      openHot: dryRun ? undefined : work.openHot,
      ...batch,
    }),
  )
  const kept = stack.move()
  return {
    embedder,
    reranker: setup.embedder.reranker,
    port: memory.port,
    batch: () => memory.batch(),
    index: async () => await memory.index(),
    search: async (query, options) => await memory.search(query, options),
    [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose](),
  }
}

/** Texts embedded beside the program, each once; closed with the model. */
async function besideProgram(model: Embedder): Promise<Embedder> {
  const { embedOnce } = await import('./embed-once.ts')
  const { modelId, dimensions } = model
  return embedOnce({
    modelId,
    dimensions,
    embed: async (texts, options) => await model.embed(texts, { ...options, inThreads: true }),
    [Symbol.asyncDispose]: async () => await model[Symbol.asyncDispose](),
  })
}
