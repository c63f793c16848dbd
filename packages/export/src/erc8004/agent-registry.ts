/**
 * The global name of an identity registry (CAIP-10).
 *
 * @param chainId - Decimal, or with `eip155:` before it.
 * @param address - Of the registry.
 * @example agentRegistryId('11155111', '0x8004A818BFB912233c491871b3d84c89A494BD9e')
 */
export function agentRegistryId(chainId: string | number, address: string): string {
  return `eip155:${String(chainId).replace(/^eip155:/, '')}:${address}`
}

/** A registry's chain and address. */
export type AgentRegistry = { readonly chainId: number; readonly address: string }

/**
 * Reads the global name of a registry.
 *
 * @param text - `eip155:<chain id>:<address>`.
 * @returns Undefined if it is no such name; the address as it was written.
 * @example parseAgentRegistry('eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432')?.chainId // 8453
 */
export function parseAgentRegistry(text: string): AgentRegistry | undefined {
  const [, chainId = '', address = ''] = /^eip155:([1-9]\d{0,15}):(0x[0-9a-f]{40})$/i.exec(text) ?? []
  return address === '' || !Number.isSafeInteger(Number(chainId)) ? undefined : { chainId: Number(chainId), address }
}
