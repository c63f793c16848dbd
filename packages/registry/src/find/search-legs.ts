import type { Condition, LegHit } from '@datacortex/vector-store'
import type { FindTables } from './find-tables.ts'
import type { RankedAgent } from './rank-agents.ts'
import { isComparable } from './is-comparable.ts'
import { rankAgents } from './rank-agents.ts'

/** What is searched. */
export type LegSources = {
  readonly tables: Promise<FindTables>
  /** Agents without copies. */
  readonly documentCount: number
  /** Agents that have examples: if there are none, vectors of hits aren't read. Taken for some if absent. */
  readonly exemplified?: number | undefined
}

/** What meaning and words found for a text. */
export type BothLegs = {
  /** Best first. */
  readonly units: readonly LegHit[]
  readonly documents: readonly LegHit[]
  readonly ranked: readonly RankedAgent[]
}

// Enough that the best agents come with several of their texts; more changes no rank.
const unitHits = 200
const documentHits = 100
const unitColumns = ['text', 'agent', 'kind', 'skill', 'units', 'example_share']

/**
 * Searches the units by meaning and the documents by words, and ranks what was found.
 *
 * @param asked - A text, and its vector as soon as it is there: in a cold process the tables are opened meanwhile.
 *   `isUnread`: whether the model can't read it, so that without a word of it nothing is near.
 * @param sources - Tables, and how many agents they have.
 * @param options - What every hit fulfils.
 */
export async function searchLegs(
  {
    text,
    vector,
    isUnread,
  }: {
    readonly text: string
    readonly vector: Promise<Float32Array | undefined>
    readonly isUnread?: (() => Promise<boolean>) | undefined
  },
  { tables, documentCount, exemplified }: LegSources,
  { filter, signal }: { readonly filter: readonly Condition[]; readonly signal?: AbortSignal | undefined },
): Promise<BothLegs> {
  const select = exemplified !== 0 ? [...unitColumns, 'vector'] : unitColumns
  const searchMeaning = async (): Promise<readonly LegHit[]> => {
    const near = await vector
    if (near === undefined) return []
    const hits = await (await tables).units.searchVector(near, { limit: unitHits, filter, select, signal })
    return hits.filter((hit) => isComparable(hit.text, text))
  }
  const searchWords = async (): Promise<readonly LegHit[]> =>
    await (await tables).documents.searchText(text, { limit: documentHits, filter, select: ['example_share'], signal })
  const [near, documents] = await Promise.all([searchMeaning(), searchWords()])
  const units = documents.length === 0 && (await isUnread?.()) === true ? [] : near
  const ranked = rankAgents({
    query: text,
    units: units.map((hit) => ({
      agent: agentOf(hit),
      units: Number(hit.fields['units']),
      cosine: hit.score,
      exampleShare: exampleShareOf(hit),
      // The description is in the identity already, which two equal texts would say twice.
      known: hit.fields['kind'] === 'description' ? undefined : knownText(hit),
    })),
    documents: documents.map((hit) => ({ agent: hit.id, score: hit.score, exampleShare: exampleShareOf(hit) })),
    documentCount,
  })
  return { units, documents, ranked }
}

/** The place of an agent in each leg, from 1; undefined where it wasn't found. */
export function legRanks(
  agent: string,
  { units, documents }: BothLegs,
): { readonly vector_rank: number | undefined; readonly text_rank: number | undefined } {
  const place = (agents: readonly string[]): number | undefined => {
    const index = [...new Set(agents)].indexOf(agent)
    return index < 0 ? undefined : index + 1
  }
  return { vector_rank: place(units.map(agentOf)), text_rank: place(documents.map((hit) => hit.id)) }
}

/** The agent that a unit is of. */
export function agentOf(hit: LegHit): string {
  return String(hit.fields['agent'])
}

function knownText({ text, vector }: LegHit): { readonly text: string; readonly vector: Float32Array } | undefined {
  return vector === undefined ? undefined : { text, vector }
}

function exampleShareOf(hit: LegHit): number {
  return Number(hit.fields['example_share'] ?? 0)
}
