import type { SpacePaths } from '@datacortex/platform'
import { readCatalogue } from '@datacortex/registry'
import { getAddress, isAddress, isAddressEqual } from 'viem'
import type { Address } from 'viem'
import { agentRegistryId } from '../erc8004/agent-registry.ts'
import type { Finding } from '@datacortex/errors'
import { openSigner } from '../keys/open-signer.ts'
import { selectAgents } from '../publish/select-agents.ts'
import { agentFiles } from './agent-file.ts'
import { idNumber } from './chain-report.ts'
import { checkIdentityRegistry } from './check-registry.ts'
import { chooseAgents } from './choose-agents.ts'
import type { Chain } from './connect-chain.ts'
import { connectChain } from './connect-chain.ts'
import type { HeldIdentity } from './doubled-identities.ts'
import { doubledIdentities } from './doubled-identities.ts'
import { ChainOptionMissingError } from './errors.ts'
import { openJournal } from './journal.ts'
import { claimedIdentities } from './claimed-identities.ts'
import { readIdentity } from './read-identity.ts'
import type { RecordedIdentity } from './record-identities.ts'
import { recordIdentities } from './record-identities.ts'
import type { RegisterOptions } from './register-options.ts'
import { scanRegistrations } from './scan-registrations.ts'

/** Whose identities are looked for. */
export type RecoverOptions = Omit<RegisterOptions, 'ids'> & {
  /** Agents that may be found; all if absent or empty. */
  readonly ids?: readonly string[] | undefined
  /** The account; without it, that of the key. */
  readonly owner?: string | undefined
}

/** An identity that was found on the chain. */
export type RecoveredAgent = {
  readonly id: string
  readonly agent_id: number | string
  readonly tx: string
  readonly registry: string
  /** `found`: would be written with `confirm`. */
  readonly status: 'found' | 'recorded' | 'unchanged'
}

/** What a recovery found. */
export type RecoverReport = {
  readonly network: string
  readonly chain_id: number
  readonly owner: string
  readonly results: readonly RecoveredAgent[]
  /** Identities of the account that are none of the agents, as far as their URIs tell. */
  readonly unmatched: readonly { readonly agent_id: number | string; readonly uri: string; readonly tx: string }[]
  readonly findings: readonly Finding[]
}

/**
 * Finds the identities of an account by the registry's events, after journal or agents.yaml were lost.
 *
 * Sends nothing; with `confirm` it writes what it found into agents.yaml. An agent with several identities gets the first.
 *
 * @param paths - Of the space.
 * @param options - Network, account, base address; `fromBlock` shortens the search.
 * @throws {@link ChainMismatchError} {@link RegistryUnfitError} {@link RpcFailedError}
 * @example (await recoverAgents(paths, { url: 'https://agents.example.org/', rpc, owner })).results
 */
export async function recoverAgents(paths: SpacePaths, options: RecoverOptions): Promise<RecoverReport> {
  const chain = await connectChain(options)
  await checkIdentityRegistry(chain)
  const owner = await ownerOf(paths, { chain, options })
  const catalogue = options.catalogue ?? (await readCatalogue(paths, { bundledDirectory: options.bundledDirectory }))
  const { agents: wanted, findings } = selectAgents(catalogue.registry, options.ids)
  const { agents, registry } = await chooseAgents(paths, { ids: wanted.map(({ id }) => id), catalogue })
  const claims = claimedIdentities(chain, { registry, journal: await openJournal(paths, chain) })
  const files = agentFiles(chain, options)
  const fromBlock = options.fromBlock === undefined ? undefined : BigInt(options.fromBlock)
  const found: (RecordedIdentity & { readonly tx: string })[] = []
  const unmatched: { agent_id: number | string; uri: string; tx: string }[] = []
  const held: HeldIdentity[] = []
  for (const { agentId, tx } of await scanRegistrations(chain, { owner, fromBlock })) {
    options.signal?.throwIfAborted()
    const identity = await readIdentity(chain, agentId)
    if (identity === undefined || !isAddressEqual(identity.owner, owner)) continue
    const { uri, wallet } = identity
    let id: string | undefined
    let taken: string | undefined
    for (const agent of agents) {
      if (!(claims.get(agent.id)?.agentId === agentId || (await files.isOf(agent, { uri, agentId })))) continue
      if (found.some((one) => one.id === agent.id)) taken ??= agent.id
      else {
        id = agent.id
        break
      }
    }
    held.push({ id: id ?? taken, agentId, uri })
    if (id === undefined) unmatched.push({ agent_id: idNumber(agentId), uri, tx })
    else found.push({ id, agentId, wallet, tx })
  }
  const dryRun = options.confirm !== true
  const recording = await recordIdentities(paths, { chain, identities: found, dryRun })
  const results = found.map(({ id, agentId, tx }): RecoveredAgent => {
    const isNew = recording.recorded.includes(id)
    const status = isNew ? (dryRun ? 'found' : 'recorded') : 'unchanged'
    return { id, agent_id: idNumber(agentId), tx, registry: agentRegistryId(chain.chainId, chain.identity), status }
  })
  return {
    network: chain.name,
    chain_id: chain.chainId,
    owner,
    results,
    unmatched,
    findings: [...findings, ...recording.findings, ...doubledIdentities(held)],
  }
}

async function ownerOf(
  paths: SpacePaths,
  { chain, options }: { readonly chain: Chain; readonly options: RecoverOptions },
): Promise<Address> {
  const { owner } = options
  if (owner === undefined) return (await openSigner(paths, { ...options, rpc: chain.rpc })).address
  if (!isAddress(owner, { strict: false }))
    throw new ChainOptionMissingError({ reason: '--owner is no address', hint: 'Give 0x and 40 hexadecimal digits.' })
  return getAddress(owner)
}
