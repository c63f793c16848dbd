import { wordsOf } from './words.ts'

/** Hashes of all runs of four words of a text, 32 bits each. */
export type Shingles = ReadonlySet<number>

const shingleLength = 4

/** The word 4-shingles of a text, hashed the same way on every machine. */
export function shinglesOf(text: string): Shingles {
  const hashes = wordsOf(withoutLinkTargets(text)).map(hashOf)
  const shingles = new Set<number>()
  for (let index = 0; index + shingleLength <= hashes.length; index += 1) {
    let mixed = 0
    for (let part = 0; part < shingleLength; part += 1)
      mixed = scrambled(Math.imul(mixed, 31) + (hashes[index + part] ?? 0))
    shingles.add(mixed)
  }
  return shingles
}

/** The share of the smaller set that the larger one has, 0–1 (Broder, https://doi.org/10.1109/SEQUEN.1997.666900). */
export function containment(a: Shingles, b: Shingles): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size === 0) return 0
  let shared = 0
  for (const shingle of small) if (large.has(shingle)) shared += 1
  return shared / small.size
}

/** What is compared of Markdown: the words that are read, not where their links lead. */
export function withoutLinkTargets(text: string): string {
  return text.replaceAll(/\]\([^()\s]*\)/gu, ']').replaceAll(/https?:\/\/\S+/giu, ' ')
}

/** @see http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(word: string): number {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01_00_01_93)
  return hash
}

/** Finishes a hash so that each bit depends on each other one. */
function scrambled(value: number): number {
  let hash = value ^ (value >>> 16)
  hash = Math.imul(hash, 0x85_eb_ca_6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}
