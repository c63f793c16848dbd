import { createPublicClient, http, parseAbiItem } from 'viem'
import type { LocalChain } from '../local/start-local-chain.ts'

/** URIs of all identities on a chain, in the order of their registration. */
export async function registeredUris(chain: LocalChain): Promise<readonly string[]> {
  const client = createPublicClient({ transport: http(chain.rpc) })
  const event = parseAbiItem('event Registered(uint256 indexed agentId, string agentURI, address indexed owner)')
  const logs = await client.getLogs({ address: chain.identity, event, fromBlock: 0n, strict: true })
  return logs.map(({ args }) => args.agentURI)
}
