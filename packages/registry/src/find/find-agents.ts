import type { Embedder } from '@datacortex/embeddings'
import { type Condition, meantQuery } from '@datacortex/vector-store'
import { registryError } from '../errors.ts'
import { type AgentNames, namedAgent, namesIn } from './agent-names.ts'
import { normaliseTag } from './texts/agent-tags.ts'
import type { FindOptions, FindResult, FoundAgent } from './finder.ts'
import type { AgentCard } from './index/index-entry.ts'
import { type Standing, byStanding } from './rank/by-standing.ts'
import { areAlike, beyondLetters, contentWords, isLatin, reversedWords, spreadWords } from './request/query-words.ts'
import { type RankedAgent, rounded } from './rank/rank-agents.ts'
import { type Retrieved, type RetrieveOptions, type Retrievers, retrieveAgents } from './rank/retrieve-agents.ts'
import { showAgent } from './show-agent.ts'

export type FindSources = Retrievers & {
  readonly embedder: Embedder
  /** Names beside the ids of the documents; none if absent. */
  readonly names?: AgentNames | undefined
  /** Used where the options have none. */
  readonly minScore: number
  readonly standing?: Standing | undefined
}

/** Finds the agents that fit a query. Throws `REGISTRY_QUERY_EMPTY`, and what `resolveAgent` does for a name. */
export async function findAgents(query: string, sources: FindSources, options: FindOptions = {}): Promise<FindResult> {
  const startedAt = performance.now()
  const { embedder, tables } = sources
  const rows = { nearestWord: async (word: string) => await (await tables).documents.nearestWord(word) }
  const [asTyped, corrected] = await Promise.all([
    findAsTyped(query, sources, options),
    options.corrects === true ? meantQuery(query, { rows, words: contentWords(query), embedder }) : undefined,
  ])
  const meant = corrected === undefined ? undefined : await findAsTyped(corrected, sources, options)
  const found = meant !== undefined && bestScore(meant) > bestScore(asTyped) ? { ...meant, query, corrected } : asTyped
  return { ...found, took_ms: Math.round((performance.now() - startedAt) * 10) / 10 }
}

const bestScore = ({ results, best }: FindResult): number => results[0]?.score ?? best?.score ?? 0

async function findAsTyped(query: string, sources: FindSources, options: FindOptions) {
  const { top = 5, minScore = sources.minScore } = options
  const { names = {} } = sources
  if (query.trim() === '') throw registryError('REGISTRY_QUERY_EMPTY', {})
  const tags = (options.tags ?? []).map(normaliseTag)
  const from = await search(query, sources, { tags, top, least: sources.minScore, signal: options.signal })
  const { ranked } = from
  const { builtin = none, gone: known = none } = sources.standing ?? {}
  const gone = new Set([...known, ...(options.gone ?? [])])
  const fits = ranked.filter((agent) => rounded(agent.score) >= minScore)
  const fitting = byStanding(fits, { builtin, gone })
  // Copies may have all of several tags together, and none of them each.
  const likely = tags.length > 1 ? fitting : fitting.slice(0, top)
  const cards = await cardsOf(sources, [...leadsIn(query, names), ...likely.map(({ agent }) => agent)])
  const tagged = (agent: string): readonly AgentCard[] =>
    cards(agent).filter((card) => tags.every((tag) => card.tags.includes(tag)))
  const named = namedAgent(query, { names, isEntry: (id) => cards(id).length > 0 })
  const meant = named && !gone.has(named.lead) && tagged(named.lead).find(({ id }) => id === named.id)
  const show = (agent: RankedAgent, card: AgentCard): FoundAgent =>
    showAgent(agent, {
      from,
      card,
      copies: cards(agent.agent).filter((copy) => copy.id !== card.id),
      isExplained: options.explain === true,
      isGone: gone.has(agent.agent),
    })
  const first = named && meant ? [{ ...show(asFirst(named, ranked), meant), ...asNamed(query, named) }] : []
  const others = likely.flatMap((agent) => {
    const [card] = first.length > 0 && agent.agent === named?.lead ? [] : tagged(agent.agent)
    return card === undefined ? [] : [show(agent, card)]
  })
  const shown = [...first, ...others].slice(0, top)
  const results = shown.every(({ state }) => state === 'gone') ? [] : shown
  const lost = fitting.filter(({ agent }) => gone.has(agent)).map(({ agent }) => agent)
  const best = ranked.find(({ agent }) => !gone.has(agent))
  return {
    query,
    took_ms: 0,
    results,
    min_score: minScore,
    ...(lost.length === 0 ? {} : { gone: lost }),
    ...(results.length === 0 && best !== undefined ? { best: { id: best.agent, score: rounded(best.score) } } : {}),
  }
}

const none: ReadonlySet<string> = new Set()

/** Searches for what a request says. */
async function search(
  query: string,
  sources: FindSources,
  { tags, signal, ...options }: { readonly tags: readonly string[] } & Omit<RetrieveOptions, 'filter'>,
): Promise<Retrieved> {
  const text = query.normalize('NFC')
  const reversed = reversedWords(text)
  const isForeign = reversed !== undefined && !isLatin(text)
  const embed = async (texts: readonly string[]): Promise<readonly Float32Array[]> =>
    await sources.embedder.embed(texts, { signal, as: 'query' })
  const vectors = embed([text, ...(isForeign ? [reversed] : [])])
  const vector = vectors.then(([asked]) => asked)
  const asked = {
    text,
    vector,
    isUnread: async () => {
      const [own, other] = await vectors
      return areAlike(own, other)
    },
    beyondLetters: async () => {
      const others = [reversed ?? text, spreadWords(text)].filter((other) => other !== text)
      return isForeign || others.length === 0 ? undefined : beyondLetters(await vector, await embed(others))
    },
  }
  const filter = tags.map((tag): Condition => ({ field: 'tags', contains: tag }))
  return await retrieveAgents(asked, sources, { ...options, filter, signal })
}

/** Ids of the entries that the query may name. */
function leadsIn(query: string, names: AgentNames): readonly string[] {
  return namesIn(query).flatMap(({ key }) => {
    const named = Object.hasOwn(names, key) ? names[key] : undefined
    return named === undefined ? [key] : 'nobody' in named ? [] : [named.lead]
  })
}

/** The cards of some entries of the index; none of one that another process takes out at this moment. */
async function cardsOf(
  { tables }: FindSources,
  agents: readonly string[],
): Promise<(agent: string) => readonly AgentCard[]> {
  const rows = await (await tables).documents.get([...new Set(agents)])
  const read = new Map(
    [...rows].map(([agent, { fields }]) => [agent, JSON.parse(String(fields['cards'])) as readonly AgentCard[]]),
  )
  return (agent) => read.get(agent) ?? []
}

/** The agent that the query names, before all others. */
function asFirst({ lead }: Named, ranked: readonly RankedAgent[]): RankedAgent {
  const own = ranked.find(({ agent }) => agent === lead)
  return { ...(own ?? { agent: lead, vectorScore: 0, textScore: 0, exampleScore: undefined }), score: 1 }
}

/** What is said of it otherwise than of those that are found. */
function asNamed(query: string, { kind, notes }: Named): Partial<FoundAgent> {
  return { matched: query.trim(), matched_kind: kind, ...(notes.length === 0 ? {} : { notes }) }
}

type Named = NonNullable<ReturnType<typeof namedAgent>>
