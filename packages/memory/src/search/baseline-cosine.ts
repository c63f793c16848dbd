import { dot } from '@datacortex/platform'
import type { VectorSource } from '@datacortex/vector-store'
import { notePathOf } from '../rows/note-rows.ts'
import type { BaselineCosine } from './fuse-evidence.ts'

export type CosineSample = {
  /** Vectors it rests on; 0 means that nothing is embedded. */
  readonly size: number
  ordinary(query: Float32Array): BaselineCosine
}

/**
 * A sample of a collection's vectors, kept until the number of rows changes much.
 *
 * It takes the rows with the smallest hashes: the same ones in every process, and mostly the same ones after a change.
 * Of one note a few at first, and however many there are, they weigh no more than a few: one long note must not decide
 * what is ordinary in all the others.
 * @param options - `rows`: how many it has now.
 * @example const { mean, deviation } = (await cosineSample(chunks, { rows })).ordinary(queryVector)
 */
export async function cosineSample(chunks: Sampled, { rows }: { rows: number }): Promise<CosineSample> {
  const kept = samples.get(chunks)
  if (kept?.complete === true && Math.abs(rows - kept.rows) <= drift * kept.rows) return kept.sample
  const embedded = await chunks.hashes()
  const notes = new Map([...embedded].map(([id, hash]) => [hash, notePathOf(id) ?? id]))
  const picked = pickFairly([...notes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const vectors = await chunks.vectorsOf(picked.map(([hash]) => hash))
  const sample = sampleOf(
    picked.flatMap(([hash, note]) => {
      const vector = vectors.get(hash)
      return vector === undefined ? [] : [{ note, vector }]
    }),
  )
  samples.set(chunks, { rows, complete: notes.size >= mostVectors || embedded.size >= rows, sample })
  return sample
}

export function sampleOf(rows: readonly SampledRow[]): CosineSample {
  const weights = weightsOf(rows)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), 0) / all
  return {
    size: rows.length,
    ordinary: (query) => {
      if (rows.length < fewestVectors) return presumed
      const cosines = rows.map(({ vector }) => dot(query, vector))
      const mean = meanOf(cosines)
      const variance = meanOf(cosines.map((cosine) => (cosine - mean) ** 2))
      return { mean, deviation: Math.max(leastDeviation, Math.sqrt(variance)) }
    },
  }
}

export type SampledRow = { readonly note: string; readonly vector: Float32Array }

/** The first ones, but of each note no more than a few as long as there are others. */
function pickFairly(rows: readonly HashOfNote[]): readonly HashOfNote[] {
  const byNote = Map.groupBy(rows, ([, note]) => note).values()
  const early = new Set(byNote.flatMap((its) => its.slice(0, fewOfNote)))
  return [...rows.filter((row) => early.has(row)), ...rows.filter((row) => !early.has(row))].slice(0, mostVectors)
}

/** The rows of one note share what a few of them may weigh, or more if all notes together would be too few. */
function weightsOf(rows: readonly SampledRow[]): readonly number[] {
  const byNote = Map.groupBy(rows, ({ note }) => note)
  const weightAt = (few: number): number => byNote.values().reduce((sum, { length }) => sum + Math.min(length, few), 0)
  let few = fewOfNote
  while (few < fewestVectors && weightAt(few) < fewestVectors) few += 1
  return rows.map(({ note }) => {
    const count = byNote.get(note)?.length ?? 1
    return Math.min(count, few) / count
  })
}

type HashOfNote = readonly [hash: string, note: string]

/** What of one note is as good as independent. */
const fewOfNote = 4
const mostVectors = 256
const fewestVectors = 16
/** What sentence models give for texts that have nothing to do with each other. */
const presumed: BaselineCosine = { mean: 0.1, deviation: 0.1 }
/** Among copies of one text nothing stands out. */
const leastDeviation = 0.02
/** Share of rows that may come or go before the sample is taken again. */
const drift = 0.05

type Sampled = Pick<VectorSource, 'hashes' | 'vectorsOf'>

type Kept = { readonly rows: number; readonly complete: boolean; readonly sample: CosineSample }

const samples = new WeakMap<Sampled, Kept>()
