import { isRecord } from '@datacortex/platform'

/** An identity of an agent on a chain: `agentRegistry` is `eip155:<chain id>:<address>`. */
export type ChainIdentity = { readonly agentId: number; readonly agentRegistry: string }

/**
 * The global name of an identity registry, by CAIP-10.
 * @example agentRegistryId(1, '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432')
 */
export function agentRegistryId(chainId: string | number, address: string): string {
  return `eip155:${String(chainId).replace(/^eip155:/, '')}:${address}`
}

/**
 * Reads `eip155:<chain id>:<address>`; undefined if it is no such name.
 * @example parseAgentRegistry('eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432')?.chainId // 1
 */
export function parseAgentRegistry(text: string): { readonly chainId: number; readonly address: string } | undefined {
  const [, chainId = '', address = ''] = /^eip155:([1-9]\d{0,15}):(0x[0-9a-f]{40})$/i.exec(text) ?? []
  return address === '' || !Number.isSafeInteger(Number(chainId)) ? undefined : { chainId: Number(chainId), address }
}

/**
 * Whether a proof, any JSON that a domain serves, names an identity.
 * @example provesDomain({ registrations: [identity] }, identity) // true
 */
export function provesDomain(proof: unknown, identity: ChainIdentity): boolean {
  const wanted = parseAgentRegistry(identity.agentRegistry)
  if (wanted === undefined || !isRecord(proof) || !Array.isArray(proof['registrations'])) return false
  return proof['registrations'].some((item: unknown) => {
    if (!isRecord(item) || typeof item['agentRegistry'] !== 'string') return false
    const found = parseAgentRegistry(item['agentRegistry'])
    return (
      found?.chainId === wanted.chainId &&
      found.address.toLowerCase() === wanted.address.toLowerCase() &&
      item['agentId'] === identity.agentId
    )
  })
}
