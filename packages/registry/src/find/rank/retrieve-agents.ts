import { type Condition, type RetrieverHit, type RetrieverOptions, splitWord } from '@datacortex/vector-store'
import type { FindTables } from '../index/find-tables.ts'
import { isComparable, contentWords } from '../request/query-words.ts'
import { type KnownText, localRidge } from './local-ridge.ts'
import { type Evidence, type RankedAgent, poolDepth, rankAgents, rounded } from './rank-agents.ts'

export type Retrievers = {
  readonly tables: Promise<FindTables>
  /** Agents without copies. */
  readonly documentCount: number
  /** Agents that have examples: if there are none, vectors of hits aren't read. Taken for some if absent. */
  readonly exemplified?: number | undefined
  /** Texts that are not embedded yet; 0 if absent. */
  readonly pending?: number | undefined
}

export type Retrieved = {
  /** Best first. */
  readonly units: readonly RetrieverHit[]
  readonly documents: readonly RetrieverHit[]
  readonly ranked: readonly RankedAgent[]
}

// Few are asked for by people, of whom the best come with several of their texts; anyone who wants more gets what there is.
function depthOf(top: number) {
  // Seldom can more than ten others be among the best, but among agents that are all alike there is no end of them.
  if (top <= 20) return { units: 200, documents: 100, agents: top + 35 }
  return { units: Math.max(5000, 20 * top), documents: Math.max(1000, 2 * top), agents: Infinity }
}

const unitColumns = ['text', 'agent', 'kind', 'skill', 'units', 'texts', 'example_share']
const mostKnownTexts = 100

/** What every hit fulfils, and how many agents are wanted. */
export type RetrieveOptions = {
  readonly filter: readonly Condition[]
  readonly top: number
  /** From this score on it is looked whether letters alone made it. */
  readonly least: number
  readonly signal?: AbortSignal | undefined
}

type Asked = {
  readonly text: string
  readonly vector: Promise<Float32Array | undefined>
  readonly isUnread: () => Promise<boolean>
  /** What the request says that its letters don't; undefined if nobody can tell. */
  readonly beyondLetters: () => Promise<Float32Array | undefined>
}

// Of all agents that can be among the best, all units are compared: one that a chance word found must not live on how
// near others are, and a score must not hang on how many others there are.
/** Searches units by meaning and documents by words, and ranks what was found. */
export async function retrieveAgents(
  { text, vector, isUnread, beyondLetters }: Asked,
  { tables, documentCount, exemplified, pending = 0 }: Retrievers,
  { filter, top, least, signal }: RetrieveOptions,
): Promise<Retrieved> {
  const depth = depthOf(top)
  const select = exemplified !== 0 ? [...unitColumns, 'vector'] : unitColumns
  const searchMeaning = async (options: RetrieverOptions, of = vector): Promise<readonly RetrieverHit[]> => {
    const near = await of
    return near === undefined ? [] : await (await tables).units.searchVector(near, { filter, signal, ...options })
  }
  const searchWords = async (options: RetrieverOptions): Promise<readonly RetrieverHit[]> =>
    await (await tables).documents.searchText(text, { filter, signal, ...options })
  const [near, documents] = await Promise.all([
    searchMeaning({ limit: depth.units, select }),
    searchWords({ limit: depth.documents, select: ['example_share'] }),
  ])
  const worded = (await isUnread()) ? new Set(documents.map(({ id }) => id)) : undefined
  const shareOf = (hit: RetrieverHit): number => (worded === undefined ? exampleShareOf(hit) : 0)
  const isNear = (hit: RetrieverHit): boolean =>
    isComparable(hit.text, text) && (worded === undefined || worded.has(agentOf(hit)))
  const counted = (hits: readonly RetrieverHit[]): readonly RetrieverHit[] =>
    worded === undefined ? hits.filter(isNear) : hits.filter(isNear).map((hit) => ({ ...hit, score: unreadCosine }))
  const first = counted(near)
  const learnedOfFirst = learnedFrom(first)
  const searchAmong = async (agents: readonly string[], of = vector): Promise<readonly RetrieverHit[]> =>
    await searchMeaning(
      {
        limit: agents.length * unitsOfAnAgent,
        filter: [...filter, { field: 'agent', oneOf: agents }],
        select: of === vector ? unitColumns : select,
        completes: true,
      },
      of,
    )
  const wordsOnly = pending === 0 ? undefined : await withoutUnits(documents, { near, searchAmong })
  const documentHits = documents.map((hit) => ({ agent: hit.id, score: hit.score, exampleShare: shareOf(hit) }))
  const unitHits = (hits: readonly RetrieverHit[]): Evidence['units'] =>
    hits.map((hit) => ({
      agent: agentOf(hit),
      units: Number(hit.fields['units']),
      texts: Number(hit.fields['texts']),
      cosine: hit.score,
      exampleShare: shareOf(hit),
    }))
  const unitsOfFirst = unitHits(first)
  const rank = (
    units: Evidence['units'],
    { unseen, learned = learnedOfFirst }: Pick<Evidence, 'unseen' | 'learned'> = {},
  ): readonly RankedAgent[] =>
    rankAgents({
      query: text,
      units,
      documents: documentHits,
      documentCount,
      learned,
      unseen: worded === undefined ? unseen : unreadCosine,
      wordsOnly,
    })
  // With all that is not among the nearest at right angles to the request.
  const leastOfTop = rank(unitsOfFirst, { unseen: 0 })[top - 1]?.score ?? 0
  const likely = new Set(
    rank(unitsOfFirst, { unseen: Math.max(0, near.at(-1)?.score ?? 0) })
      .filter(({ score }) => score >= leastOfTop)
      .slice(0, depth.agents)
      .map(({ agent }) => agent),
  )
  // Where there were no more, nothing is missing.
  const others = near.length < depth.units ? [] : await searchRest([...likely], { near, first, searchAmong })
  const found = [...first, ...counted(others)]
  const units = worded === undefined ? found : withMostWordsFirst(found, text)
  const ranked = rank(unitHits(units)).filter(({ agent }) => likely.has(agent))
  // Who shares a word with the request is meant by more than its letters.
  const isDoubtful = ({ textScore, score }: RankedAgent): boolean => textScore === 0 && rounded(score) >= least
  const toSee = ranked.slice(0, top).some(isDoubtful) ? ranked.filter(isDoubtful) : []
  const doubtful = new Set(toSee.map(({ agent }) => agent))
  const rest = doubtful.size === 0 ? undefined : await beyondLetters()
  if (rest === undefined) return { units, documents, ranked }
  const length = Math.hypot(...rest)
  const again = counted(await searchAmong([...doubtful], Promise.resolve(rest)))
  const all = [
    ...units.filter((hit) => !doubtful.has(agentOf(hit))),
    ...again.map((hit) => ({ ...hit, score: hit.score * length })),
  ].toSorted((a, b) => b.score - a.score)
  const anew = rank(unitHits(all), { learned: learnedFrom(all) })
  return { units: all, documents, ranked: anew.filter(({ agent }) => likely.has(agent)) }
}

