import { codedError } from '@datacortex/errors'
import { type Embed, contentTerms, dot } from '@datacortex/knowledge-extractor/text'

/** How alike texts of one topic are on average: measured on pages by the packaged model, and by their words. */
const leastMeaning = 0.25
const leastShared = 0.05

/**
 * Puts texts of one topic together: by meaning where there is a model, else by the rare words that they share. Two groups become
 * one while their texts are alike on average, so that a chain of neighbours joins no strangers.
 * @returns Places in `texts`, each once, groups in the order of their first.
 */
export async function groupTexts(
  texts: readonly string[],
  { embed, signal }: { readonly embed?: Embed | undefined; readonly signal: AbortSignal },
): Promise<readonly (readonly number[])[]> {
  if (texts.length < 2) return texts.map((_, place) => [place])
  const meanings = await embed?.(texts, { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    codedError(error)
  })
  return linked(meanings ?? wordVectors(texts), meanings === undefined ? leastShared : leastMeaning)
}

/** Average linkage. */
function linked(vectors: readonly Float32Array[], least: number): readonly (readonly number[])[] {
  const groups: (number[] | undefined)[] = vectors.map((_, place) => [place])
  const alike = vectors.map((one) => Float64Array.from(vectors, (other) => dot(one, other)))
  for (;;) {
    let best: { readonly into: number; readonly from: number; readonly likeness: number } | undefined
    for (const [into, group] of groups.entries())
      for (let from = into + 1; group !== undefined && from < groups.length; from += 1) {
        const likeness = groups[from] === undefined ? -1 : (alike[into]?.[from] ?? 0)
        if (likeness >= least && likeness > (best?.likeness ?? 0)) best = { into, from, likeness }
      }
    if (best === undefined) return groups.filter((group) => group !== undefined)
    const { into, from } = best
    const [one, other] = [groups[into] ?? [], groups[from] ?? []]
    for (const [place, row] of alike.entries()) {
      const mean =
        ((alike[into]?.[place] ?? 0) * one.length + (alike[from]?.[place] ?? 0) * other.length) /
        (one.length + other.length)
      row[into] = mean
      const own = alike[into]
      if (own !== undefined) own[place] = mean
    }
    groups[into] = [...one, ...other].toSorted((a, b) => a - b)
    groups[from] = undefined
  }
}

/** Of length 1; a word counts the more the fewer texts have it, and one of a single text joins nothing. */
function wordVectors(texts: readonly string[]): readonly Float32Array[] {
  const bags = texts.map((text) => Map.groupBy(contentTerms(text), (term) => term))
  const counts = new Map<string, number>()
  for (const bag of bags) for (const term of bag.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
  const shared = new Map([...counts].filter(([, count]) => count > 1).map(([term], place) => [term, place]))
  return bags.map((bag) => {
    const vector = new Float32Array(shared.size)
    let length = 0
    for (const [term, { length: times }] of bag) {
      const weight = (1 + Math.log(times)) * Math.log(1 + texts.length / (counts.get(term) ?? 1))
      length += weight * weight
      const place = shared.get(term)
      if (place !== undefined) vector[place] = weight
    }
    return length === 0 ? vector : vector.map((weight) => weight / Math.sqrt(length))
  })
}
