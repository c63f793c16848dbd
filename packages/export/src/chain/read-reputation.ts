import { type SpacePaths, inTurns } from '@datacortex/platform'
import { type AgentPerformance, updateRegistry } from '@datacortex/registry'
import type { Address } from 'viem'
import { reputationRegistryAbi } from '../abi/reputation-registry.generated.ts'
import { addressOption } from './connect/address-option.ts'
import { askChain } from './connect/ask-chain.ts'
import { idNumber } from './chain-report.ts'
import { checkReputationRegistry } from './connect/check-registry.ts'
import type { Chain } from './connect/connect-chain.ts'
import { chainError } from './errors.ts'
import { type StatusOptions, readStatus } from './status-agents.ts'

export type ReputationOptions = StatusOptions & {
  /** Accounts that are trusted. Without them all are counted, which anybody can fake. */
  readonly clients?: readonly string[] | undefined
  /** Writes the reputation into `performance` of the agents; only with `clients`. */
  readonly record?: boolean | undefined
}

/** What the reputation registry says of an agent. */
export type ChainReputation = {
  readonly id: string
  readonly agent_id: number | string | null
  /** Ratings as `starred` that were not revoked. */
  readonly count: number
  /** 0–100; null without ratings. */
  readonly average: number | null
  /** Share above 50, 0–1; null without ratings. */
  readonly positive_rate: number | null
  readonly clients: readonly string[]
  /** Whether they were named as trusted; otherwise the figures prove little. */
  readonly trusted: boolean
  readonly recorded: boolean
}

/** Reading more at once is more than nodes compute for a call. */
const mostClients = 200

/**
 * The reputation of agents by a reputation registry (`getSummary` of ratings as `starred`).
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
  const { clients, record = false } = options
  if (record && (clients === undefined || clients.length === 0))
    throw chainError('EXPORT_CHAIN_OPTION_MISSING', {
      reason: 'Feedback of everybody is not written into agents.yaml, since anybody can fake it',
      hint: 'Name the accounts that you trust.',
    })
  const trusted = clients === undefined ? undefined : trustedAccounts(clients)
  const { chain, results } = await readStatus(paths, options)
  const registry = await checkReputationRegistry(chain)
  const read = await inTurns(results, { atOnce: 8 }, async ({ agent, agentId }): Promise<ChainReputation> => {
    const base = { id: agent.id, trusted: trusted !== undefined, recorded: false }
    if (agentId === undefined)
      return { ...base, agent_id: null, count: 0, average: null, positive_rate: null, clients: [] }
    const figures = await summary(chain, { registry, agentId, trusted })
    return { ...base, agent_id: idNumber(agentId), ...figures }
  })
  if (!record) return { results: read }
  const recorded = await recordReputations(paths, read)
  return { results: read.map((one) => ({ ...one, recorded: recorded.has(one.id) })) }
}

/** Each once: the registry would count the ratings of one that is named twice twice. */
function trustedAccounts(clients: readonly string[]): readonly Address[] {
  const once = [...new Set(clients.map((client) => addressOption('--client', client)))]
  if (once.length <= mostClients) return once
  throw chainError('EXPORT_CHAIN_OPTION_MISSING', {
    reason: `${once.length} clients are more than a node computes at once`,
    hint: `Name at most ${mostClients}.`,
  })
}

async function summary(
  chain: Chain,
  { registry, agentId, trusted }: { registry: Address; agentId: bigint; trusted: readonly Address[] | undefined },
): Promise<Pick<ChainReputation, 'count' | 'average' | 'positive_rate' | 'clients'>> {
  const contract = { address: registry, abi: reputationRegistryAbi } as const
  const { client } = chain
  const everybody = async (): Promise<readonly Address[]> =>
    await askChain(chain, 'eth_call', client.readContract({ ...contract, functionName: 'getClients', args: [agentId] }))
  const clients = (trusted ?? (await everybody())).slice(0, mostClients)
  if (clients.length === 0) return { count: 0, average: null, positive_rate: null, clients }
  const [[count, value, decimals], all] = await askChain(
    chain,
    'eth_call',
    Promise.all([
      client.readContract({ ...contract, functionName: 'getSummary', args: [agentId, clients, 'starred', ''] }),
      client.readContract({
        ...contract,
        functionName: 'readAllFeedback',
        args: [agentId, clients, 'starred', '', false],
      }),
    ]),
  )
  if (count === 0n) return { count: 0, average: null, positive_rate: null, clients }
  const values = all[2].map((one, index) => Number(one) / 10 ** (all[3][index] ?? 0))
  const positive = values.filter((one) => one > 50).length
  return {
    count: Number(count),
    average: Math.min(100, Math.max(0, Number(value) / 10 ** decimals)),
    positive_rate: Math.round((positive / Math.max(1, values.length)) * 10_000) / 10_000,
    clients,
  }
}

/** The log's own ratings are the better ones: where there are any, `updatePerformance` writes those. */
async function recordReputations(paths: SpacePaths, reputations: readonly ChainReputation[]) {
  return await updateRegistry(paths, (editor) => {
    const recorded = new Set<string>()
    for (const { id, count, average, positive_rate } of reputations) {
      const entry = editor.get(id)
      if (entry === undefined || average === null || positive_rate === null) continue
      const reputation = { score: Math.round(average * 10) / 10, feedback_count: count, positive_rate }
      const performance: AgentPerformance = { ...entry.performance, reputation }
      if (editor.setAgent(id, { ...entry, performance }) !== 'unchanged') recorded.add(id)
    }
    return recorded
  })
}
