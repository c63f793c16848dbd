import { wordsOf } from '@datacortex/text'

/**
 * How alike short texts are in their words and in the pairs of words that follow each other. Cosine of counts, each weighted
 * by how rare the word or pair is among these texts: near one subject, what tells its texts apart counts, not what is rare
 * elsewhere. `texts`: any; the cost grows with the square of how many share a word. Gives the lower half of a symmetric
 * matrix, row by row with its diagonal: 0 (nothing in common) to 1. See Salton, Buckley: Term-weighting approaches in
 * automatic text retrieval, 1988.
 */
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
