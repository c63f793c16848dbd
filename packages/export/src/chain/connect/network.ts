import { type Network, networks } from '@datacortex/protocols'
import { chainError } from '../errors.ts'

/** A network as it is shown. */
export type ListedNetwork = ReturnType<typeof listNetworks>['networks'][number]

/**
 * The networks that can be named, with their registries.
 * @example listNetworks().networks.find(({ name }) => name === 'sepolia')?.chain_id // 11155111
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export function listNetworks() {
  return {
    networks: networks.map(({ name, chainId, isTestnet, isConfirmed, identity, reputation, validation }) => ({
      name,
      chain_id: chainId,
      testnet: isTestnet,
      confirmed: isConfirmed,
      identity,
      reputation,
      validation,
    })),
  }
}

/** The network of a name or of a chain's id. `name`: such as `sepolia` or `11155111`. */
export function chooseNetwork(name: string): Network {
  const wanted = name.toLowerCase()
  const network = networks.find((one) => one.name === wanted || String(one.chainId) === wanted)
  if (network !== undefined) return network
  const nearest = networks.map((one) => one.name).filter((known) => known.includes(wanted) || wanted.includes(known))
  throw chainError('EXPORT_NETWORK_UNKNOWN', { name, nearest: nearest.slice(0, 3) })
}

/** The public RPC of a network, from viem's table; undefined if there is none. */
export async function publicRpc(network: Pick<Network, 'name' | 'chainId'>): Promise<string | undefined> {
  if (network.name === 'local') return 'http://127.0.0.1:8545'
  // Hundreds of chains: loaded only when one is looked up.
  const chains = await import('viem/chains')
  return Object.values(chains).find(({ id }) => id === network.chainId)?.rpcUrls.default.http[0]
}
