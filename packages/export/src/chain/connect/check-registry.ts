import type { CodedError } from '@datacortex/errors'
import { type Address, isAddressEqual } from 'viem'
import { identityRegistryAbi } from '../../abi/identity-registry.generated.ts'
import { reputationRegistryAbi } from '../../abi/reputation-registry.generated.ts'
import { unlessRefused } from './ask-chain.ts'
import type { Chain } from './connect-chain.ts'
import { chainError, optionMissing } from '../errors.ts'

/** Makes sure that an address has an identity registry of version 2, not a placeholder or one of the drafts of 2025. */
export async function checkIdentityRegistry(chain: Chain): Promise<void> {
  const { client, identity: address } = chain
  await checkVersion(chain, address)
  const args = ['0x80ac58cd'] as const
  const question = { address, abi: identityRegistryAbi, functionName: 'supportsInterface', args } as const
  const isToken = await unlessRefused(client.readContract(question))
  if (isToken !== true) throw unfit(address, 'it is no registry of tokens (ERC-721)')
}

/** Makes sure that there is a registry of version 2. Throws `EXPORT_REGISTRY_UNFIT` with the reason. */
async function checkVersion({ client }: Chain, address: Address): Promise<void> {
  // Contracts of October 2025 that are still there, with other functions under the same names.
  if (/^0x8004(?:a609|aa63)/i.test(address))
    throw unfit(address, 'it is a draft of October 2025 with another interface')
  const code = await client.getCode({ address })
  if (code === undefined || code === '0x') throw unfit(address, 'there is no contract')
  const question = { address, abi: identityRegistryAbi, functionName: 'getVersion' } as const
  const version = await unlessRefused(client.readContract(question))
  if (typeof version !== 'string')
    throw unfit(address, 'it does not tell a version: a placeholder, or a draft from before January 2026')
  if (!/^2\.\d/.test(version)) throw unfit(address, `its version is ${JSON.stringify(version.slice(0, 40))}, not 2.x`)
}

function unfit(address: Address, reason: string): CodedError {
  return chainError('EXPORT_REGISTRY_UNFIT', { address, reason })
}

/** The reputation registry of a chain, of version 2 and about the same identities. */
export async function checkReputationRegistry(chain: Chain): Promise<Address> {
  const address = chain.reputation
  if (address === undefined)
    throw optionMissing('No reputation registry is known for this identity registry', 'Name it with --reputation.')
  await checkVersion(chain, address)
  const question = { address, abi: reputationRegistryAbi, functionName: 'getIdentityRegistry' } as const
  const identity = await unlessRefused(chain.client.readContract(question))
  if (identity === undefined || !isAddressEqual(identity, chain.identity))
    throw unfit(address, `it is not about the identities of ${chain.identity}`)
  return address
}
