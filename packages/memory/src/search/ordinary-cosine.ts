import type { VectorSource } from '@datacortex/vector-store'
import type { OrdinaryCosine } from './fuse-evidence.ts'

/** How near any row is to a query, learned from a sample. */
export type CosineSample = {
  /** Vectors it rests on; 0 means that nothing is embedded. */
  readonly size: number
  ordinary(query: Float32Array): OrdinaryCosine
}

/**
 * A sample of a collection's vectors, kept until the number of rows changes much.
 *
 * It takes the rows with the smallest hashes: the same ones in every process, and mostly the same ones after a change.
 *
 * @param chunks - The collection, or what it has of another model.
 * @param options - `rows`: how many it has now.
 * @example const { mean, deviation } = (await cosineSample(chunks, { rows })).ordinary(queryVector)
 */
export async function cosineSample(chunks: Sampled, { rows }: { readonly rows: number }): Promise<CosineSample> {
  const kept = samples.get(chunks)
  if (kept !== undefined && isCurrent(kept, rows)) return kept.sample
  const embedded = await chunks.hashes()
  const hashes = [...new Set(embedded.values())].toSorted()
  const vectors = [...(await chunks.vectorsOf(hashes.slice(0, mostVectors))).values()]
  const sample = sampleOf(vectors)
  samples.set(chunks, { rows, complete: hashes.length >= mostVectors || embedded.size >= rows, sample })
  return sample
}

/**
 * The sample that some vectors are.
 *
 * @param vectors - Of rows, at unit length.
 */
export function sampleOf(vectors: readonly Float32Array[]): CosineSample {
  return {
    size: vectors.length,
    ordinary: (query) => {
      if (vectors.length < fewestVectors) return presumed
      const cosines = vectors.map((vector) => dot(query, vector))
      const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length
      const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length
      return { mean, deviation: Math.max(leastDeviation, Math.sqrt(variance)) }
    },
  }
}

const mostVectors = 256
const fewestVectors = 16
/** What sentence models give for texts that have nothing to do with each other. */
const presumed: OrdinaryCosine = { mean: 0.1, deviation: 0.1 }
/** Among copies of one text nothing stands out. */
const leastDeviation = 0.02
/** Share of rows that may come or go before the sample is taken again. */
const drift = 0.05

type Sampled = Pick<VectorSource, 'hashes' | 'vectorsOf'>

type Kept = { readonly rows: number; readonly complete: boolean; readonly sample: CosineSample }

const samples = new WeakMap<Sampled, Kept>()

function isCurrent({ rows, complete }: Kept, now: number): boolean {
  return complete && Math.abs(now - rows) <= drift * rows
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}
