import type { Reranker } from '@datacortex/embeddings'
import type { LinkBundle, WordedText } from '@datacortex/memory'
import {
  contentWords,
  cosineSample,
  expandHits,
  fuseEvidence,
  spreadToNeighbours,
  rereadNotes,
} from '@datacortex/memory'
import type { Collection } from '@datacortex/vector-store'
import { dotProduct } from './dot-product.ts'
import type { LabelledQuestion, LabelledSet } from '../data/labelled-texts.ts'
import { rankAnew } from '../measure/rank-anew.ts'

/** A set that can be asked: its texts as rows, with and without their dates, and all vectors. */
export type IndexedSet = LabelledSet & {
  readonly plain: Collection
  /** The same rows with dates in words. */
  readonly dated: Collection
  readonly textVectors: readonly Float32Array[]
  readonly queryVectors: ReadonlyMap<string, Float32Array>
}

/** Ids, best first. */
export type TextRanker = (set: IndexedSet, question: LabelledQuestion) => Promise<readonly string[]>

export const bm25: TextRanker = async (set, { query }) => ranked(new Map(scored(await lexical(set.plain, query, set))))

export const cosine: TextRanker = (set, { query }) => Promise.resolve(ranked(cosines(set, query)))

/** Both legs over all texts, each from 0 to 1, half and half. */
export const halfMix: TextRanker = async (set, { query }) => {
  const words = new Map(scored(await lexical(set.plain, query, set)))
  const meaning = cosines(set, query)
  const ids = set.texts.map(({ id }) => id)
  const [one, other] = [scaled(ids, words), scaled(ids, meaning)]
  return ranked(new Map(ids.map((id) => [id, (one.get(id) ?? 0) + (other.get(id) ?? 0)])))
}

/** The rule alone: no neighbours, no dates. */
export const fusionAlone: TextRanker = async (set, question) => ranked((await fused(set, set.plain, question)).scores)

/** What search does without links. */
export const direct: TextRanker = async (set, question) => {
  const scores = await directScores(set, question)
  return reread(new Map([...scores].map(([id, score]) => [id, { score, via: [] }])), { set, question })
}

/** What search does with a cross-encoder. */
export function rankedAnew(reranker: Reranker): TextRanker {
  return async (set, question) => {
    const texts = textsOf(set)
    const textOf = (id: string): string => texts.get(id)?.text ?? ''
    return await rankAnew(await direct(set, question), { reranker, query: question.query, textOf })
  }
}

/** What search does with `--expand 1`. */
export const expanded: TextRanker = async (set, question) => {
  const scores = await directScores(set, question)
  const { vector, weigh } = await fused(set, set.dated, question)
  const links = linksOf(set)
  const reached = await expandHits(scores, {
    hops: 1,
    linksOf: (id) => links.get(id) ?? [],
    ownOf: (ids) => Promise.resolve(weigh(vector.filter(({ id }) => ids.includes(id)))),
  })
  return reread(reached, { set, question })
}

