import { type SpacePaths, inTurns } from '@datacortex/platform'
import { type AgentPerformance, updateRegistry } from '@datacortex/registry'
import type { Address } from 'viem'
import { reputationRegistryAbi } from '../abi/reputation-registry.generated.ts'
import { addressOption } from './connect/address-option.ts'
import { idNumber } from './chain-report.ts'
import { checkReputationRegistry } from './connect/check-registry.ts'
import type { Chain } from './connect/connect-chain.ts'
import { optionMissing } from './errors.ts'
import { type StatusOptions, readStatus } from './status-agents.ts'

export type ReputationOptions = StatusOptions & {
  /** Accounts that are trusted. Without them all are counted, which anybody can fake. */
  readonly clients?: readonly string[] | undefined
  /** Only ratings with this first tag; all if absent. */
  readonly tag?: string | undefined
  /** Writes the reputation into `performance` of the agents; only with `clients`. */
  readonly record?: boolean | undefined
}

/** What ratings under one tag say; each tag has a scale of its own. */
export type TagReputation = {
  readonly tag: string
  readonly count: number
  readonly average: number
  /** Share above 50, 0–1. */
  readonly positive_rate: number
}

/** What the reputation registry says of an agent. */
export type ChainReputation = {
  readonly id: string
  readonly agent_id: number | string | null
  /** Ratings that were counted, under all tags or the one that was asked for. */
  readonly count: number
  /** Under the tag that was asked for, else `starred`, 0–100; null without such. */
  readonly average: number | null
  readonly positive_rate: number | null
  /** The most used first; at most 20. */
  readonly tags: readonly TagReputation[]
  /** Who gave those that were counted. */
  readonly clients: readonly string[]
  /** Whether they were named as trusted; otherwise the figures prove little. */
  readonly trusted: boolean
  /** Ratings that were not counted, by the reason, and accounts that were not read at all. */
  readonly left_out: Readonly<Record<'untrusted' | 'revoked' | 'other_tags' | 'unread_accounts', number>>
  readonly recorded: boolean
}

/** Reading more at once is more than nodes compute for a call. */
const mostClients = 200
const mostTags = 20
const usualTag = 'starred'

/**
 * The reputation of agents by a reputation registry, and what of it was left out.
 * @param options - Agents, network, trusted accounts; `record` writes it into agents.yaml.
 * @throws `EXPORT_CHAIN_OPTION_MISSING` if it is to be recorded and nobody is trusted.
 * @throws As {@link statusAgents}.
 * @example await readReputation(paths, { ids: ['writer'], url, network: 'sepolia', clients: ['0x…'] })
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export async function readReputation(
  paths: SpacePaths,
  options: ReputationOptions,
): Promise<{ readonly results: readonly ChainReputation[] }> {
  const { clients, record = false, tag = usualTag } = options
  if (record && (clients === undefined || clients.length === 0))
    throw optionMissing(
      'Feedback of everybody is not written into agents.yaml, since anybody can fake it',
      'Name the accounts that you trust.',
    )
  const trusted = clients === undefined ? undefined : trustedAccounts(clients)
  const { chain, results } = await readStatus(paths, options)
  const registry = await checkReputationRegistry(chain)
  const read = await inTurns(results, { atOnce: 8 }, async ({ agent, agentId }): Promise<ChainReputation> => {
    const ratings = agentId === undefined ? noRatings : await ratingsOf(chain, { registry, agentId, trusted })
    const agent_id = agentId === undefined ? null : idNumber(agentId)
    return { id: agent.id, agent_id, ...summary(ratings, options), trusted: trusted !== undefined, recorded: false }
  })
  if (!record) return { results: read }
  const recorded = await recordReputations(paths, { read, tag })
  return { results: read.map((one) => ({ ...one, recorded: recorded.has(one.id) })) }
}

/** Each once: the registry would count the ratings of one that is named twice twice. */
function trustedAccounts(clients: readonly string[]): readonly Address[] {
  const once = [...new Set(clients.map((client) => addressOption('--client', client)))]
  if (once.length <= mostClients) return once
  throw optionMissing(`${once.length} clients are more than a node computes at once`, `Name at most ${mostClients}.`)
}

