import type { LocalChain, LocalChainOptions } from '@datacortex/export'

/**
 * Starts a chain on this machine with the registries, for trying things out; it needs no space and no network.
 * @throws `EXPORT_LOCAL_CHAIN_FAILED` if it is not installed for this system or does not start.
 * @example
 * await using chain = await startLocalChain()
 * await space.chain.register({ ids: ['writer'], url, rpc: chain.rpc, account: chain.accounts[0] })
 */
export async function startLocalChain(options: LocalChainOptions = {}): Promise<LocalChain> {
  return await (await import('@datacortex/export')).startLocalChain(options)
}
