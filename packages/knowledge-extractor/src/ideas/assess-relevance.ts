import { contentTerms } from '../text/content-terms.ts'
import type { Embed } from '../text/embed.ts'
import { dot } from '@datacortex/platform'

/** Says how much a text matters to each area of work, 0–1. */
export type Relevance = (
  text: string,
  options: { readonly signal: AbortSignal },
) => Promise<Readonly<Record<string, number>>>

/** Makes the measure for the areas of the settings, which are embedded only once. */
export function relevanceFor(areas: Readonly<Record<string, string>>, embed?: Embed): Relevance {
  const ids = Object.keys(areas)
  const descriptions = ids.map((id) => `${id.replaceAll('-', ' ')}: ${areas[id]}`)
  if (ids.length === 0) return () => Promise.resolve({})
  if (embed === undefined) {
    const terms = descriptions.map((description) => new Set(contentTerms(description)))
    return (text) => Promise.resolve(scores(ids, byWords(terms, text)))
  }
  let vectors: Promise<readonly Float32Array[]> | undefined
  return async (text, { signal }) => {
    vectors ??= embed(descriptions, { signal }).catch((error: unknown) => {
      vectors = undefined
      throw error
    })
    const [known, [vector]] = await Promise.all([vectors, embed([text.slice(0, longestEmbedded)], { signal })])
    return scores(
      ids,
      ids.map((_, index) => (dot(vector, known[index]) - ordinary) / (same - ordinary)),
    )
  }
}

const longestEmbedded = 1000
/** Cosines of MiniLM for texts that have nothing to do with each other, and for a text and its subject. */
const ordinary = 0.1
const same = 0.45

function byWords(areas: readonly ReadonlySet<string>[], text: string): readonly number[] {
  const terms = new Set(contentTerms(text.slice(0, 20_000)))
  // A few words of a long description are enough to be about it.
  return areas.map((area) => area.intersection(terms).size / Math.min(Math.max(area.size, 1), 5))
}

function scores(ids: readonly string[], values: readonly number[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    ids.map((id, index) => [id, Math.round(Math.min(Math.max(values[index] ?? 0, 0), 1) * 100) / 100]),
  )
}
