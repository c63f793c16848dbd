import { type Finding, infoFinding } from '@datacortex/errors'
import type { PublishedAgent } from '@datacortex/plugin'
import {
  type AgentDiscovery,
  type AgentQuery,
  eventReference,
  npubOf,
  protocolError,
  readDiscovery,
  tenexScore,
} from '@datacortex/protocols'
import { readSettings } from '@datacortex/platform'
import { foldedId } from '@datacortex/registry'
import { count } from '@datacortex/wording'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { exact, text, top } from '../schema.ts'
import type { Work } from '../work.ts'
import { requireDiscovery } from '../caller/may-discover.ts'
import { relaysOf } from './nostr-relays.ts'

export type FoundOnNostr = Pick<
  PublishedAgent,
  'id' | 'name' | 'description' | 'version' | 'tags' | 'tools' | 'proofs' | 'ratings'
> & {
  readonly event: string
  readonly author: string
  readonly score: number
  readonly relays: readonly string[]
  readonly verified_owner: boolean
  /** Another author has an agent of the same name. */
  readonly look_alike?: true | undefined
}

const words = text.max(2000).optional()

/** Looks for agents that others publish on Nostr, as `find_agent` of the specification of TENEX. */
export const findOnNostr = operation({
  input: z.strictObject({
    capabilities: words.describe('What it should be able to do, such as: security audit.'),
    specialization: words.describe('A field, such as: React.'),
    keywords: words.describe('Further words. Nothing at all lists what there is.'),
    top,
    scoring: z.enum(['meaning', 'tenex']).optional().describe('By meaning, or by the points of the specification.'),
  }),
  output: z.looseObject({
    type: z.literal('agent_discovery'),
    data: z.looseObject({ agentEventIds: z.array(z.string()) }),
  }),
  run: async (work, { top: most = 10, scoring = 'meaning', ...query }) => {
    await requireDiscovery(work.caller, work.paths.root)
    const { urls } = await relaysOf(work)
    const { agents, findings } = await published(work)
    const scored = await (scoring === 'tenex' ? byPoints(query, agents) : byMeaning(work, query, agents))
    const results = scored.slice(0, most).map(({ agent, score }) => foundOf(agent, { score, agents }))
    if (results.length === 0 && findings.length < urls.length)
      throw protocolError('NOSTR_NOTHING_FOUND', { relays: urls.length })
    return { ...discoveryOf(query, results, urls), results, scoring, findings }
  },
})

/** One agent or one discovery of others, by its reference. */
export const showOnNostr = operation({
  input: z.strictObject({ reference: exact }),
  output: z.looseObject({}),
  run: async (
    work,
    { reference },
  ): Promise<{ readonly agent?: PublishedAgent | undefined; readonly discovery?: AgentDiscovery | undefined }> => {
    await requireDiscovery(work.caller, work.paths.root)
    await using directory = await openDirectory(work)
    const agent = await directory.show(reference)
    if (agent !== undefined) return { agent: { ...agent, ...cut(agent) } }
    const { readReference } = await import('@datacortex/protocols')
    const asked = readReference(reference)
    const relays = await relaysOf(work)
    const { events } = await relays.ask('id' in asked ? [{ ids: [asked.id] }] : [])
    const discovery = events[0] === undefined ? undefined : readDiscovery(events[0])
    if (discovery === undefined) throw protocolError('NOSTR_NOTHING_FOUND', { relays: relays.urls.length })
    return { discovery }
  },
})

async function openDirectory(work: Work) {
  const { grantedBy, loadPlugin } = await import('@datacortex/modules')
  const { nostr, plugins } = await readSettings(work.paths)
  const { modules } = await work.catalogue()
  const module = modules.modules.find(({ name }) => name === 'directory-nostr')
  if (module === undefined || nostr.relays.length === 0) throw protocolError('NOSTR_NO_RELAY', {})
  const granted = grantedBy({ ...plugins['directory-nostr'], ...nostr })
  const loaded = await loadPlugin(module, { paths: work.paths, signal: work.signal, ...granted, settingsAt: 'nostr' })
  if (loaded.kind !== 'directory') throw protocolError('NOSTR_NO_RELAY', {})
  const [{ started }, { signal }] = [loaded, work]
  return {
    list: async () => await started.list({ signal, limit: 20_000 }),
    show: async (id: string) => await started.show?.(id, { signal }),
    [Symbol.asyncDispose]: async () => await loaded[Symbol.asyncDispose](),
  }
}

