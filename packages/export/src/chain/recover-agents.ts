import { type SpacePaths, inTurns } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import { readCatalogue } from '@datacortex/modules'
import { agentRegistryId } from '@datacortex/protocols'
import { openSigner } from '../keys/open-signer.ts'
import { selectAgents } from '../publish/select-agents.ts'
import { addressOption } from './connect/address-option.ts'
import { type AgentFiles, agentFiles } from './identities/agent-file.ts'
import { type ChainReport, idNumber } from './chain-report.ts'
import { checkIdentityRegistry } from './connect/check-registry.ts'
import { chooseAgents } from './choose-agents.ts'
import { type Chain, connectChain } from './connect/connect-chain.ts'
import { type HeldIdentity, doubledIdentities } from './identities/doubled-identities.ts'
import { openJournal } from './journal/journal.ts'
import { claimedIdentities, trustedClaims } from './identities/claimed-identities.ts'
import { type OwnedIdentity, ownedIdentities } from './identities/owned-identities.ts'
import { recordIdentities } from './identities/record-identities.ts'
import type { RegisterOptions } from './register-options.ts'

export type RecoverOptions = Omit<RegisterOptions, 'ids'> & {
  /** Agents that may be found; all if absent or empty. */
  readonly ids?: readonly string[] | undefined
  /** The account; without it, that of the key. */
  readonly owner?: string | undefined
}

export type RecoveredAgent = {
  readonly id: string
  readonly agent_id: number | string
  readonly tx: string
  readonly registry: string
  /** `found`: would be written with `confirm`. */
  readonly status: 'found' | 'recorded' | 'unchanged'
}

/** What a recovery found. */
export type RecoverReport = Pick<ChainReport, 'network' | 'chain_id' | 'owner' | 'findings'> & {
  readonly results: readonly RecoveredAgent[]
  /** Identities of the account that are none of the agents, as far as their URIs tell. */
  readonly unmatched: readonly { readonly agent_id: number | string; readonly uri: string; readonly tx: string }[]
}

/**
 * Finds the identities of an account by the registry's events, after journal or agents.yaml were lost.
 *
 * Sends nothing; with `confirm` it writes what it found into agents.yaml. An agent with several identities keeps the one
 * that is recorded, if the chain has it, and gets the first otherwise.
 * @param options - Network, account, base address; `fromBlock` shortens the search.
 * @throws `EXPORT_CHAIN_MISMATCH` `EXPORT_REGISTRY_UNFIT` `EXPORT_RPC_FAILED`
 * @example (await recoverAgents(paths, { url: 'https://agents.example.org/', rpc, owner })).results
 */
export async function recoverAgents(paths: SpacePaths, options: RecoverOptions): Promise<RecoverReport> {
  const chain = await connectChain(options)
  await checkIdentityRegistry(chain)
  const owner = await ownerOf(paths, { chain, options })
  const catalogue = options.catalogue ?? (await readCatalogue(paths, { bundledDirectory: options.bundledDirectory }))
  const { agents: wanted, findings } = selectAgents(catalogue.registry, options.ids)
  const { agents, registry } = await chooseAgents(paths, { ids: wanted.map(({ id }) => id), catalogue })
  const claims = claimedIdentities(chain, { registry, journal: await openJournal({ paths, chain }) })
  const files = agentFiles(chain, { ...options, registry })
  const { fromBlock, signal } = options
  const owned = await ownedIdentities(chain, { owner, fromBlock, signal })
  const numbers = new Map(trustedClaims(chain, claims).map(([id, { agentId }]) => [id, agentId]))
  const { found, unmatched, held } = await matchIdentities(owned, { agents, files, claims: numbers })
  const dryRun = options.confirm !== true
  const recording = await recordIdentities(paths, { chain, identities: found, dryRun })
  const results = found.map(({ id, agentId, tx }): RecoveredAgent => {
    const isNew = recording.recorded.includes(id)
    const isLeft = recording.findings.some(({ subject }) => subject === id)
    const status = isLeft || (isNew && dryRun) ? 'found' : isNew ? 'recorded' : 'unchanged'
    return { id, agent_id: idNumber(agentId), tx, registry: agentRegistryId(chain.chainId, chain.identity), status }
  })
  return {
    network: chain.name,
    chain_id: chain.chainId,
    owner,
    results,
    unmatched: unmatched.map(({ agentId, uri, tx }) => ({ agent_id: idNumber(agentId), uri, tx })),
    findings: [...findings, ...recording.findings, ...doubledIdentities(held)],
  }
}

/** Gives each agent one identity: the one that agents.yaml or the journal tell, if it is among them, else the first. */
async function matchIdentities(owned: readonly OwnedIdentity[], sources: MatchSources) {
  const all = await inTurns(owned, { atOnce: 8 }, async (one) => ({ one, ids: await agentsOf(one, sources) }))
  const isRecorded = ({ one, ids: [id = ''] }: (typeof all)[number]): boolean => sources.claims.get(id) === one.agentId
  const inOrder = all.toSorted((a, b) => Number(isRecorded(b)) - Number(isRecorded(a)))
  const found = new Map<string, OwnedIdentity>()
  const unmatched: OwnedIdentity[] = []
  const held: HeldIdentity[] = []
  for (const { one, ids } of inOrder) {
    const id = ids.find((candidate) => !found.has(candidate))
    held.push({ id: id ?? ids[0], agentId: one.agentId, uri: one.uri })
    if (id === undefined) unmatched.push(one)
    else found.set(id, one)
  }
  return { found: [...found].map(([id, one]) => ({ ...one, id })), unmatched, held }
}

type MatchSources = {
  readonly agents: readonly RegisteredAgent[]
  readonly files: AgentFiles
  /** Numbers that agents.yaml or the journal tell, by agent. */
  readonly claims: ReadonlyMap<string, bigint>
}

/** Agents whose identity it may be: what its URI says comes before what the files say. */
async function agentsOf(
  { agentId, uri }: OwnedIdentity,
  { agents, files, claims }: MatchSources,
): Promise<readonly string[]> {
  const byUri: string[] = []
  for (const agent of agents) if (await files.isOf(agent, { uri, agentId })) byUri.push(agent.id)
  const byFile = agents.filter(({ id }) => claims.get(id) === agentId && !byUri.includes(id))
  return [...byUri, ...byFile.map(({ id }) => id)]
}

async function ownerOf(paths: SpacePaths, { chain, options }: { chain: Chain; options: RecoverOptions }) {
  const { owner } = options
  if (owner === undefined) return (await openSigner(paths, { ...options, rpc: chain.rpc })).address
  return addressOption('--owner', owner)
}
