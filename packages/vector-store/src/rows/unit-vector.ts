/**
 * The vector at length 1, so that dot product and cosine are the same.
 *
 * @returns The same array if it has length 1 already (within 1e-5), a new one otherwise.
 */
export function unitVector(vector: Float32Array): Float32Array {
  const length = vectorLength(vector)
  return Math.abs(length - 1) < 1e-5 ? vector : vector.map((value) => value / length)
}

/** Euclidean length; NaN or infinite if a component is. */
export function vectorLength(vector: Float32Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}