async function published(
  work: Work,
): Promise<{ readonly agents: readonly PublishedAgent[]; readonly findings: readonly Finding[] }> {
  await using directory = await openDirectory(work)
  const { agents, failures } = await directory.list()
  const hint = 'What the other relays have was taken all the same.'
  return { agents, findings: failures.map(({ at, code, message }) => infoFinding(code, at, { message, hint })) }
}

type Scored = readonly { readonly agent: PublishedAgent; readonly score: number }[]

function byPoints(query: AgentQuery, agents: readonly PublishedAgent[]): Scored {
  const isAll = Object.values(query).every((value) => value === undefined)
  return agents
    .map((agent) => ({
      agent,
      score: tenexScore(query, { ...agent, texts: [...(agent.skills ?? []), ...(agent.tags ?? [])] }),
    }))
    .filter(({ score }) => isAll || score > 0)
    .toSorted((a, b) => b.score - a.score || newestFirst(a.agent, b.agent))
}

// More are not embedded while somebody waits: those that have the words, and the newest.
const embedded = 300

async function byMeaning(work: Work, query: AgentQuery, agents: readonly PublishedAgent[]): Promise<Scored> {
  const asked = [query.capabilities, query.specialization, query.keywords]
    .filter((value) => value !== undefined)
    .join('. ')
  const chosen = byPoints({ keywords: asked }, agents)
  const others = agents.filter((agent) => !chosen.some((one) => one.agent === agent)).toSorted(newestFirst)
  const candidates = [...chosen.map(({ agent }) => agent), ...others].slice(0, embedded)
  if (asked === '') return candidates.toSorted(newestFirst).map((agent) => ({ agent, score: 0 }))
  await using embedder = await work.openModel((await readSettings(work.paths)).embeddings, work.onProgress, work.onNote)
  const texts = candidates.flatMap(({ name, description, skills = [] }) => [
    `${name}: ${description}`.slice(0, 1000),
    skills.join('. ').slice(0, 1000) || name,
  ])
  const [wanted, ...vectors] = await embedder.embed([asked, ...texts], { signal: work.signal })
  const near = (vector: Float32Array | undefined): number =>
    vector?.reduce((sum, value, index) => sum + value * (wanted?.[index] ?? 0), 0) ?? 0
  return candidates
    .map((agent, index) => ({ agent, score: Math.max(0, near(vectors[2 * index]), near(vectors[2 * index + 1])) }))
    .filter(({ score }) => score >= lowest)
    .toSorted((a, b) => b.score - a.score || newestFirst(a.agent, b.agent))
}

// Texts that have nothing to do with each other are as near as this.
const lowest = 0.2

function newestFirst(a: PublishedAgent, b: PublishedAgent): number {
  return (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '')
}

function foundOf(
  agent: PublishedAgent,
  { score, agents }: { score: number; agents: readonly PublishedAgent[] },
): FoundOnNostr {
  const { id, hash: event, author = '', version, tags, tools, proofs, ratings, hints: relays = [] } = agent
  const isSame = (other: PublishedAgent): boolean =>
    other.author !== author && foldedId(other.name) === foldedId(agent.name)
  const isVerified = proofs?.some(({ kind, holds }) => kind === 'owner' && holds) ?? false
  const found = {
    id,
    ...cut(agent),
    version,
    tags,
    tools,
    proofs,
    ratings,
    event,
    author,
    relays,
    verified_owner: isVerified,
  }
  return { ...found, score: Math.round(score * 1000) / 1000, ...(agents.some(isSame) ? { look_alike: true } : {}) }
}

function cut({ name, description }: PublishedAgent): Pick<PublishedAgent, 'name' | 'description'> {
  const clean = (value: string, most: number): string =>
    value
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, most)
  return { name: clean(name, 200), description: clean(description, 1000) }
}

function discoveryOf(query: AgentQuery, results: readonly FoundOnNostr[], relays: readonly string[]): AgentDiscovery {
  const message = `Found ${count(results.length, 'agent')}.`
  const lines = results.map(
    ({ name, event, author, relays: at }) =>
      `- ${name} by ${npubOf(author).slice(0, 12)}…: nostr:${eventReference({ id: event, pubkey: author, kind: 4199 }, at.slice(0, 2))}`,
  )
  const hints = [...new Set([...results.flatMap((one) => one.relays), ...relays])]
  const data = { query, agentEventIds: results.map(({ event }) => event), relays: hints, message }
  return { type: 'agent_discovery', data, content: [message, ...lines].join('\n') }
}
