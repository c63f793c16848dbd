import { CodedError, type Finding, codedError, infoFinding } from '@datacortex/errors'
import { type SpacePaths, inTurns } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import { getAddress, isAddressEqual } from 'viem'
import { agentRegistryId } from '@datacortex/protocols'
import { type AgentFiles, agentFiles } from './identities/agent-file.ts'
import { type ChainReport, type ChainResult, idNumber } from './chain-report.ts'
import { checkIdentityRegistry } from './connect/check-registry.ts'
import { chooseAgents } from './choose-agents.ts'
import { type Chain, connectChain } from './connect/connect-chain.ts'
import { differingFromUri } from './identities/differing-fields.ts'
import { type HeldIdentity, doubledIdentities } from './identities/doubled-identities.ts'
import { type Intent, type Journal, openJournal } from './journal/journal.ts'
import { type Claim, claimedIdentities, openRegistrations } from './identities/claimed-identities.ts'
import { ownedIdentities } from './identities/owned-identities.ts'
import { proveClaim } from './identities/prove-claim.ts'
import { countIdentities } from './identities/read-identity.ts'
import type { RegisterOptions } from './register-options.ts'
import { driftedUris } from './identities/uri-drift.ts'

/** What is asked about agents on a chain; nothing is sent, so nobody has to sign. */
export type StatusOptions = Omit<
  RegisterOptions,
  'confirm' | 'keystore' | 'passphrase' | 'allowEnvKey' | 'account' | 'signerRpc' | 'maxCost' | 'maxFeeGwei' | 'replace'
>

export type AgentStatus = Pick<ChainResult, 'id' | 'agent_id' | 'registry' | 'tx'> & {
  /** `outdated`: the URI on the chain is not the one of the registry. */
  readonly status: 'unregistered' | 'pending' | 'registered' | 'unrecorded' | 'outdated' | 'transferred' | 'missing'
  readonly owner: string | null
  readonly wallet: string | null
  readonly uri: string | null
  /** As the registry would have it. */
  readonly expected_uri: string | null
  /** Top fields in which the file on the chain differs from the registry's; null if the chain holds no file itself. */
  readonly changed_fields: readonly string[] | null
}

/** Where agents stand. */
export type StatusReport = Pick<ChainReport, 'network' | 'chain_id' | 'findings'> & {
  readonly results: readonly AgentStatus[]
}

/**
 * Compares agents.yaml, the journal and the chain; sends nothing and needs no key.
 * @throws `EXPORT_CHAIN_MISMATCH` `EXPORT_REGISTRY_UNFIT` `EXPORT_RPC_FAILED` `EXPORT_JOURNAL_DAMAGED`
 * @example (await statusAgents(paths, { ids: ['writer'], url: 'https://agents.example.org/', rpc })).results
 */
export async function statusAgents(paths: SpacePaths, options: StatusOptions): Promise<StatusReport> {
  const { chain, results, findings } = await readStatus(paths, options)
  return { network: chain.name, chain_id: chain.chainId, results: results.map(({ status }) => status), findings }
}

/** An agent with its status, for those who look further. */
export type KnownStatus = { readonly agent: RegisteredAgent; readonly agentId?: bigint; readonly status: AgentStatus }

/** As {@link statusAgents}, with the agents and the chain. */
export async function readStatus(paths: SpacePaths, options: StatusOptions) {
  const chain = await connectChain(options)
  await checkIdentityRegistry(chain)
  const journal = await openJournal({ paths, chain })
  const { agents, registry, findings } = await chooseAgents(paths, options)
  const claims = claimedIdentities(chain, { registry, journal })
  const files = agentFiles(chain, { ...options, registry })
  const opens = openRegistrations(chain, { registry, journal })
  const results = await inTurns(
    agents,
    { atOnce: 8 },
    async (agent) => await statusOf(agent, { chain, files, claim: claims.get(agent.id), open: opens.get(agent.id) }),
  )
  const { fromBlock } = options
  const doubled = await findDoubled(chain, { results, files, journal, claims, fromBlock }).catch(notSearched)
  const shown = results.flatMap(({ agentId, status: { id, uri } }) =>
    agentId === undefined || uri === null ? [] : [{ id, agentId, uri }],
  )
  const drifted = driftedUris(chain, { shown, journal })
  return { chain, files, results, findings: [...findings, ...drifted, ...doubled] }
}

