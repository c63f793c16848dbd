import type { Embedder } from '@datacortex/embeddings'

/** Embeds each text once, also if it is asked for again before it is done. */
export function embedOnce(embedder: Embedder): Embedder {
  const { modelId, dimensions } = embedder
  const kept = new Map<string, Promise<Float32Array>>()
  const ask = (texts: readonly string[], as: 'query' | 'text'): void => {
    // Without the signal: others may wait for the same texts.
    const vectors = embedder.embed(texts, { as })
    for (const [place, text] of texts.entries()) {
      const vector = vectors.then((all) => all[place] ?? new Float32Array(0))
      vector.catch(() => kept.delete(as + text))
      kept.set(as + text, vector)
    }
  }
  return {
    modelId,
    dimensions,
    embed: async (texts, { signal, as = 'text' } = {}) => {
      signal?.throwIfAborted()
      const fresh = [...new Set(texts)].filter((text) => !kept.has(as + text))
      if (fresh.length > 0) ask(fresh, as)
      // Taken before any is dropped to make room.
      const wanted = texts.map(async (text) => (await kept.get(as + text)) ?? new Float32Array(0))
      for (const text of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(text)
      }
      const vectors = await Promise.all(wanted)
      signal?.throwIfAborted()
      return vectors
    },
    [Symbol.asyncDispose]: async () => await embedder[Symbol.asyncDispose](),
  }
}

/** Vectors of 1.5 kB. */
const mostKept = 4000
