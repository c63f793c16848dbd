/**
 * The sum of the products of two vectors' numbers: the cosine if both have unit length.
 *
 * @param a - A vector.
 * @param b - Another one; 0 if absent.
 */
export function dotProduct(a: Float32Array, b: Float32Array = new Float32Array(0)): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}
