import type { Embedder } from '@datacortex/embeddings'
import type { Condition, LegHit } from '@datacortex/vector-store'
import { QueryEmptyError } from '../errors.ts'
import type { AgentNames } from './agent-names.ts'
import { namedAgent } from './agent-names.ts'
import { normaliseTag } from './agent-tags.ts'
import type { FindExplanation, FindOptions, FindResult, FoundAgent } from './finder.ts'
import type { FindTables } from './find-tables.ts'
import type { AgentCard } from './index-entry.ts'
import { nameFileKinds } from './name-file-kinds.ts'
import type { NeededAgent } from './raise-for-needs.ts'
import { raiseForNeeds } from './raise-for-needs.ts'
import type { RankedAgent } from './rank-agents.ts'
import { calibrate, findWeights, rankAgents } from './rank-agents.ts'
import { requestNeeds } from './request-needs.ts'

/** What a query is asked of. */
export type FindSources = {
  readonly tables: Promise<FindTables>
  readonly embedder: Embedder
  /** Agents without copies. */
  readonly documentCount: number
  /** Agents that have examples: if there are none, vectors of hits aren't read. Taken for some if absent. */
  readonly exemplified?: number | undefined
  /** Names beside the ids of the documents; none if absent. */
  readonly names?: AgentNames | undefined
  /** Used where the options have none. */
  readonly minScore: number
}

// Enough that the best agents come with several of their texts; more changes no rank.
const unitHits = 200
const documentHits = 100
const unitColumns = ['text', 'agent', 'kind', 'skill', 'units', 'example_share']

/**
 * Finds the agents that fit a query, by meaning and by words.
 *
 * @param query - What somebody wants done, in their own words.
 * @param sources - Tables and model.
 * @param options - How many, tags, least score, explanation.
 * @throws {@link QueryEmptyError} if the query has no text.
 * @throws {@link AgentRemovedError} if the query is the name of an agent that was removed.
 */
export async function findAgents(query: string, sources: FindSources, options: FindOptions = {}): Promise<FindResult> {
  const startedAt = performance.now()
  const { signal, top = 5, minScore = sources.minScore } = options
  if (query.trim() === '') throw new QueryEmptyError()
  const asked = nameFileKinds(query)
  const tags = (options.tags ?? []).map(normaliseTag)
  const named = namedAgent(query, sources.names ?? {})
  const ids = named === undefined ? [...new Set([query.trim(), query.trim().toLowerCase()])] : [named.agent]
  const filter = tags.map((tag): Condition => ({ field: 'tags', contains: tag }))
  const select = sources.exemplified !== 0 ? [...unitColumns, 'vector'] : unitColumns
  const searchWords = async (text: string): Promise<readonly LegHit[]> =>
    await (
      await sources.tables
    ).documents.searchText(text, {
      limit: documentHits,
      filter,
      select: ['example_share'],
      signal,
    })
  const searchMeaning = async (vector: Float32Array | undefined): Promise<readonly LegHit[]> => {
    if (vector === undefined) return []
    return await (await sources.tables).units.searchVector(vector, { limit: unitHits, filter, select, signal })
  }
  const needs = requestNeeds(query)
  const vectors = sources.embedder.embed([asked, ...needs], { signal })
  // In a cold process the tables are opened while the model loads.
  const search = async (text: string, index: number): Promise<Found> => {
    const meaning = vectors.then(async (all) => await searchMeaning(all[index]))
    const [units, documents] = await Promise.all([meaning, searchWords(text)])
    return { units, documents, ranked: rankFound(text, { units, documents, documentCount: sources.documentCount }) }
  }
  const [said, ...needed] = await Promise.all([
    search(asked, 0),
    ...needs.map((need, index) => search(need, index + 1)),
  ])
  const ranked = raiseForNeeds(said.ranked, new Map(needs.map((need, index) => [need, needed[index]?.ranked ?? []])))
  const fitting = ranked.filter((agent) => agent.score >= minScore).slice(0, top)
  const cards = await (await sources.tables).documents.get([...ids, ...fitting.map(({ agent }) => agent)])
  const lead = ids.find((id) => hasTags(cards.get(id)?.fields['tags'], tags))
  const chosen = lead === undefined ? fitting : withLead(lead, { fitting, ranked, top })
  const shown = (agent: NeededAgent): FoundAgent =>
    found(agent, {
      from: needed[needs.indexOf(agent.need ?? '')] ?? said,
      card: cards.get(agent.agent)?.fields['card'],
      isExplained: options.explain === true,
    })
  const results = chosen.map((agent) => ({
    ...shown(agent),
    ...(agent.agent === lead ? asNamed(query, named) : {}),
  }))
  const [best] = ranked
  return {
    query,
    took_ms: Math.round((performance.now() - startedAt) * 10) / 10,
    results,
    min_score: minScore,
    ...(results.length === 0 && best !== undefined ? { best: { id: best.agent, score: rounded(best.score) } } : {}),
  }
}