type DoubledSources = Pick<StatusOptions, 'fromBlock'> & {
  readonly results: readonly KnownStatus[]
  readonly files: AgentFiles
  readonly journal: Journal
  readonly claims: ReadonlyMap<string, Claim>
}

/** Searches the events only if the accounts have more identities than agents.yaml and the journal tell. */
async function findDoubled(chain: Chain, { results, files, journal, claims, fromBlock }: DoubledSources) {
  const from = fromBlock ?? journalStart(journal)
  if (from === undefined) return []
  const owners = new Set(results.flatMap(({ status: { owner } }) => owner ?? []))
  const findings: Finding[] = []
  for (const owner of [...owners].map((one) => getAddress(one))) {
    if ((await countIdentities(chain, owner)) <= BigInt(claims.size)) continue
    const held: HeldIdentity[] = []
    for (const { agentId, uri } of await ownedIdentities(chain, { owner, fromBlock: from })) {
      let id = results.find((one) => one.agentId === agentId)?.agent.id
      for (const { agent } of results) id ??= (await files.isOf(agent, { uri, agentId })) ? agent.id : undefined
      held.push({ id, agentId, uri })
    }
    findings.push(...doubledIdentities(held))
  }
  return findings
}

/** An RPC that does not show events can still tell where the agents stand. */
function notSearched(error: unknown): readonly Finding[] {
  if (!CodedError.is(error, 'EXPORT_RPC_FAILED')) throw error
  const message = `They were not searched for doubled identities: ${error.message}`
  const hint = 'Name a later --from-block, or another RPC.'
  return [infoFinding('EXPORT_EVENTS_UNSEARCHED', 'events', { message, hint })]
}

/** A copy of the space that registers at the same time may be a little earlier. */
function journalStart(journal: Journal): bigint | undefined {
  const [first] = journal.intents()
  if (first === undefined) return undefined
  const block = BigInt(first.planned.block)
  return block > 1000n ? block - 1000n : 0n
}

type Known = {
  readonly chain: Chain
  readonly files: AgentFiles
  readonly claim: Claim | undefined
  readonly open: Intent | undefined
}

async function statusOf(agent: RegisteredAgent, { chain, files, claim, open }: Known): Promise<KnownStatus> {
  const registry = agentRegistryId(chain.chainId, chain.identity)
  const none = { owner: null, wallet: null, uri: null, expected_uri: null, changed_fields: null }
  const tx = (claim?.intent ?? open)?.signed.at(-1)?.tx ?? null
  if (claim === undefined || open !== undefined) {
    const status = open === undefined ? 'unregistered' : 'pending'
    return { agent, status: { id: agent.id, registry, agent_id: null, status, ...none, tx } }
  }
  const { claim: proven, identity } = await proveClaim(chain, { agent, claim, files })
  const { agentId } = proven
  const known = { id: agent.id, registry, agent_id: idNumber(agentId), tx }
  if (identity === undefined) return { agent, agentId, status: { ...known, status: 'missing', ...none } }
  const made = await files.make(agent, { agentId, before: identity.uri }).catch(codedError)
  // There can be none, such as a data URI of a file that is too large.
  const file = CodedError.is(made) ? undefined : made
  const uri = file?.uri
  const { owner, wallet } = identity
  const planned = proven.intent?.planned.owner
  const recorded = agent.entry.erc8004?.wallet
  // The registry clears the wallet when an identity changes hands.
  const hasMoved =
    planned === undefined
      ? typeof recorded === 'string' && wallet === undefined && owner.toLowerCase() !== recorded.toLowerCase()
      : !isAddressEqual(planned, owner)
  const inStep = identity.uri === uri ? (proven.origin === 'registry' ? 'registered' : 'unrecorded') : 'outdated'
  const status = hasMoved ? 'transferred' : inStep
  return {
    agent,
    agentId,
    status: {
      ...known,
      status,
      owner,
      wallet: wallet ?? null,
      uri: identity.uri,
      expected_uri: uri ?? null,
      changed_fields: file === undefined ? null : (differingFromUri(identity.uri, file.file) ?? null),
    },
  }
}
