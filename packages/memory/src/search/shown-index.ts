import type { Collection, RetrieverHit, RetrieverOptions, VectorSource } from '@datacortex/vector-store'
import type { NoteIndex } from '../index/open-note-index.ts'
import { countWord, queryWords } from './query-words.ts'
import { notePathOf } from '../rows/note-rows.ts'
import { memoryIdOf } from '../memories/memory-rows.ts'

export type SearchedIndex = Pick<NoteIndex, 'graph' | 'stateOf'> & {
  readonly chunks: Pick<Collection, 'count' | 'get' | 'searchText' | 'vectorSources'>
}

/** An index as if it held only what may be shown: hits and scores are the same whatever stands in other notes. */
export function shownIndex(index: NoteIndex, shown: Shown): SearchedIndex {
  const { chunks } = index
  const count = async (): Promise<number> => {
    const hidden = [...(await index.graph()).notes.keys()].filter((path) => !shown.path(path))
    let rows = await chunks.count()
    for (let start = 0; start < hidden.length; start += pathsAtOnce)
      rows -= await chunks.count([{ field: 'path', oneOf: hidden.slice(start, start + pathsAtOnce) }])
    return rows
  }
  return {
    stateOf: async (path, stamp) => await index.stateOf(path, stamp),
    graph: async () => {
      const graph = await index.graph()
      // A link counts as one of all: hidden ones would show by what the others hand on.
      const open = (paths: readonly string[]): readonly string[] => paths.filter((path) => shown.path(path))
      return {
        notes: new Map([...graph.notes].filter(([path]) => shown.path(path))),
        linksFrom: (path) => open(graph.linksFrom(path)),
        linksTo: (path) => open(graph.linksTo(path)),
        tagged: (tag) => open(graph.tagged(tag)),
        unresolved: (path) => graph.unresolved(path),
      }
    },
    chunks: {
      count,
      get: async (ids) => await chunks.get(ids),
      searchText: async (text, options = {}) => {
        const hits = await shownHits(async (asked) => await chunks.searchText(text, asked), {
          options: { ...options, limit: Math.max(mostWeighed, options.limit ?? 0) },
          shown,
        })
        const rows = await chunks.get(hits.map(({ id }) => id))
        const whole = hits.map((hit) => ({ ...hit, text: rows.get(hit.id)?.text ?? hit.text }))
        // The index weighs a word by how many of all its rows have it.
        return rarityScores(whole, { query: text, rows: await count() }).slice(0, options.limit)
      },
      vectorSources: async () => (await chunks.vectorSources()).map((source) => shownVectors(source, shown)),
    },
  }
}

/** Rows with a word of the query that are weighed anew; beyond them nothing is about it. */
const mostWeighed = 1000
const pathsAtOnce = 500

function shownVectors(source: VectorSource, shown: Shown): VectorSource {
  const { modelId, dimensions } = source
  return {
    modelId,
    dimensions,
    vectorsOf: async (hashes) => await source.vectorsOf(hashes),
    hashes: async () => {
      const all = Array.from(await source.hashes(), ([id, hash]) => ({ id, hash }))
      return new Map((await onlyShown(all, shown)).map(({ id, hash }) => [id, hash]))
    },
    searchVector: async (vector, options = {}) =>
      await shownHits(async (asked) => await source.searchVector(vector, asked), { options, shown }),
  }
}

/** As many as are asked for: what may not be shown takes no places. */
async function shownHits(
  search: (options: RetrieverOptions) => Promise<readonly RetrieverHit[]>,
  { options, shown }: { readonly options: RetrieverOptions; readonly shown: Shown },
): Promise<readonly RetrieverHit[]> {
  const { limit = fewest } = options
  for (let most = limit; ; most *= 4) {
    const hits = await search({ ...options, limit: most })
    const open = await onlyShown(hits, shown)
    if (open.length >= limit || hits.length < most) return open.slice(0, limit)
  }
}

const fewest = 10

type RarityScoresOptions = {
  readonly query: string
  /** How many rows there are, with and without words of the query. */
  readonly rows: number
}

/** The same rows, best first, scored by BM25 as if they were all that have words of the query. */
function rarityScores(hits: readonly RetrieverHit[], { query, rows }: RarityScoresOptions): readonly RetrieverHit[] {
  const words = queryWords(query)
  const texts = hits.map(({ text }) => text.normalize('NFC').toLowerCase())
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const counts = texts.map((text) => words.map((word) => countWord(text, word)))
  const weights = words.map((_, place) => {
    const having = counts.filter((its) => (its[place] ?? 0) > 0).length
    return Math.log(1 + (Math.max(0, rows - having) + 0.5) / (having + 0.5))
  })
  // Full text knows forms of words that are not counted here.
  const least = Math.min(...weights)
  const scored = hits.map((hit, at): RetrieverHit => {
    const norm = k1 * (1 - b + (b * (texts[at]?.length ?? 0)) / Math.max(1, mean))
    const score = (counts[at] ?? []).reduce(
      (sum, count, place) => sum + ((weights[place] ?? 0) * count * (k1 + 1)) / (count + norm),
      0,
    )
    return { ...hit, score: score > 0 ? score : least / (1 + norm) }
  })
  return scored.toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
}

const k1 = 1.2
const b = 0.75

/** What the caller may be shown. Nothing else takes part in a search, so that no answer tells of it. */
export type Shown = {
  readonly path: (path: string) => boolean
  readonly memory: (id: string) => Promise<boolean>
}

/** Those rows or hits of some that may be shown, in their order. */
export async function onlyShown<T extends { readonly id: string }>(
  rows: readonly T[],
  shown: Shown,
): Promise<readonly T[]> {
  const verdicts = await Promise.all(
    rows.map(async ({ id }) => {
      const memory = memoryIdOf(id)
      return memory === undefined ? shown.path(notePathOf(id) ?? id) : await shown.memory(memory)
    }),
  )
  return rows.filter((_, place) => verdicts[place])
}
