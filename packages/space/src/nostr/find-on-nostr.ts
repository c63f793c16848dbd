import type { DirectoryCache } from '@datacortex/directory'
import { infoFinding } from '@datacortex/errors'
import type { PublishedAgent } from '@datacortex/plugin'
import {
  type AgentDiscovery,
  type AgentQuery,
  eventReference,
  npubOf,
  protocolError,
  readDiscovery,
  shareable,
  tenexScore,
} from '@datacortex/protocols'
import { foldedId } from '@datacortex/registry'
import { count } from '@datacortex/wording'
import { z } from 'zod'
import { askOptions } from '../directories/asked-directories.ts'
import { findPublished } from '../directories/find-everywhere.ts'
import { type SpaceDirectory, knownDirectories } from '../directories/known-directories.ts'
import { operation } from '../operation.ts'
import { exact, text, top } from '../schema.ts'
import type { Work } from '../work.ts'
import { requireDiscovery } from '../caller/may-discover.ts'
import { relaysOf } from './nostr-relays.ts'
import { teamOf } from './team-of.ts'

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
    await requireDiscovery(work.caller, work.paths)
    const { urls } = await relaysOf(work)
    const { DirectoryCache, alikeFinding } = await import('@datacortex/directory')
    using cache = await DirectoryCache.open(work.paths)
    const search = async (isAnew: boolean) => await searched(work, { query, scoring, most, cache, isAnew })
    const before = cache.state('nostr')?.askedAt
    let found = await search(false)
    // What is kept may be older than what is looked for.
    if (found.scored.length === 0 && cache.state('nostr')?.askedAt === before) found = await search(true)
    const { scored, agents, report } = found
    const shown = scored.slice(0, most).map((one) => ({ ...one, alike: alikeAmong(agents, one.agent) }))
    const results = shown.map(foundOf)
    const findings = [...found.findings, ...shown.flatMap(({ agent, alike }) => alikeFinding(agent.id, alike))]
    if (results.length === 0 && report.error === undefined)
      throw protocolError('NOSTR_NOTHING_FOUND', { relays: urls.length })
    const { stale, listed_at } = report
    const discovery = discoveryOf(query, results, urls)
    // What the default agent finds in its run goes out with the answer of the run, as it is.
    if (work.caller.kind === 'agent' && work.caller.parent !== undefined)
      await (await import('@datacortex/execution')).noteDiscovery(work.paths, work.caller.parent, { ...discovery })
    return { ...discovery, results, scoring, stale, listed_at, findings }
  },
})

export const showOnNostr = operation({
  input: z.strictObject({ reference: exact.describe('nevent1…, naddr1… or an id.') }),
  output: z.looseObject({}),
  run: async (work, { reference }) => {
    await requireDiscovery(work.caller, work.paths)
    await using opened = await (await nostrDirectory(work)).open()
    const agent = await opened.directory.show?.(reference, { signal: work.signal })
    if (agent !== undefined) return { agent: { ...agent, ...cut(agent) } }
    const { team, event } = await teamOf(work, reference)
    const discovery = event === undefined ? undefined : readDiscovery(event)
    if (team === undefined && discovery === undefined)
      throw protocolError('NOSTR_NOTHING_FOUND', { relays: (await relaysOf(work)).urls.length })
    return { team, discovery }
  },
})

async function nostrDirectory(work: Work): Promise<SpaceDirectory> {
  const found = (await knownDirectories(work)).find(({ name, addresses }) => name === 'nostr' && addresses.length > 0)
  if (found === undefined) throw protocolError('NOSTR_NO_RELAY', {})
  return found
}

type Searching = {
  readonly query: AgentQuery
  readonly scoring: 'meaning' | 'tenex'
  readonly most: number
  readonly cache: DirectoryCache
  /** Asks the relays for all, also if that was done a moment ago: what is new to a relay may be old. */
  readonly isAnew: boolean
}

/** Searches what is kept of the relays, which are asked if that is old. */
async function searched(work: Work, { query, scoring, most, cache, isAnew }: Searching) {
  const { askDirectories } = await import('@datacortex/directory')
  const usual = await askOptions(work)
  const options = isAnew ? { ...usual, isFull: true } : usual
  const [report] = await askDirectories(cache, [await nostrDirectory(work)], options)
  if (report === undefined) throw protocolError('NOSTR_NO_RELAY', {})
  const agents = cache.all().filter(({ directory }) => directory === 'nostr')
  const failed = report.failures.length > 0 || report.error === undefined ? [] : [{ at: 'nostr', ...report.error }]
  const hint = 'What was kept, and what the other relays have, was taken all the same.'
  const findings = [...report.failures, ...failed].map(({ at, code, message }) =>
    infoFinding(code, at, { message, hint }),
  )
  const task = [query.capabilities, query.specialization, query.keywords]
    .filter((value) => value !== undefined)
    .join('. ')
  if (scoring === 'tenex' || task === '') return { scored: byPoints(query, agents), agents, report, findings }
  const asked = { task, top: most, directories: ['nostr'] }
  const found = await findPublished(work, { asked, names: ['nostr'], cache })
  const scored = found.results.flatMap(({ id, score }) => {
    const agent = agents.find((one) => one.id === id)
    return agent === undefined ? [] : [{ agent, score }]
  })
  return { scored, agents, report, findings: [...findings, ...found.findings] }
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
    .toSorted((a, b) => b.score - a.score || (b.agent.publishedAt ?? '').localeCompare(a.agent.publishedAt ?? ''))
}

/** Ids of agents by others that bear the same name. */
function alikeAmong(agents: readonly PublishedAgent[], { name, author }: PublishedAgent): readonly string[] {
  return agents.filter((one) => one.author !== author && foldedId(one.name) === foldedId(name)).map(({ id }) => id)
}

type Shown = Scored[number] & { readonly alike: readonly string[] }

function foundOf({ agent, score, alike }: Shown): FoundOnNostr {
  const { id, hash: event, author = '', version, tags, tools, proofs, ratings, hints: relays = [] } = agent
  const isVerified = proofs?.some(({ kind, holds }) => kind === 'owner' && holds) ?? false
  const given = { id, ...cut(agent), version, tags, tools, proofs, ratings }
  const found = { ...given, event, author, relays, verified_owner: isVerified }
  return { ...found, score: Math.round(score * 1000) / 1000, ...(alike.length > 0 ? { look_alike: true } : {}) }
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
  const lines = results.map(({ name, event: id, author: pubkey, relays: at }) => {
    const reference = eventReference({ id, pubkey }, at.slice(0, 2))
    return `- ${name} by ${npubOf(pubkey).slice(0, 12)}…: nostr:${reference}`
  })
  const hints = shareable([...new Set([...results.flatMap((one) => one.relays), ...relays])])
  const data = { query, agentEventIds: results.map(({ event }) => event), relays: hints, message }
  return { type: 'agent_discovery', data, content: [message, ...lines].join('\n') }
}
