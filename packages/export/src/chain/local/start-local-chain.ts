import { type ListedNetwork, chooseNetwork } from '../connect/network.ts'
import { patientLimit } from '@datacortex/platform'
import { type Address, createClient, http, publicActions } from 'viem'
import { exportError } from '../../errors.ts'
import { localChainId } from '@datacortex/protocols'
import { deployRegistries } from './deploy-registries.ts'
import { spawnAnvil } from './spawn-anvil.ts'
import { rpcFetch } from '../connect/rpc-fetch.ts'

/** A chain on this machine with our registries. */
export type LocalChain = Pick<ListedNetwork, 'chain_id' | 'identity' | 'reputation' | 'validation'> & {
  readonly rpc: string
  /** Accounts with 10,000 play ether each, whose keys everybody knows. */
  readonly accounts: readonly Address[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** How a local chain runs. */
export type LocalChainOptions = {
  /** A free one if absent. */
  readonly port?: number | undefined
  /** 31337 if absent. */
  readonly chainId?: number | undefined
  readonly args?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Starts anvil with our registries at the addresses that test networks have; needs no network.
 *
 * It ends with this process, however that ends.
 * @throws `EXPORT_LOCAL_CHAIN_FAILED` if anvil is not installed for this system or does not start.
 * @example await using chain = await startLocalChain()
 */
export async function startLocalChain(options: LocalChainOptions = {}): Promise<LocalChain> {
  const { port, chainId = localChainId, args = [], signal } = options
  const anvil = await spawnAnvil(['--chain-id', String(chainId), ...args], { port, signal })
  try {
    const transport = http(anvil.url, { timeout: patientLimit(30_000), fetchFn: rpcFetch(anvil.url) })
    const client = createClient({ transport }).extend(publicActions)
    const accounts = await client.request({ method: 'eth_accounts' })
    // The last one, so that the others have sent nothing yet.
    const from = accounts.at(-1)
    if (from === undefined) throw exportError('EXPORT_LOCAL_CHAIN_FAILED', { reason: 'anvil has no accounts' })
    const { identity, reputation, validation } = chooseNetwork('local')
    const addresses = { identity, reputation, validation }
    await deployRegistries(client, { addresses, from })
    const { url: rpc, close } = anvil
    return { rpc, chain_id: chainId, ...addresses, accounts, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await anvil.close()
    throw error
  }
}
