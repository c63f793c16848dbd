import { type RegisteredAgent, type Registry, currentId } from '@datacortex/registry'
import type { Chain } from '../connect/connect-chain.ts'
import { type Intent, type Journal, intentsAt } from '../journal/journal.ts'

export type Claim = {
  readonly agentId: bigint
  readonly origin: 'registry' | 'journal'
  /** The registration, if the journal has it. */
  readonly intent?: Intent | undefined
  /** What the journal says, if it is something else. */
  readonly other?: Claim | undefined
}

type Sources = { readonly registry: Registry; readonly journal: Journal }

/** What agents.yaml and the journal say of the identities of all agents; the chain may know better. */
export function claimedIdentities(chain: Chain, { registry, journal }: Sources): Map<string, Claim> {
  const claims = new Map<string, Claim>()
  const verified = registrations(journal, chain).flatMap((intent) => {
    const { mined, planned, state } = intent
    if (state !== 'verified' || mined === undefined) return []
    return [{ name: planned.agent, found: { agentId: BigInt(mined.agent_id), intent } }]
  })
  for (const { id, found } of byCurrentId(registry, verified)) claims.set(id, { ...found, origin: 'journal' })
  const recorded = [...registry.agents.values()].flatMap((agent) => {
    const found = recordedId(agent, chain)
    return found === undefined ? [] : [{ name: agent.id, found }]
  })
  for (const { id, found: agentId } of byCurrentId(registry, recorded)) {
    const known = claims.get(id)
    if (known?.agentId === agentId) claims.set(id, { ...known, origin: 'registry' })
    // The journal of a local chain belongs to this very chain, agents.yaml perhaps to an earlier one.
    else if (known === undefined || !chain.isLocal) claims.set(id, { agentId, origin: 'registry', other: known })
  }
  return claims
}

/** On a local chain agents.yaml may tell the numbers of an earlier one: they prove nothing. */
export function trustedClaims({ isLocal }: Chain, claims: ReadonlyMap<string, Claim>) {
  return [...claims].filter(([, { intent }]) => !isLocal || intent !== undefined)
}

/** Registrations that were signed and whose end nobody knows, by the id that the agent has now. */
export function openRegistrations(chain: Chain, { registry, journal }: Sources): ReadonlyMap<string, Intent> {
  const open = registrations(journal, chain).filter(({ state }) => state === 'open')
  return new Map(open.map((intent) => [currentId(registry, intent.planned.agent) ?? intent.planned.agent, intent]))
}

type Named<T> = { readonly name: string; readonly found: T }

/** What is of a former id is of the agent now, unless that one has something of its own. */
function byCurrentId<T>(registry: Registry, named: readonly Named<T>[]) {
  const own = new Set(named.map(({ name }) => name).filter((name) => currentId(registry, name) === name))
  return named.map(({ name, found }) => {
    const current = currentId(registry, name) ?? name
    return { id: own.has(current) ? name : current, found }
  })
}

function recordedId({ entry }: RegisteredAgent, chain: Chain): bigint | undefined {
  const recorded = entry.erc8004?.chainRegistrations?.find(
    ({ chainId, identityRegistry }) =>
      chainId === String(chain.chainId) && identityRegistry.toLowerCase() === chain.identity.toLowerCase(),
  )
  return recorded !== undefined && /^\d{1,78}$/.test(String(recorded.agentId)) ? BigInt(recorded.agentId) : undefined
}

function registrations(journal: Journal, { identity }: Chain): readonly Intent[] {
  return intentsAt(identity, journal).filter(({ planned }) => planned.op === 'register')
}
