import { agentRegistryId, identityName, parseAgentRegistry } from '@datacortex/protocols'
import type { AgentEntry } from '@datacortex/registry'
import { isLeftOutUnder } from '../erc8004/agent-registry.ts'

/**
 * Where an agent is published on Nostr, as `x-nostr` of its entry says.
 * @example nostrAddressOf(entry) // 'naddr1…'
 */
export function nostrAddressOf(entry: AgentEntry): string | undefined {
  const { 'x-nostr': address } = entry
  return typeof address === 'string' && /^naddr1[02-9ac-hj-np-z]{50,2000}$/.test(address) ? address : undefined
}

/** The identities of an agent that others can look up, where it is published under an address. */
export function identitiesOf({ erc8004 }: AgentEntry, url: string): readonly string[] {
  return (erc8004?.chainRegistrations ?? []).flatMap(({ chainId, identityRegistry, agentId }) => {
    const registry = agentRegistryId(chainId, identityRegistry)
    const isNamed = parseAgentRegistry(registry) !== undefined && /^\d{1,15}$/.test(String(agentId))
    return isNamed && !isLeftOutUnder(registry, url) ? [identityName(registry, Number(agentId))] : []
  })
}