/** What a unit counts beside a query that the model can't read: a shared word gives a score between 0.5 and 0.6. */
const unreadCosine = 0.34

/** The first unit of an agent is the one that is shown. */
function withMostWordsFirst(units: readonly RetrieverHit[], query: string): readonly RetrieverHit[] {
  const parts = [...new Set(contentWords(query).flatMap(splitWord))]
  const shared = ({ text }: RetrieverHit): number => {
    const folded = text.normalize('NFC').toLowerCase()
    return parts.filter((part) => folded.includes(part)).length
  }
  const counts = new Map(units.map((hit) => [hit, shared(hit)]))
  return units.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
}

/** The agents among those found by words of which nothing is embedded yet. */
async function withoutUnits(
  documents: readonly RetrieverHit[],
  { near, searchAmong }: Pick<RestOptions, 'near' | 'searchAmong'>,
): Promise<ReadonlySet<string>> {
  const seen = new Set(near.map(agentOf))
  const others = documents.map(({ id }) => id).filter((agent) => !seen.has(agent))
  for (const hit of others.length === 0 ? [] : await searchAmong(others)) seen.add(agentOf(hit))
  return new Set(others.filter((agent) => !seen.has(agent)))
}

type RestOptions = {
  readonly near: readonly RetrieverHit[]
  /** Those of them that count. */
  readonly first: readonly RetrieverHit[]
  readonly searchAmong: (agents: readonly string[]) => Promise<readonly RetrieverHit[]>
}

/** The units of some agents that are not among the nearest, best first. */
async function searchRest(agents: readonly string[], { near, first, searchAmong }: RestOptions) {
  const seen = Map.groupBy(first, agentOf)
  const partly = agents.filter((agent) => {
    const own = seen.get(agent) ?? []
    return own.length < Math.min(poolDepth, Number(own[0]?.fields['units'] ?? poolDepth))
  })
  if (partly.length === 0) return []
  const known = new Set(near.map(({ id }) => id))
  return (await searchAmong(partly)).filter(({ id }) => !known.has(id))
}

// Few have more: examples are what has no limit, and agents that have so many of them are found by the nearest.
const unitsOfAnAgent = 40

/** What the examples near a query say of it; undefined where no agent near it has any. */
function learnedFrom(units: readonly RetrieverHit[]): ReadonlyMap<string, number> | undefined {
  const known = units
    .flatMap((hit): readonly (KnownText & { readonly share: number })[] => {
      const { vector, score: cosine } = hit
      // The description is in the identity already, which two equal texts would say twice.
      if (vector === undefined || hit.fields['kind'] === 'description') return []
      return [{ agent: agentOf(hit), vector, cosine, share: exampleShareOf(hit) }]
    })
    .slice(0, mostKnownTexts)
  return known.some(({ share }) => share > 0) ? localRidge(known) : undefined
}

/** The place of an agent by each score, from 1; undefined where it wasn't found. */
export function retrieverRanks(agent: string, { units, documents, ranked }: Retrieved) {
  const place = (agents: readonly string[]): number | undefined => {
    const index = agents.indexOf(agent)
    return index < 0 ? undefined : index + 1
  }
  const near = new Set(units.map(agentOf))
  const byVector = ranked.filter((one) => near.has(one.agent)).toSorted((a, b) => b.vectorScore - a.vectorScore)
  return { vector_rank: place(byVector.map((one) => one.agent)), text_rank: place(documents.map((hit) => hit.id)) }
}

export function agentOf(hit: RetrieverHit): string {
  return String(hit.fields['agent'])
}

function exampleShareOf(hit: RetrieverHit): number {
  return Number(hit.fields['example_share'] ?? 0)
}
