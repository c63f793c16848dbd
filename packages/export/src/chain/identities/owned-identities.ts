import { isAddressEqual } from 'viem'
import type { Chain } from '../connect/connect-chain.ts'
import { type Identity, readIdentity } from './read-identity.ts'
import { type ScanOptions, scanRegistrations } from './scan-registrations.ts'

/** An identity that an account registered and still has. */
export type OwnedIdentity = Identity & { readonly agentId: bigint; readonly tx: string }

type OwnedOptions = ScanOptions & { readonly known?: ReadonlySet<bigint>; readonly signal?: AbortSignal | undefined }

/** The identities of an account by the registry's events, without those that are known already. */
export async function ownedIdentities(
  chain: Chain,
  { known, signal, ...scan }: OwnedOptions,
): Promise<readonly OwnedIdentity[]> {
  const owned: OwnedIdentity[] = []
  for (const { agentId, tx } of await scanRegistrations(chain, scan)) {
    if (known?.has(agentId) === true) continue
    signal?.throwIfAborted()
    const identity = await readIdentity(chain, agentId)
    if (identity !== undefined && isAddressEqual(identity.owner, scan.owner)) owned.push({ ...identity, agentId, tx })
  }
  return owned
}
