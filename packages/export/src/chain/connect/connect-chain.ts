import { patientLimit } from '@datacortex/platform'
import { type Address, type PublicClient, createPublicClient, http } from 'viem'
import { chainError, optionMissing } from '../errors.ts'
import { addressOption } from './address-option.ts'
import { askingClient, rpcError } from './ask-chain.ts'
import { type Network, networks } from '@datacortex/protocols'
import { chooseNetwork, publicRpc } from './network.ts'
import { rpcFetch } from './rpc-fetch.ts'

export type Chain = {
  readonly client: PublicClient
  readonly chainId: number
  /** Of the network, or `chain <id>`. */
  readonly name: string
  /** Whether it is on this machine and starts anew each time. */
  readonly isLocal: boolean
  /** Whether gas is known to cost nothing. */
  readonly isTestnet: boolean
  readonly identity: Address
  readonly reputation: Address | undefined
  /** Of the RPC, without path: paths may hold keys. */
  readonly origin: string
  readonly rpc: string
}

/** Reaches a chain and makes sure that it is the one that was meant. */
export async function connectChain(options: ChainOptions): Promise<Chain> {
  const { rpcTimeoutMs = patientLimit(10_000), rpcRetryMs = 100, signal } = options
  const wanted = wantedNetwork(options)
  const rpc = options.rpc ?? (wanted === undefined ? undefined : await publicRpc(wanted))
  if (rpc === undefined)
    throw optionMissing(
      wanted === undefined ? 'Neither a network nor an RPC is named' : `No public RPC of ${wanted.name} is known`,
      'Name an RPC with --rpc or DATACORTEX_RPC_URL, or a network with --network.',
    )
  const url = URL.parse(rpc)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw optionMissing('What --rpc names is no http or https address', 'Give one.')
  const transport = http(rpc, {
    timeout: rpcTimeoutMs,
    retryCount: 3,
    retryDelay: rpcRetryMs,
    fetchFn: rpcFetch(rpc),
    fetchOptions: { redirect: 'error', ...(signal === undefined ? {} : { signal }) },
  })
  const { origin } = url
  // A block number must never be an old one.
  const client = askingClient(createPublicClient({ cacheTime: 0, pollingInterval: 50, transport }), origin)
  const chainId = await client.getChainId()
  if (!Number.isSafeInteger(chainId) || chainId < 1) throw rpcError({ origin }, 'eth_chainId', 'it answers no chain id')
  if (wanted !== undefined && wanted.chainId !== chainId)
    throw chainError('EXPORT_CHAIN_MISMATCH', { wanted: `${wanted.name} (${wanted.chainId})`, found: chainId, origin })
  const network = networks.find((one) => one.chainId === chainId)
  const identity = options.identity === undefined ? network?.identity : addressOption('--identity', options.identity)
  if (identity === undefined)
    throw optionMissing(`No identity registry is known on the chain ${chainId}`, 'Name it with --identity.')
  return {
    client,
    chainId,
    name: network?.name ?? `chain ${chainId}`,
    isLocal: network?.name === 'local',
    isTestnet: network?.isTestnet ?? false,
    identity,
    reputation: reputationOf(network, options),
    origin,
    rpc,
  }
}

/** Refuses a chain on which gas may cost money, unless that was allowed and the chain was named. */
export function refuseMainnet(chain: Chain, { mainnet = false, network }: Pick<ChainOptions, 'mainnet' | 'network'>) {
  if (chain.isTestnet || (mainnet && network !== undefined)) return
  throw chainError('EXPORT_MAINNET_REFUSED', { network: chain.name, chainId: chain.chainId, isAllowed: mainnet })
}

/** A chain that is in no table can be named by its id, if somebody knows its RPC. */
function wantedNetwork({ network, rpc }: ChainOptions): Pick<Network, 'name' | 'chainId'> | undefined {
  if (network === undefined) return undefined
  const isKnown = networks.some(({ chainId }) => String(chainId) === network)
  if (rpc !== undefined && !isKnown && /^[1-9]\d{0,14}$/.test(network))
    return { name: `chain ${network}`, chainId: Number(network) }
  return chooseNetwork(network)
}

// Another identity registry has another reputation registry.
function reputationOf(network: Network | undefined, { identity, reputation }: ChainOptions): Address | undefined {
  if (reputation !== undefined) return addressOption('--reputation', reputation)
  return identity === undefined ? network?.reputation : undefined
}

export type ChainOptions = {
  /** A name or id of `chain networks`, or with `rpc` the id of any chain. Without it, the RPC tells. */
  readonly network?: string | undefined
  /** JSON-RPC over http or https. Without it, the network's public one. */
  readonly rpc?: string | undefined
  /** The identity registry, where it is not the one of the network. */
  readonly identity?: string | undefined
  readonly reputation?: string | undefined
  /** Allows sending on a chain that is not known as a test network, if `network` names it. */
  readonly mainnet?: boolean | undefined
  /** For one request, in milliseconds; 10,000 if absent. */
  readonly rpcTimeoutMs?: number | undefined
  /** Before a request that failed is sent again, in milliseconds, and twice as long each time; 100 if absent. */
  readonly rpcRetryMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}
