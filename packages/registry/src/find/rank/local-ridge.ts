export type KnownText = {
  readonly agent: string
  /** Of unit length. */
  readonly vector: Float32Array
  /** With the query. */
  readonly cosine: number
}

// A kernel of this width sees about as far as one subject; 2 to 4 and noise of 0.03 to 0.3 differ by less than 0.005.
const sharpness = 3
const noise = 0.1
// A sum of cosines counts ten sentences that say the same ten times; this counts them once, and a sentence among those
// of another agent loses what they explain. The cost grows with the cube of the texts: 100 take about two milliseconds.
/** How much a query belongs to each agent, about 0 to 1: kernel ridge regression from the nearest texts to agents. */
export function localRidge(texts: readonly KnownText[]): ReadonlyMap<string, number> {
  const factor = choleskyFactor(kernelRows(texts.map(({ vector }) => vector)))
  const weights = solve(
    factor,
    texts.map(({ cosine }) => kernel(cosine)),
  )
  const shares = new Map<string, number>()
  for (const [index, { agent }] of texts.entries()) shares.set(agent, (shares.get(agent) ?? 0) + (weights[index] ?? 0))
  return shares
}

function kernel(cosine: number): number {
  return Math.exp(sharpness * (cosine - 1))
}

/** The lower half of the kernel matrix with noise on its diagonal, row by row. */
function kernelRows(vectors: readonly Float32Array[]): readonly Float64Array[] {
  return vectors.map((vector, row) => {
    const values = new Float64Array(row + 1)
    // Four at a time: each number of the row is fetched once for them, and the four sums don't wait for each other.
    for (let column = 0; column < row; column += 4) {
      const others = [0, 1, 2, 3].map((step) => vectors[Math.min(column + step, row)] ?? vector)
      const cosines = dotProducts(vector, others)
      for (let step = 0; step < 4 && column + step < row; step += 1) {
        values[column + step] = kernel(cosines[step] ?? 0)
      }
    }
    values[row] = kernel(1) + noise
    return values
  })
}

/** In place: the noise keeps every pivot above zero. */
function choleskyFactor(rows: readonly Float64Array[]): readonly Float64Array[] {
  for (const [index, row] of rows.entries()) {
    for (let column = 0; column <= index; column += 1) {
      const other = rows[column] ?? row
      let sum = row[column] ?? 0
      for (let k = 0; k < column; k += 1) sum -= (row[k] ?? 0) * (other[k] ?? 0)
      row[column] = column === index ? Math.sqrt(sum) : sum / (other[column] ?? 1)
    }
  }
  return rows
}

function solve(factor: readonly Float64Array[], right: readonly number[]): Float64Array {
  const values = Float64Array.from(right)
  for (const [index, row] of factor.entries()) {
    let sum = values[index] ?? 0
    for (let k = 0; k < index; k += 1) sum -= (row[k] ?? 0) * (values[k] ?? 0)
    values[index] = sum / (row[index] ?? 1)
  }
  for (let index = factor.length - 1; index >= 0; index -= 1) {
    const value = (values[index] ?? 0) / (factor[index]?.[index] ?? 1)
    values[index] = value
    for (let k = 0; k < index; k += 1) values[k] = (values[k] ?? 0) - (factor[index]?.[k] ?? 0) * value
  }
  return values
}

function dotProducts(vector: Float32Array, others: readonly Float32Array[]): readonly number[] {
  const [first = vector, second = vector, third = vector, fourth = vector] = others
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] ?? 0
    a += value * (first[index] ?? 0)
    b += value * (second[index] ?? 0)
    c += value * (third[index] ?? 0)
    d += value * (fourth[index] ?? 0)
  }
  return [a, b, c, d]
}
