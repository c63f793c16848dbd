import { localChainId } from '../chain/connect/network.ts'
import { isLoopback, parseBaseUrl } from '../publish/base-url.ts'
import { parseAgentRegistry } from './agent-registry.ts'

/**
 * Whether files under this address leave out identities of this registry: those of a chain that `chain dev` starts are
 * gone with it, and elsewhere the same name leads to somebody else's chain. On this machine they are there to be tried.
 */
export function isLeftOutUnder(agentRegistry: string, url: string): boolean {
  return parseAgentRegistry(agentRegistry)?.chainId === localChainId && !isLoopback(parseBaseUrl(url))
}
