import { type Address, isAddressEqual } from 'viem'
import { identityRegistryAbi } from '../../abi/identity-registry.generated.ts'
import { reputationRegistryAbi } from '../../abi/reputation-registry.generated.ts'
import { askChain, revertReason } from './ask-chain.ts'
import type { Chain } from './connect-chain.ts'
import { chainError } from '../errors.ts'

/** Makes sure that an address has an identity registry of version 2, not a placeholder or one of the drafts of 2025. */
export async function checkIdentityRegistry(chain: Chain): Promise<void> {
  const { client, identity: address } = chain
  await checkVersion(chain, address)
  const isToken = await answer(
    chain,
    client.readContract({
      address,
      abi: identityRegistryAbi,
      functionName: 'supportsInterface',
      args: ['0x80ac58cd'],
    }),
  )
  if (isToken !== true)
    throw chainError('EXPORT_REGISTRY_UNFIT', { address, reason: 'it is no registry of tokens (ERC-721)' })
}

/** Makes sure that there is a registry of version 2. Throws `EXPORT_REGISTRY_UNFIT` with the reason. */
async function checkVersion(chain: Chain, address: Address): Promise<void> {
  const { client } = chain
  // Contracts of October 2025 that are still there, with other functions under the same names.
  if (/^0x8004(?:a609|aa63)/i.test(address))
    throw chainError('EXPORT_REGISTRY_UNFIT', {
      address,
      reason: 'it is a draft of October 2025 with another interface',
    })
  const code = await askChain(chain, 'eth_getCode', client.getCode({ address }))
  if (code === undefined || code === '0x')
    throw chainError('EXPORT_REGISTRY_UNFIT', { address, reason: 'there is no contract' })
  const version = await answer(
    chain,
    client.readContract({ address, abi: identityRegistryAbi, functionName: 'getVersion' }),
  )
  if (typeof version !== 'string')
    throw chainError('EXPORT_REGISTRY_UNFIT', {
      address,
      reason: 'it does not tell a version: a placeholder, or a draft from before January 2026',
    })
  if (!/^2\.\d/.test(version))
    throw chainError('EXPORT_REGISTRY_UNFIT', {
      address,
      reason: `its version is ${JSON.stringify(version.slice(0, 40))}, not 2.x`,
    })
}

/** Undefined if the contract has no such function. */
async function answer<T>(chain: Chain, asked: Promise<T>): Promise<T | undefined> {
  try {
    return await askChain(chain, 'eth_call', asked)
  } catch (error) {
    if (revertReason(error) === undefined) throw error
    return undefined
  }
}

/** The reputation registry of a chain, of version 2 and about the same identities. */
export async function checkReputationRegistry(chain: Chain): Promise<Address> {
  const address = chain.reputation
  if (address === undefined)
    throw chainError('EXPORT_CHAIN_OPTION_MISSING', {
      reason: 'No reputation registry is known for this identity registry',
      hint: 'Name it with --reputation.',
    })
  await checkVersion(chain, address)
  const identity = await answer(
    chain,
    chain.client.readContract({ address, abi: reputationRegistryAbi, functionName: 'getIdentityRegistry' }),
  )
  if (identity === undefined || !isAddressEqual(identity, chain.identity))
    throw chainError('EXPORT_REGISTRY_UNFIT', {
      address,
      reason: `it is not about the identities of ${chain.identity}`,
    })
  return address
}