type Rating = { readonly client: Address; readonly tag: string; readonly value: number; readonly isRevoked: boolean }
type Ratings = {
  readonly ratings: readonly Rating[]
  readonly isTrusted: (client: Address) => boolean
  readonly unread: number
}

const noRatings: Ratings = { ratings: [], isTrusted: () => true, unread: 0 }

async function ratingsOf(
  { client }: Chain,
  { registry, agentId, trusted }: { registry: Address; agentId: bigint; trusted: readonly Address[] | undefined },
): Promise<Ratings> {
  const contract = { address: registry, abi: reputationRegistryAbi } as const
  const all = await client.readContract({ ...contract, functionName: 'getClients', args: [agentId] })
  const isTrusted = (one: Address): boolean => trusted?.includes(one) ?? true
  const clients = [...all.filter(isTrusted), ...all.filter((one) => !isTrusted(one))].slice(0, mostClients)
  // Without clients the registry would read all.
  if (clients.length === 0) return noRatings
  const args = [agentId, clients, '', '', true] as const
  const feedback = await client.readContract({ ...contract, functionName: 'readAllFeedback', args })
  const [from, , values, decimals, tags, , revoked] = feedback
  const ratings = from.map((one, index) => ({
    client: one,
    tag: tags[index] ?? '',
    value: Number(values[index] ?? 0n) / 10 ** (decimals[index] ?? 0),
    isRevoked: revoked[index] === true,
  }))
  return { ratings, isTrusted, unread: all.length - clients.length }
}

function summary({ ratings, isTrusted, unread }: Ratings, { tag: wanted }: Pick<ReputationOptions, 'tag'>) {
  const reasonOf = ({ client, tag, isRevoked }: Rating) =>
    isRevoked ? 'revoked' : !isTrusted(client) ? 'untrusted' : tag === (wanted ?? tag) ? 'counted' : 'other_tags'
  const { counted = [], ...left } = Object.groupBy(ratings, reasonOf)
  const tags = [...Map.groupBy(counted, ({ tag }) => tag)]
    .map(([tag, some]) => tagReputation(tag, some))
    .toSorted((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1))
  const { average = null, positive_rate = null } = tags.find(({ tag }) => tag === (wanted ?? usualTag)) ?? {}
  return {
    count: counted.length,
    average,
    positive_rate,
    tags: tags.slice(0, mostTags),
    clients: [...new Set(counted.map(({ client }) => client))],
    left_out: {
      untrusted: left.untrusted?.length ?? 0,
      revoked: left.revoked?.length ?? 0,
      other_tags: left.other_tags?.length ?? 0,
      unread_accounts: unread,
    },
  }
}

function tagReputation(tag: string, ratings: readonly Rating[]): TagReputation {
  const share = (sum: number): number => Math.round((sum / ratings.length) * 10_000) / 10_000
  const average = share(ratings.reduce((sum, { value }) => sum + value, 0))
  return {
    tag,
    count: ratings.length,
    average: tag === usualTag ? Math.min(100, Math.max(0, average)) : average,
    positive_rate: share(ratings.filter(({ value }) => value > 50).length),
  }
}

/** The log's own ratings are the better ones: where there are any, `updatePerformance` writes those. */
async function recordReputations(
  paths: SpacePaths,
  { read, tag: wanted }: { read: readonly ChainReputation[]; tag: string },
) {
  return await updateRegistry(paths, (editor) => {
    const recorded = new Set<string>()
    for (const { id, tags } of read) {
      const entry = editor.get(id)
      const found = tags.find(({ tag }) => tag === wanted)
      if (entry === undefined || found === undefined) continue
      const score = Math.round(Math.min(100, Math.max(0, found.average)) * 10) / 10
      const reputation = { score, feedback_count: found.count, positive_rate: found.positive_rate }
      const performance: AgentPerformance = { ...entry.performance, reputation }
      if (editor.setAgent(id, { ...entry, performance }) !== 'unchanged') recorded.add(id)
    }
    return recorded
  })
}
