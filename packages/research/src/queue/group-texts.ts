import { codedError } from '@datacortex/errors'
import { type Embed, contentTerms } from '@datacortex/knowledge-extractor/text'
import { dot } from '@datacortex/platform'

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
  const alike = vectors.map((one) => vectors.map((other) => dot(one, other)))
  let groups: readonly (readonly number[])[] = vectors.map((_, place) => [place])
  for (;;) {
    let best = { likeness: least, pair: [groups[0], groups[0]] as const }
    for (const [place, one] of groups.entries())
      for (const other of groups.slice(place + 1)) {
        let sum = 0
        for (const a of one) for (const b of other) sum += alike[a]?.[b] ?? 0
        const likeness = sum / one.length / other.length
        if (likeness > best.likeness) best = { likeness, pair: [one, other] }
      }
    const [into = [], from = []] = best.pair
    if (into === from) return groups
    groups = groups.filter((group) => group !== from).map((group) => (group === into ? [...into, ...from] : group))
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
