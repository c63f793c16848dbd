import type { Registry } from '@datacortex/registry'
import type { Chain } from './connect-chain.ts'
import type { Intent, Journal } from './journal.ts'

/** An identity that a file says an agent has. */
export type Claim = {
  readonly agentId: bigint
  readonly origin: 'registry' | 'journal'
  /** The registration, if the journal has it. */
  readonly intent?: Intent | undefined
  /** What the journal says, if it is something else. */
  readonly other?: Claim | undefined
}

/**
 * What agents.yaml and the journal say of the identities of all agents; the chain may know better.
 *
 * @param chain - Connected.
 * @param options - As they were read.
 */
export function claimedIdentities(
  chain: Chain,
  { registry, journal }: { readonly registry: Registry; readonly journal: Journal },
): Map<string, Claim> {
  const claims = new Map<string, Claim>()
  for (const intent of registrations(journal, chain))
    if (intent.state === 'verified' && intent.mined !== undefined)
      claims.set(intent.planned.agent, { agentId: BigInt(intent.mined.agent_id), origin: 'journal', intent })
  for (const { id, entry } of registry.agents.values()) {
    const recorded = entry.erc8004?.chainRegistrations?.find(
      ({ chainId, identityRegistry }) =>
        chainId === String(chain.chainId) && identityRegistry.toLowerCase() === chain.identity.toLowerCase(),
    )
    if (recorded === undefined || !/^\d{1,78}$/.test(String(recorded.agentId))) continue
    const agentId = BigInt(recorded.agentId)
    const known = claims.get(id)
    if (known?.agentId === agentId) claims.set(id, { ...known, origin: 'registry' })
    // The journal of a local chain belongs to this very chain, agents.yaml perhaps to an earlier one.
    else if (known === undefined || !chain.isLocal) claims.set(id, { agentId, origin: 'registry', other: known })
  }
  return claims
}

/** Registrations that were signed and whose end nobody knows, by agent. */
export function openRegistrations(journal: Journal, chain: Chain): ReadonlyMap<string, Intent> {
  const open = registrations(journal, chain).filter(({ state }) => state === 'open')
  return new Map(open.map((intent) => [intent.planned.agent, intent]))
}

function registrations(journal: Journal, chain: Chain): readonly Intent[] {
  return journal
    .intents()
    .filter(
      ({ planned }) => planned.op === 'register' && planned.registry.toLowerCase() === chain.identity.toLowerCase(),
    )
}
