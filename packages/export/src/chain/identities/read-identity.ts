import { type Address, getAddress } from 'viem'
import { identityRegistryAbi } from '../../abi/identity-registry.generated.ts'
import { unlessRefused } from '../connect/ask-chain.ts'
import type { Chain } from '../connect/connect-chain.ts'

export type Identity = { readonly owner: Address; readonly uri: string; readonly wallet: Address | undefined }

export async function readIdentity(chain: Chain, agentId: bigint): Promise<Identity | undefined> {
  const read = { address: chain.identity, abi: identityRegistryAbi, args: [agentId] } as const
  const { client } = chain
  const found = await unlessRefused(
    Promise.all([
      client.readContract({ ...read, functionName: 'ownerOf' }),
      client.readContract({ ...read, functionName: 'tokenURI' }),
      client.readContract({ ...read, functionName: 'getAgentWallet' }),
    ]),
  )
  if (found === undefined) return undefined
  const [owner, uri, wallet] = found
  return { owner: getAddress(owner), uri, wallet: /^0x0{40}$/.test(wallet) ? undefined : getAddress(wallet) }
}

export async function countIdentities(chain: Chain, owner: Address): Promise<bigint> {
  const question = {
    address: chain.identity,
    abi: identityRegistryAbi,
    functionName: 'balanceOf',
    args: [owner],
  } as const
  return await chain.client.readContract(question)
}
