/**
 * Cosine of two vectors of length 1, −1 to 1; 0 if one is missing.
 * @example dot(Float32Array.of(0.6, 0.8), Float32Array.of(1, 0)) // about 0.6
 */
export function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}
