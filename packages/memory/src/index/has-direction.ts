/**
 * Whether a vector can be compared with others: models can give numbers that are none, or nothing but zeros.
 *
 * @param vector - As the model gave it.
 */
export function hasDirection(vector: Float32Array): boolean {
  return vector.every(Number.isFinite) && vector.some((number) => number !== 0)
}
