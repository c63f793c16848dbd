import type { Embedder } from '@datacortex/embeddings'
import type { Condition, LegHit, StoredRow } from '@datacortex/vector-store'
import { QueryEmptyError } from '../errors.ts'
import { nameKeys } from '../file/name-keys.ts'
import type { AgentNames } from './agent-names.ts'
import { namedAgent } from './agent-names.ts'
import { normaliseTag } from './agent-tags.ts'
import type { FindOptions, FindResult, FoundAgent } from './finder.ts'
import type { AgentCard } from './index-entry.ts'
import { nameFileKinds } from './name-file-kinds.ts'
import { areAlike, lettersBackwards } from './letters-backwards.ts'
import type { NeededAgent } from './raise-for-needs.ts'
import { raiseForNeeds } from './raise-for-needs.ts'
import { calibrate, findWeights } from './rank-agents.ts'
import { requestNeeds } from './request-needs.ts'
import type { BothLegs, LegSources } from './search-legs.ts'
import { agentOf, legRanks, searchLegs } from './search-legs.ts'

/** What a query is asked of. */
export type FindSources = LegSources & {
  readonly embedder: Embedder
  /** Names beside the ids of the documents; none if absent. */
  readonly names?: AgentNames | undefined
  /** Used where the options have none. */
  readonly minScore: number
}

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
  const filter = tags.map((tag): Condition => ({ field: 'tags', contains: tag }))
  const needs = requestNeeds(query)
  const backwards = lettersBackwards(asked)
  const vectors = sources.embedder.embed([asked, ...needs, ...(backwards === undefined ? [] : [backwards])], { signal })
  const isUnread = async (): Promise<boolean> => {
    const all = backwards === undefined ? [] : await vectors
    return areAlike(all[0], all.at(-1))
  }
  const search = async (text: string, index: number): Promise<BothLegs> =>
    await searchLegs(
      { text, vector: vectors.then((all) => all[index]), isUnread: index === 0 ? isUnread : undefined },
      sources,
      { filter, top, signal },
    )
  const [said, ...needed] = await Promise.all([
    search(asked, 0),
    ...needs.map((need, index) => search(need, index + 1)),
  ])
  const fittingNeeds = new Map(needs.map((need, index) => [need, needed[index]?.ranked ?? []]))
  const ranked = raiseForNeeds(said.ranked, fittingNeeds, sources.minScore)
  const fitting = ranked.filter((agent) => agent.score >= minScore).slice(0, top)
  const cards = await cardsOf(query, { sources, shown: fitting.map(({ agent }) => agent) })
  const named = namedAgent(query, { names: sources.names ?? {}, entries: cards })
  const lead = named !== undefined && hasTags(cards.get(named.agent)?.fields['tags'], tags) ? named.agent : undefined
  const chosen = lead === undefined ? fitting : withLead(lead, { fitting, ranked, top })
  const shown = (agent: NeededAgent): FoundAgent =>
    found(agent, {
      from: needed[needs.indexOf(agent.need ?? '')] ?? said,
      card: cards.get(agent.agent)?.fields['card'],
      isExplained: options.explain === true,
    })
  const results = chosen.map((agent) => ({
    ...shown(agent),
    ...(agent.agent === lead && named !== undefined ? asNamed(query, named) : {}),
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

/** The rows of those that are shown, and of those that the query may name. */
async function cardsOf(
  query: string,
  { sources, shown }: { readonly sources: FindSources; readonly shown: readonly string[] },
): Promise<ReadonlyMap<string, StoredRow>> {
  const { names = {}, tables } = sources
  const keys = [query.trim(), ...nameKeys(query).map(({ key }) => key)]
  const named = keys.flatMap((key) => {
    const one = Object.hasOwn(names, key) ? names[key] : undefined
    return one === undefined || 'removed' in one ? [] : [one.agent]
  })
  return await (await tables).documents.get([...new Set([...keys, ...named, ...shown])])
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

/** What is said of an agent otherwise if it is the one that the query names. */
function asNamed(
  query: string,
  { kind, notes, copy }: NonNullable<ReturnType<typeof namedAgent>>,
): Partial<FoundAgent> {
  return {
    ...(copy === undefined ? {} : { id: copy.id, name: copy.name, module: copy.module, same_as: copy.sameAs }),
    matched: query.trim(),
    matched_kind: kind,
    ...(notes.length === 0 ? {} : { notes }),
  }
}

function found(
  { agent, score, need, ...scores }: NeededAgent,
  { from, card, isExplained }: { readonly from: BothLegs; readonly card: unknown; readonly isExplained: boolean },
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
