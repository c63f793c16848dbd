import { localChainId, parseAgentRegistry } from '@datacortex/protocols'
import { isLoopback, parseBaseUrl } from '../publish/base-url.ts'

/** Whether files under this address leave out identities of this registry: those of a local chain end with it. */
export function isLeftOutUnder(agentRegistry: string, url: string): boolean {
  return parseAgentRegistry(agentRegistry)?.chainId === localChainId && !isLoopback(parseBaseUrl(url))
}
