import { type Address, getAddress } from 'viem'
import { identityRegistryAbi } from '../../abi/identity-registry.generated.ts'
import { askChain, revertReason } from '../connect/ask-chain.ts'
import type { Chain } from '../connect/connect-chain.ts'

/** What the chain says of an identity. */
export type Identity = { readonly owner: Address; readonly uri: string; readonly wallet: Address | undefined }

export async function readIdentity(chain: Chain, agentId: bigint): Promise<Identity | undefined> {
  const read = { address: chain.identity, abi: identityRegistryAbi, args: [agentId] } as const
  const { client } = chain
  try {
    const [owner, uri, wallet] = await askChain(
      chain,
      'eth_call',
      Promise.all([
        client.readContract({ ...read, functionName: 'ownerOf' }),
        client.readContract({ ...read, functionName: 'tokenURI' }),
        client.readContract({ ...read, functionName: 'getAgentWallet' }),
      ]),
    )
    return { owner: getAddress(owner), uri, wallet: /^0x0{40}$/.test(wallet) ? undefined : getAddress(wallet) }
  } catch (error) {
    if (revertReason(error) === undefined) throw error
    return undefined
  }
}

/** How many identities an account has. */
export async function countIdentities(chain: Chain, owner: Address): Promise<bigint> {
  return await askChain(
    chain,
    'eth_call',
    chain.client.readContract({
      address: chain.identity,
      abi: identityRegistryAbi,
      functionName: 'balanceOf',
      args: [owner],
    }),
  )
}
