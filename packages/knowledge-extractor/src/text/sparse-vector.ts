/** Weights of terms; of length 1, or empty. */
export type SparseVector = ReadonlyMap<string, number>

/** TF-ISF vectors of length 1: frequent in the sentence and rare among the sentences weighs most. */
export function termVectors(sentences: readonly (readonly string[])[]): readonly SparseVector[] {
  const sentencesOf = new Map<string, number>()
  for (const terms of sentences)
    for (const term of new Set(terms)) sentencesOf.set(term, (sentencesOf.get(term) ?? 0) + 1)
  return sentences.map((terms) => {
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts)
      counts.set(term, count * Math.log(1 + sentences.length / (sentencesOf.get(term) ?? 1)))
    return unit(counts)
  })
}

/** Of two vectors of length 1: 0–1. */
export function cosine(a: SparseVector, b: SparseVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0)
  return sum
}

function unit(weights: Map<string, number>): SparseVector {
  let squares = 0
  for (const weight of weights.values()) squares += weight * weight
  const length = Math.sqrt(squares)
  for (const [term, weight] of weights) weights.set(term, weight / length)
  return weights
}
