import type { Embedder } from '@datacortex/embeddings'
import { seededRandom } from './random.ts'

/**
 * An embedder that costs almost nothing: the sum of one random direction for each word, at length 1. Texts with common
 * words are near each other, so an index has something to find.
 *
 * @param dimensions - Length of the vectors.
 */
export function wordEmbedder(dimensions: number): Embedder {
  const directions = new Map<string, Float32Array>()
  const directionOf = (word: string): Float32Array => {
    const known = directions.get(word)
    if (known !== undefined) return known
    const random = seededRandom(seedOf(word))
    const made = Float32Array.from({ length: dimensions }, () => random() - 0.5)
    directions.set(word, made)
    return made
  }
  const vectorOf = (text: string): Float32Array => {
    const sum = new Float32Array(dimensions)
    for (const word of text.match(/[a-z]+/g) ?? ['nothing']) {
      const direction = directionOf(word)
      for (let index = 0; index < dimensions; index += 1) sum[index] = (sum[index] ?? 0) + (direction[index] ?? 0)
    }
    const length = Math.hypot(...sum)
    return sum.map((value) => value / length)
  }
  return {
    modelId: `words-${dimensions}`,
    dimensions,
    embed: (texts) => Promise.resolve(texts.map(vectorOf)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

function seedOf(word: string): number {
  let seed = 17
  for (let index = 0; index < word.length; index += 1) seed = Math.imul(seed, 31) + word.charCodeAt(index)
  return seed
}
