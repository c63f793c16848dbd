import type { Shingles } from './shingles.ts'
import { scrambled } from './shingles.ts'

/** What is kept of a text to recognise copies of it in later runs; about 1.5 kB. */
export type TextSketch = {
  /** How many shingles the text has. */
  readonly size: number
  /** 128 values; equal places over all places estimate the Jaccard similarity. */
  readonly minima: readonly number[]
  /** The smallest hashes of shingles, sorted, at most 256: they estimate containment. */
  readonly bottom: readonly number[]
}

const places = 128
const bands = 16
const bottomSize = 256

/** A sketch of a text's shingles. */
export function sketchOf(shingles: Shingles): TextSketch {
  const minima = Array.from({ length: places }, () => 0xff_ff_ff_ff)
  for (const shingle of shingles) {
    for (let place = 0; place < places; place += 1) {
      const value = scrambled(shingle ^ Math.imul(place + 1, 0x9e_37_79_b1))
      if (value < (minima[place] ?? 0)) minima[place] = value
    }
  }
  const bottom = [...shingles].sort((a, b) => a - b).slice(0, bottomSize)
  return { size: shingles.size, minima, bottom }
}

/**
 * Keys of which two sketches share at least one if their texts are much alike (Jaccard above about 0.7).
 *
 * @see https://doi.org/10.1145/276698.276876 for locality-sensitive hashing
 */
export function sketchKeys({ minima }: TextSketch): readonly string[] {
  const rows = places / bands
  return Array.from({ length: bands }, (_, band) => `${band}:${minima.slice(band * rows, (band + 1) * rows).join('.')}`)
}

/** Estimated Jaccard similarity of two texts, 0–1. */
export function estimatedSimilarity(a: TextSketch, b: TextSketch): number {
  if (a.size === 0 || b.size === 0) return 0
  return a.minima.filter((value, place) => value === b.minima[place]).length / places
}

/** Estimated share of the smaller text that the larger one has, 0–1: candidates by it are to be verified. */
export function estimatedContainment(a: TextSketch, b: TextSketch): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size === 0) return 0
  // Below the largest hash that a full sketch kept, it is known whether a text has a shingle.
  const limit = Math.min(
    ...[small, large].map(({ bottom }) => (bottom.length < bottomSize ? Infinity : (bottom.at(-1) ?? 0))),
  )
  const known = small.bottom.filter((shingle) => shingle <= limit)
  if (known.length === 0) return 0
  const held = new Set(large.bottom)
  return known.filter((shingle) => held.has(shingle)).length / known.length
}
