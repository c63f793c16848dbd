import { CodedError } from '@datacortex/errors'
import { type OutsideFetch, agentRegistryId, protocolError } from '@datacortex/protocols'
import { type Address, type PublicClient, createPublicClient, http, parseAbi } from 'viem'
import { type RegistryAddress, knownRegistries } from './registry-address.ts'

/** A registry that answers, on the chain that its RPC is of. */
export type OpenRegistry = {
  readonly address: RegistryAddress
  readonly client: PublicClient
  readonly chainId: number
  readonly identity: Address
  readonly reputation: Address | undefined
  /** `eip155:<chain id>:<identity registry>`. */
  readonly name: string
}

export const identityAbi = parseAbi([
  'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
  'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'function ownerOf(uint256) view returns (address)',
  'function tokenURI(uint256) view returns (string)',
])
export const reputationAbi = parseAbi([
  'function readAllFeedback(uint256, address[], string, string, bool) view returns (address[], uint64[], int128[], uint8[], string[], string[], bool[])',
])

/** How an RPC is asked: by the guarded fetch, each request for so long, and never again by the library itself. */
export type OpenOptions = { readonly fetch: OutsideFetch; readonly signal: AbortSignal }

/** Opens a registry. Throws `PROTOCOLS_UNREADABLE` if the RPC does not answer, or its chain has no registry that is known. */
export async function openRegistry(address: RegistryAddress, { fetch, signal }: OpenOptions): Promise<OpenRegistry> {
  const send = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const signals = AbortSignal.any([signal, request.signal])
    const headers = { 'content-type': 'application/json' }
    return await fetch(request.url, {
      method: 'POST',
      headers,
      body: await request.text(),
      redirect: 'error',
      signal: signals,
    })
  }
  const transport = http(address.rpc, {
    fetchFn: send,
    retryCount: 0,
    timeout: 20_000,
    batch: { batchSize: 50, wait: 5 },
  })
  const client = createPublicClient({ transport }) as PublicClient
  const chainId = await askRpc(address, signal, async () => await client.getChainId())
  const known = knownRegistries(chainId)
  const identity = address.identity ?? known?.identity
  if (identity === undefined)
    throw protocolError('PROTOCOLS_UNREADABLE', {
      at: address.text,
      reason: `no registry of the chain ${chainId} is known; name one with #identity=0x…`,
    })
  const reputation = address.reputation ?? (address.identity === undefined ? known?.reputation : undefined)
  return { address, client, chainId, identity, reputation, name: agentRegistryId(chainId, identity) }
}

/** One question to an RPC; its errors quote what it said, without what makes them pages long. */
export async function askRpc<T>({ rpc }: RegistryAddress, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    signal.throwIfAborted()
    const coded = causes(error).find((one) => CodedError.is(one))
    if (coded !== undefined) throw coded
    const [first] = causes(error)
    const said = first instanceof Error && 'shortMessage' in first ? String(first.shortMessage) : String(first)
    throw protocolError('PROTOCOLS_UNREADABLE', {
      at: rpc,
      reason: said.replaceAll(/\s+/g, ' ').slice(0, 300).replace(/\.$/, ''),
    })
  }
}

function causes(error: unknown): readonly unknown[] {
  const all: unknown[] = []
  for (let one = error; one !== undefined && all.length < 10; one = one instanceof Error ? one.cause : undefined)
    all.push(one)
  return all
}
