import { wordsOf } from '@datacortex/text'

export type KnownText = {
  readonly agent: string
  readonly text: string
  /** Of unit length. */
  readonly vector: Float32Array
  /** With the query. */
  readonly cosine: number
}

// A kernel of this width sees about as far as one subject; 2 to 4 and noise of 0.03 to 0.3 differ by less than 0.005.
const sharpness = 3
const noise = 0.1
// Among texts on one subject a shared word or pair tells what their vectors blur; 0.1 to 0.4 differ by less than 0.003.
const wordWeight = 0.2
// Sentences are few, and a part of what each says is how somebody spoke that day. 0.2 to 0.7 differ by less than 0.003.
const pull = 0.4

// A sum of cosines counts ten sentences that say the same ten times; this counts them once, and a sentence among those
// of another agent loses what they explain. The cost grows with the cube of the texts: 100 take about two milliseconds.
/** How much a query belongs to each agent, about 0 to 1: kernel ridge regression from the nearest texts to agents. */
export function localRidge(query: string, texts: readonly KnownText[]): ReadonlyMap<string, number> {
  const words = wordLikeness([...texts.map(({ text }) => text), query])
  const pulled = pullTogether(texts)
  const factor = choleskyFactor(kernelRows(pulled, words))
  const asked = words.at(-1)
  const weights = solve(
    factor,
    pulled.map(({ cosine }, index) => kernel(cosine, asked?.[index])),
  )
  const shares = new Map<string, number>()
  for (const [index, { agent }] of texts.entries()) shares.set(agent, (shares.get(agent) ?? 0) + (weights[index] ?? 0))
  return shares
}

type Placed = Pick<KnownText, 'vector' | 'cosine'>

/** The texts moved towards the mean of their agent's, with the cosines that they have then. */
function pullTogether(texts: readonly KnownText[]): readonly Placed[] {
  const means = new Map(
    [...Map.groupBy(texts, ({ agent }) => agent)].map(
      ([agent, own]) => [agent, weighted(own, 1 / own.length)] as const,
    ),
  )
  return texts.map((text) => {
    const mean = means.get(text.agent) ?? text
    const moved = weighted([text], 1, weighted([mean], pull))
    // At least 0.6 long: the mean is at most of unit length.
    const length = Math.sqrt(dotProducts(moved.vector, [moved.vector])[0] ?? 1)
    return weighted([moved], 1 / length)
  })
}

/** The sum of some places, each times a factor, and another place. */
function weighted(places: readonly Placed[], factor: number, other?: Placed): Placed {
  const sum = other === undefined ? new Float32Array(places[0]?.vector.length ?? 0) : Float32Array.from(other.vector)
  let cosine = other?.cosine ?? 0
  for (const place of places) {
    cosine += factor * place.cosine
    for (let index = 0; index < sum.length; index += 1)
      sum[index] = (sum[index] ?? 0) + factor * (place.vector[index] ?? 0)
  }
  return { vector: sum, cosine }
}

function kernel(cosine: number, words = 0): number {
  return Math.exp(sharpness * (cosine - 1)) + wordWeight * words
}

/** The lower half of the kernel matrix with noise on its diagonal, row by row. */
function kernelRows(texts: readonly Placed[], words: readonly Float64Array[]): readonly Float64Array[] {
  const vectors = texts.map(({ vector }) => vector)
  return vectors.map((vector, row) => {
    const values = new Float64Array(row + 1)
    const shared = words[row]
    // Four at a time: each number of the row is fetched once for them, and the four sums don't wait for each other.
    for (let column = 0; column < row; column += 4) {
      const others = [0, 1, 2, 3].map((step) => vectors[Math.min(column + step, row)] ?? vector)
      const cosines = dotProducts(vector, others)
      for (let step = 0; step < 4 && column + step < row; step += 1) {
        const place = column + step
        values[place] = kernel(cosines[step] ?? 0, shared?.[place])
      }
    }
    values[row] = kernel(1, shared?.[row]) + noise
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

/** Cosine of the words and pairs of texts, weighted by rarity among them: the lower half of a symmetric matrix. */
export function wordLikeness(texts: readonly string[]): readonly Float64Array[] {
  const likeness = texts.map((_, row) => new Float64Array(row + 1))
  for (const postings of termsOf(texts).values()) {
    const rarity = Math.log(1 + texts.length / postings.length)
    for (const [index, { place, count }] of postings.entries()) {
      const value = count * rarity
      const row = likeness[place]
      if (row === undefined) continue
      for (let earlier = 0; earlier <= index; earlier += 1) {
        const other = postings[earlier]
        if (other !== undefined) row[other.place] = (row[other.place] ?? 0) + value * other.count * rarity
      }
    }
  }
  // A text without words is like none, itself included.
  const lengths = likeness.map((row, place) => Math.sqrt(row[place] ?? 0) || 1)
  return likeness.map((row, place) =>
    row.map((value, other) => value / ((lengths[place] ?? 1) * (lengths[other] ?? 1))),
  )
}

type Posting = { readonly place: number; readonly count: number }

/** Which texts have a word or pair, in their order. */
function termsOf(texts: readonly string[]): ReadonlyMap<string, readonly Posting[]> {
  const terms = new Map<string, Posting[]>()
  for (const [place, text] of texts.entries()) {
    for (const [term, count] of countsOf(text)) {
      const postings = terms.get(term)
      if (postings === undefined) terms.set(term, [{ place, count }])
      else postings.push({ place, count })
    }
  }
  return terms
}

/** Of texts that requests come near again and again; some kilobytes each. */
const known = new Map<string, ReadonlyMap<string, number>>()
const mostKnown = 500

function countsOf(text: string): ReadonlyMap<string, number> {
  const before = known.get(text)
  if (before !== undefined) return before
  const words = wordsOf(text.slice(0, mostCharacters))
  const counts = new Map<string, number>()
  for (const term of words.flatMap((word, index) => (index === 0 ? [word] : [word, `${words[index - 1]} ${word}`])))
    counts.set(term, (counts.get(term) ?? 0) + 1)
  if (known.size >= mostKnown) known.clear()
  known.set(text, counts)
  return counts
}

// Longer than any sentence, so that sections of prompts don't cost a query its time.
const mostCharacters = 500
