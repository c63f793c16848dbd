import { CodedError } from '@datacortex/errors'
import { type OutsideFetch, agentRegistryId, networks, protocolError } from '@datacortex/protocols'
import { type Address, type PublicClient, createPublicClient, http, parseAbi } from 'viem'
import type { RegistryAddress } from './registry-address.ts'

/** With what is read: the guarded fetch, until the signal. */
export type Reading = { readonly fetch: OutsideFetch; readonly signal: AbortSignal }

/** A registry that answers, on the chain that its RPC is of. */
export type OpenRegistry = Reading & {
  readonly address: RegistryAddress
  readonly client: PublicClient
  /** One question to the RPC; its errors quote what it said, without what makes them pages long. */
  readonly ask: <T>(answer: Promise<T>) => Promise<T>
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

/** Opens a registry, whose RPC the library itself never asks again. Throws `PROTOCOLS_UNREADABLE` if the RPC does not answer, or its chain has no registry that is known. */
export async function openRegistry(address: RegistryAddress, reading: Reading): Promise<OpenRegistry> {
  const { fetch, signal } = reading
  const send = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const signals = AbortSignal.any([signal, request.signal])
    const headers = { 'content-type': 'application/json' }
    const body = await request.text()
    return await fetch(request.url, { method: 'POST', headers, body, redirect: 'error', signal: signals })
  }
  const batch = { batchSize: 50, wait: 5 }
  const transport = http(address.rpc, { fetchFn: send, retryCount: 0, timeout: 20_000, batch })
  const client = createPublicClient({ transport }) as PublicClient
  const ask: OpenRegistry['ask'] = async (answer) => await answer.catch(refuseWith(address, signal))
  const chainId = await ask(client.getChainId())
  const known = networks.find((network) => network.chainId === chainId)
  const identity = address.identity ?? known?.identity
  if (identity === undefined) {
    const reason = `no registry of the chain ${chainId} is known; name one with #identity=0x…`
    throw protocolError('PROTOCOLS_UNREADABLE', { at: address.text, reason })
  }
  const reputation = address.reputation ?? (address.identity === undefined ? known?.reputation : undefined)
  return { ...reading, address, client, ask, identity, reputation, name: agentRegistryId(chainId, identity) }
}

function refuseWith({ rpc }: RegistryAddress, signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    signal.throwIfAborted()
    const coded = causes(error).find((one) => CodedError.is(one))
    if (coded !== undefined) throw coded
    const [first] = causes(error)
    const said = first instanceof Error && 'shortMessage' in first ? String(first.shortMessage) : String(first)
    const reason = said.replaceAll(/\s+/g, ' ').slice(0, 300).replace(/\.$/, '')
    throw protocolError('PROTOCOLS_UNREADABLE', { at: rpc, reason })
  }
}

function causes(error: unknown): readonly unknown[] {
  const all: unknown[] = []
  for (let one = error; one !== undefined && all.length < 10; one = one instanceof Error ? one.cause : undefined)
    all.push(one)
  return all
}
