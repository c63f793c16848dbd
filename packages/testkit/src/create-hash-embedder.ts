import { createHash } from 'node:crypto'

type EmbedOptions = {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** The shape of the embeddings package's `Embedder`, said again so that plugins can use this kit without that package. */
export type HashEmbedder = ReturnType<typeof createHashEmbedder>

/**
 * A tiny embedder for tests: instant, deterministic, and texts with common words or word parts are near each other.
 *
 * Each word's stem and its three-letter parts are hashed to a place and a sign; the sum is scaled to length 1. It
 * knows no meanings: synonyms are far apart.
 * @param options - `dimensions`: length of the vectors, at least 8; 64 if absent.
 * @returns An embedder whose `modelId` names the dimensions, so that two sizes are two models.
 * @example const [a, b] = await createHashEmbedder().embed(['write tests', 'writing a test']) // near
 * @see https://en.wikipedia.org/wiki/Feature_hashing
 */
export function createHashEmbedder(options: { readonly dimensions?: number | undefined } = {}) {
  const dimensions = Math.max(8, Math.floor(options.dimensions ?? 64))
  return {
    modelId: `hash-${dimensions}`,
    dimensions,
    async embed(texts: readonly string[], { signal, onProgress }: EmbedOptions = {}): Promise<readonly Float32Array[]> {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        signal?.throwIfAborted()
        vectors.push(hashVector(text, dimensions))
        onProgress?.(vectors.length, texts.length)
      }
      return vectors
    },
    [Symbol.asyncDispose]: (): Promise<void> => Promise.resolve(),
  }
}

function hashVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const stem = word.length > 4 ? word.replace(/(?:ings?|ed|es|s|e)$/u, '') : word.replace(/s$/u, '')
    addFeature(vector, { feature: stem, weight: 1 })
    const parts = Array.from({ length: Math.max(0, stem.length - 2) }, (_, start) => stem.slice(start, start + 3))
    for (const part of parts) addFeature(vector, { feature: `#${part}`, weight: 0.5 / parts.length })
  }
  const length = Math.hypot(...vector)
  // Text without words still needs a direction: every embedder gives unit vectors.
  if (length === 0) vector[0] = 1
  return length === 0 ? vector : vector.map((value) => value / length)
}

function addFeature(vector: Float32Array, { feature, weight }: { feature: string; weight: number }): void {
  const hash = createHash('sha256').update(feature).digest().readUInt32LE()
  const place = (hash >>> 1) % vector.length
  vector[place] = (vector[place] ?? 0) + (hash % 2 === 0 ? weight : -weight)
}
