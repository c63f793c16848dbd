import type { Embedder } from '@datacortex/embeddings'

/** What went through an embedder. */
export type EmbedderTimes = { ms: number; texts: number }

/**
 * An embedder that measures another one. Disposing of it leaves the other open.
 *
 * @param inner - Does the work.
 */
export function timedEmbedder(inner: Embedder): { readonly embedder: Embedder; readonly times: EmbedderTimes } {
  const times: EmbedderTimes = { ms: 0, texts: 0 }
  const embedder: Embedder = {
    modelId: inner.modelId,
    dimensions: inner.dimensions,
    embed: async (texts, options) => {
      const startedAt = performance.now()
      const vectors = await inner.embed(texts, options)
      times.ms += performance.now() - startedAt
      times.texts += texts.length
      return vectors
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  return { embedder, times }
}
