import { localChainId } from '../chain/connect/network.ts'
import { isLoopback, parseBaseUrl } from '../publish/base-url.ts'
import { parseAgentRegistry } from './agent-registry.ts'

/** Whether files under this address leave out identities of this registry: those of a local chain end with it. */
export function isLeftOutUnder(agentRegistry: string, url: string): boolean {
  return parseAgentRegistry(agentRegistry)?.chainId === localChainId && !isLoopback(parseBaseUrl(url))
}
