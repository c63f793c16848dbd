import type { Embedder } from '@datacortex/embeddings'
import { keptVectors } from './kept-vectors.ts'

/** An embedder that knows many texts already: what is measured is not the model. */
export type RememberingEmbedder = Embedder & {
  /** Learns the vectors of texts, from the disk where an earlier run has kept them. */
  learn(texts: readonly string[]): Promise<void>
  /** The vector of a text that was learned or embedded. */
  vectorOf(text: string): Float32Array
}

/**
 * Wraps the real model.
 *
 * @param inner - The model; it is not disposed of.
 * @param tell - Is told how far the embedding is.
 */
export function rememberingEmbedder(inner: Embedder, tell: (line: string) => void): RememberingEmbedder {
  const known = new Map<string, Float32Array>()
  const learn = async (texts: readonly string[]): Promise<void> => {
    const missing = [...new Set(texts)].filter((text) => !known.has(text))
    // What is known costs nothing: no look at the disk is timed with a search.
    if (missing.length === 0) return
    const vectors = await keptVectors(missing, { embedder: inner, tell })
    for (const [index, text] of missing.entries()) known.set(text, vectors[index] ?? new Float32Array(0))
  }
  const vectorOf = (text: string): Float32Array => known.get(text) ?? new Float32Array(0)
  return {
    modelId: inner.modelId,
    dimensions: inner.dimensions,
    learn,
    vectorOf,
    embed: async (texts) => {
      await learn(texts)
      return texts.map(vectorOf)
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