/** What both legs found for a text. */
type Found = {
  readonly units: readonly LegHit[]
  readonly documents: readonly LegHit[]
  readonly ranked: readonly RankedAgent[]
}

function rankFound(
  query: string,
  { units, documents, documentCount }: Omit<Found, 'ranked'> & Pick<FindSources, 'documentCount'>,
): readonly RankedAgent[] {
  return rankAgents({
    query,
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
}

/** Whether a row is there and has all of some tags. */
function hasTags(stored: unknown, tags: readonly string[]): boolean {
  return Array.isArray(stored) && tags.every((tag) => stored.includes(tag))
}

/** The agent that the query names, before those whose texts fit. */
function withLead(
  lead: string,
  {
    fitting,
    ranked,
    top,
  }: { readonly fitting: readonly NeededAgent[]; readonly ranked: readonly NeededAgent[]; readonly top: number },
): readonly NeededAgent[] {
  const own = ranked.find(({ agent }) => agent === lead) ?? {
    agent: lead,
    vectorScore: 0,
    textScore: 0,
    exampleScore: undefined,
  }
  return [{ ...own, score: 1 }, ...fitting.filter(({ agent }) => agent !== lead)].slice(0, top)
}

function asNamed(
  query: string,
  named: ReturnType<typeof namedAgent>,
): Pick<FoundAgent, 'matched' | 'matched_kind' | 'notes'> {
  const { kind = 'id', notes = [] } = named ?? {}
  return { matched: query.trim(), matched_kind: kind, ...(notes.length === 0 ? {} : { notes }) }
}

function found(
  { agent, score, need, ...scores }: NeededAgent,
  { from, card, isExplained }: { readonly from: Found; readonly card: unknown; readonly isExplained: boolean },
): FoundAgent {
  const { name, module, skills, sameAs } = cardOf(card, agent)
  const own = from.units.filter((hit) => agentOf(hit) === agent)
  const [nearest] = own
  const skillNames = new Map(skills.map((skill) => [skill.id, skill.name]))
  const skillHits = new Map<string, number>()
  for (const hit of own) {
    const id = String(hit.fields['skill'] ?? '')
    if (id !== '' && !skillHits.has(id)) skillHits.set(id, hit.score)
  }
  return {
    id: agent,
    name,
    score: rounded(score),
    skills: [...skillHits].map(([id, cosine]) => ({
      id,
      name: skillNames.get(id) ?? id,
      score: rounded(calibrate(cosine)),
    })),
    matched: nearest?.text ?? name,
    matched_kind: nearest === undefined ? 'words' : kindOf(nearest),
    module,
    ...(sameAs.length > 0 ? { same_as: sameAs } : {}),
    ...(!isExplained
      ? {}
      : {
          explain: {
            ...(need === undefined ? {} : { need }),
            vector_score: rounded(scores.vectorScore),
            text_score: rounded(scores.textScore),
            ...legRanks(agent, from),
            ...(scores.exampleScore === undefined ? {} : { example_score: rounded(scores.exampleScore) }),
            weights: findWeights,
            hits: own.slice(0, 8).map((hit) => ({ kind: kindOf(hit), text: hit.text, score: rounded(hit.score) })),
          },
        }),
  }
}

/** The place of an agent in both legs. */
function legRanks(agent: string, { units, documents }: Found): Pick<FindExplanation, 'vector_rank' | 'text_rank'> {
  const place = (agents: readonly string[]): number | undefined => {
    const index = [...new Set(agents)].indexOf(agent)
    return index < 0 ? undefined : index + 1
  }
  return { vector_rank: place(units.map(agentOf)), text_rank: place(documents.map((hit) => hit.id)) }
}

function agentOf(hit: LegHit): string {
  return String(hit.fields['agent'])
}

function knownText({ text, vector }: LegHit): { readonly text: string; readonly vector: Float32Array } | undefined {
  return vector === undefined ? undefined : { text, vector }
}

function exampleShareOf(hit: LegHit): number {
  return Number(hit.fields['example_share'] ?? 0)
}

function kindOf(hit: LegHit): string {
  const kind = String(hit.fields['kind'])
  return kind === 'identity' ? 'description' : kind
}

function cardOf(card: unknown, agent: string): AgentCard {
  // A card is missing only if another process takes the agent out at this moment.
  if (typeof card !== 'string') return { name: agent, module: null, skills: [], sameAs: [] }
  return JSON.parse(card) as AgentCard
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000
}