function reread(
  reached: ReadonlyMap<string, { readonly score: number; readonly via: readonly string[] }>,
  { set, question }: { readonly set: IndexedSet; readonly question: LabelledQuestion },
): readonly string[] {
  const texts = textsOf(set)
  const found = [...reached].toSorted(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
  return rereadNotes(found, { query: question.query, textOf: (id) => texts.get(id) }).map(([id]) => id)
}

const textMaps = new WeakMap<IndexedSet, ReadonlyMap<string, WordedText>>()

/** As they are stored, with dates. */
function textsOf(set: IndexedSet): ReadonlyMap<string, WordedText> {
  const known = textMaps.get(set)
  if (known !== undefined) return known
  const made = new Map(
    set.texts.map(({ id, text, date, isTitled = false }) => {
      const stored = date === undefined ? text : `${text}\n${date}`
      return [id, { text: stored, isHeaded: isTitled }] as const
    }),
  )
  textMaps.set(set, made)
  return made
}

async function directScores(set: IndexedSet, question: LabelledQuestion): Promise<ReadonlyMap<string, number>> {
  const { scores } = await fused(set, set.dated, question)
  const places = new Map(set.texts.map(({ id, place }) => [id, place]))
  const ids = new Map(set.texts.map(({ id, place }) => [JSON.stringify([place?.note, place?.position]), id]))
  return spreadToNeighbours(scores, (id) => places.get(id), {
    idAt: ({ note, position }) => ids.get(JSON.stringify([note, position])),
  })
}

type Scored = { readonly id: string; readonly score: number }
type Fused = {
  readonly scores: ReadonlyMap<string, number>
  /** All texts by cosine, best first. */
  readonly vector: readonly Scored[]
  /** The score of other texts by their cosine alone. */
  readonly weigh: (vector: readonly Scored[]) => ReadonlyMap<string, number>
}

const rowsPerRetriever = 200

async function fused(set: IndexedSet, collection: Collection, { query }: LabelledQuestion): Promise<Fused> {
  const vector = [...cosines(set, query)].map(([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score)
  const words = contentWords(query)
  const text = (await collection.searchText(words.join(' '), { limit: rowsPerRetriever })).map(({ id, score }) => ({
    id,
    score,
  }))
  const asked = set.queryVectors.get(query) ?? new Float32Array(0)
  const ordinary = (await cosineSample(byNote(collection, set), { rows: set.texts.length })).ordinary(asked)
  const common = { ordinary, words: words.length, rows: set.texts.length }
  const weigh = (rows: readonly Scored[]): ReadonlyMap<string, number> => {
    const scores = new Map(fuseEvidence({ ...common, vector: [...vector.slice(0, 1), ...rows], text: [] }))
    const own = new Set(rows.map(({ id }) => id))
    return new Map([...scores].filter(([id]) => own.has(id)))
  }
  return { scores: fuseEvidence({ ...common, vector: vector.slice(0, rowsPerRetriever), text }), vector, weigh }
}

type Sampled = Parameters<typeof cosineSample>[0]

const sampled = new WeakMap<Collection, Sampled>()

/** A collection whose rows are called as those of notes are: a session is a note, a turn a row of it. */
function byNote(collection: Collection, { texts }: IndexedSet): Sampled {
  const known = sampled.get(collection)
  if (known !== undefined) return known
  const ids = new Map(texts.flatMap(({ id, place }) => (place === undefined ? [] : [[id, idAt(place)]])))
  const made: Sampled = {
    hashes: async () => new Map([...(await collection.hashes())].map(([id, hash]) => [ids.get(id) ?? id, hash])),
    vectorsOf: async (hashes) => await collection.vectorsOf(hashes),
  }
  sampled.set(collection, made)
  return made
}

function idAt({ note, position }: { readonly note: string; readonly position: number }): string {
  return `${note}#${position}`
}

async function lexical(collection: Collection, query: string, { texts }: IndexedSet): Promise<readonly Scored[]> {
  return await collection.searchText(contentWords(query).join(' '), { limit: texts.length })
}

function cosines({ texts, textVectors, queryVectors }: IndexedSet, query: string): ReadonlyMap<string, number> {
  const asked = queryVectors.get(query) ?? new Float32Array(0)
  return new Map(texts.map(({ id }, index) => [id, dotProduct(asked, textVectors[index])]))
}

const bundles = new WeakMap<IndexedSet, ReadonlyMap<string, readonly LinkBundle[]>>()

function linksOf(set: IndexedSet): ReadonlyMap<string, readonly LinkBundle[]> {
  const known = bundles.get(set)
  if (known !== undefined) return known
  const ids = new Set(set.texts.map(({ id }) => id))
  const back = new Map<string, string[]>()
  for (const { id, links = [] } of set.texts) for (const to of links) back.set(to, [...(back.get(to) ?? []), id])
  const made = new Map(
    set.texts.map(({ id, links = [] }) => [
      id,
      [
        { weight: 1, notes: links.filter((to) => ids.has(to) && to !== id) },
        { weight: 0.5, notes: (back.get(id) ?? []).filter((from) => from !== id) },
      ].filter(({ notes }) => notes.length > 0),
    ]),
  )
  bundles.set(set, made)
  return made
}

function scored(hits: readonly Scored[]): readonly (readonly [string, number])[] {
  return hits.map(({ id, score }) => [id, score])
}

function scaled(ids: readonly string[], scores: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const values = ids.map((id) => scores.get(id) ?? 0)
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  return new Map(ids.map((id, index) => [id, high > low ? ((values[index] ?? 0) - low) / (high - low) : 0]))
}

function ranked(scores: ReadonlyMap<string, number>): readonly string[] {
  return [...scores].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([id]) => id)
}
