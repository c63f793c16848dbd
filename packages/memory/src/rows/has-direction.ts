/** Whether a vector can be compared with others: models can give numbers that are none, or nothing but zeros. */
export function hasDirection(vector: Float32Array): boolean {
  return vector.every(Number.isFinite) && vector.some((number) => number !== 0)
}
