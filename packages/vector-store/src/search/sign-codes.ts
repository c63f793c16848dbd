/** One bit for each number of each vector: whether it is above the mean of that number. */
export type SignCodes = {
  /** One row after the other, `words` numbers each. */
  readonly bits: Uint32Array
  readonly words: number
  readonly mean: Float32Array
}

/**
 * Codes of vectors. How many bits of two codes differ grows with the angle between their vectors.
 *
 * @param vectors - One after the other.
 * @see Charikar: Similarity Estimation Techniques from Rounding Algorithms, STOC 2002, doi 10.1145/509907.509965
 */
export function signCodes(vectors: Float32Array, dimensions: number): SignCodes {
  const rows = vectors.length / dimensions
  const mean = new Float32Array(dimensions)
  for (let index = 0; index < vectors.length; index += 1) {
    const column = index % dimensions
    mean[column] = (mean[column] ?? 0) + (vectors[index] ?? 0) / rows
  }
  const words = Math.ceil(dimensions / 32)
  const bits = new Uint32Array(rows * words)
  for (let row = 0; row < rows; row += 1)
    bits.set(codeOf(vectors.subarray(row * dimensions, (row + 1) * dimensions), mean), row * words)
  return { bits, words, mean }
}

/** How many bits of each row's code differ from the code of a vector. */
export function differingBits({ bits, words, mean }: SignCodes, vector: Float32Array): Uint16Array {
  const code = codeOf(vector, mean)
  const counts = new Uint16Array(bits.length / words)
  for (let row = 0, base = 0; row < counts.length; row += 1, base += words) {
    let count = 0
    for (let word = 0; word < words; word += 1) count += setBits((bits[base + word] ?? 0) ^ (code[word] ?? 0))
    counts[row] = count
  }
  return counts
}

function codeOf(vector: Float32Array, mean: Float32Array): Uint32Array {
  const code = new Uint32Array(Math.ceil(mean.length / 32))
  for (let column = 0; column < mean.length; column += 1)
    if ((vector[column] ?? 0) > (mean[column] ?? 0))
      code[column >>> 5] = (code[column >>> 5] ?? 0) | (1 << (column & 31))
  return code
}

/** Adds neighbouring bits, then pairs, then fours; the multiplication adds the bytes. */
function setBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
