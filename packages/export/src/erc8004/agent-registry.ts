import { localChainId } from '../chain/connect/network.ts'
import { isLoopback, parseBaseUrl } from '../publish/base-url.ts'

/** The global name of an identity registry, by CAIP-10. */
export function agentRegistryId(chainId: string | number, address: string): string {
  return `eip155:${String(chainId).replace(/^eip155:/, '')}:${address}`
}

/** Reads `eip155:<chain id>:<address>`; undefined if it is no such name. */
export function parseAgentRegistry(text: string): { readonly chainId: number; readonly address: string } | undefined {
  const [, chainId = '', address = ''] = /^eip155:([1-9]\d{0,15}):(0x[0-9a-f]{40})$/i.exec(text) ?? []
  return address === '' || !Number.isSafeInteger(Number(chainId)) ? undefined : { chainId: Number(chainId), address }
}

/** Whether files under this address leave out identities of this registry: those of a local chain end with it. */
export function isLeftOutUnder(agentRegistry: string, url: string): boolean {
  return parseAgentRegistry(agentRegistry)?.chainId === localChainId && !isLoopback(parseBaseUrl(url))
}
