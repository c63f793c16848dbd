import { workIdKinds } from './normalise-work-id.ts'
import type { PreparedDocument } from './prepare-document.ts'

export type Pair = readonly [number, number]

/** What more documents share than this is compared only between neighbours: the links of a chain are enough. */
const longestPosting = 40
/** Fewer shared shingles are not worth a comparison. */
const fewestShared = 24

/** Pairs of documents that may be one; all others have no id, no address, no text and no title in common. */
export function candidatePairs(documents: readonly PreparedDocument[]): readonly Pair[] {
  const pairs = new Map<number, Pair>()
  const add = (a: number, b: number): void => {
    pairs.set(a * documents.length + b, [a, b])
  }
  for (const places of sharedKeys(documents)) eachPair(places, add)
  const shared = new Map<number, number>()
  for (const places of postings(documents, ({ shingles }) => shingles)) {
    eachPair(places, (a, b) => {
      const key = a * documents.length + b
      const count = (shared.get(key) ?? 0) + 1
      shared.set(key, count)
      if (count === fewestShared) add(a, b)
    })
  }
  // Titles that differ in their numbers are never one, so that only few are compared.
  for (const places of postings(documents, ({ title }) => [title.numbers])) {
    const byLength = [...places].sort((a, b) => lengthOf(documents, a) - lengthOf(documents, b) || a - b)
    byLength.forEach((a, index) => {
      for (const b of byLength.slice(index + 1)) {
        if (lengthOf(documents, a) <= lengthOf(documents, b) * 0.8) break
        add(Math.min(a, b), Math.max(a, b))
      }
    })
  }
  return [...pairs.values()]
}

function lengthOf(documents: readonly PreparedDocument[], place: number): number {
  return documents[place]?.title.text.length ?? 0
}

function sharedKeys(documents: readonly PreparedDocument[]): readonly (readonly number[])[] {
  return postings(documents, ({ workIds, urls, textHash }) => [
    ...workIdKinds.flatMap((kind) => (workIds[kind] === undefined ? [] : `${kind}:${workIds[kind]}`)),
    ...urls.map((url) => `url:${url}`),
    ...(textHash === undefined ? [] : [`text:${textHash}`]),
  ])
}

function postings<K>(documents: readonly PreparedDocument[], keysOf: (document: PreparedDocument) => Iterable<K>) {
  const keyed = documents.flatMap((document, place) => [...keysOf(document)].map((key) => ({ key, place })))
  const groups = [...Map.groupBy(keyed, ({ key }) => key).values()]
  return groups.filter(({ length }) => length > 1).map((group) => group.map(({ place }) => place))
}

function eachPair(places: readonly number[], visit: (a: number, b: number) => void): void {
  const reach = places.length > longestPosting ? 1 : places.length
  places.forEach((a, index) => {
    for (const b of places.slice(index + 1, index + 1 + reach)) visit(a, b)
  })
}
