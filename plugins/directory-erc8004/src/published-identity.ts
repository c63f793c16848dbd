import { codedError, ifCoded } from '@datacortex/errors'
import { jsonOf, sha256 } from '@datacortex/platform'
import type { PublishedProof } from '@datacortex/plugin'
import {
  dataUriText,
  identityName,
  protocolError,
  provesDomain,
  readDocument,
  readRegistration,
} from '@datacortex/protocols'
import { type OpenRegistry, type Reading, identityAbi, reputationAbi } from './open-registry.ts'

const mostBytes = 262_144
const proofBytes = 65_536
const mostRatings = 500

/** The record of an identity as it is now; undefined if there is none. Throws why its file can't be read. */
export async function publishedIdentity(registry: OpenRegistry, agentId: bigint) {
  const { client, ask, address, identity, name: agentRegistry, fetch, signal } = registry
  const reading = { fetch, signal }
  const contract = { address: identity, abi: identityAbi, args: [agentId] } as const
  const found = await ask(
    Promise.all([
      client.readContract({ ...contract, functionName: 'ownerOf' }),
      client.readContract({ ...contract, functionName: 'tokenURI' }),
    ]),
  ).catch(codedError)
  if (found instanceof Error) {
    if (/revert/i.test(found.message)) return undefined
    throw found
  }
  const [owner, uri] = found
  const id = identityName(agentRegistry, agentId)
  const text = await fileAt(uri, { ...reading, id, rpc: address.rpc })
  const file = readRegistration(jsonOf(text))
  if (file === undefined)
    throw protocolError('PROTOCOLS_UNREADABLE', { at: id, reason: 'its file is no registration file' })
  const { identities, services, active, ...said } = file
  const own = { agentId: Number(agentId), agentRegistry }
  const isOwn = identities.some((one) => identityName(one.agentRegistry, one.agentId) === id)
  const chain: PublishedProof = {
    kind: 'chain',
    holds: isOwn,
    checked: isOwn
      ? 'Its file names this identity, and the identity leads to its file.'
      : 'Its file does not name this identity.',
  }
  return {
    ...said,
    id,
    description: active ? said.description : `${said.description} (not active)`.trim(),
    url:
      services.find(({ name }) => name.toLowerCase() === 'a2a')?.endpoint ??
      (uri.startsWith('data:') ? undefined : uri),
    author: owner.toLowerCase(),
    links: said.links?.filter((link) => link.toLowerCase() !== id),
    proofs: [chain, ...(await domainProofs(services, { ...reading, own, rpc: address.rpc, uri }))],
    ratings: await ratingsOf(registry, agentId),
    hash: sha256(`${owner}\n${uri}\n${text}`),
  }
}

async function fileAt(
  uri: string,
  { fetch, signal, id, rpc }: Reading & { readonly id: string; readonly rpc: string },
): Promise<string> {
  const refuse = (reason: string): never => {
    throw protocolError('PROTOCOLS_UNREADABLE', { at: id, reason })
  }
  if (uri === '') return refuse('its identity leads to no file')
  if (uri.startsWith('data:')) {
    const read = dataUriText(uri, mostBytes)
    return 'text' in read ? read.text : refuse(read.reason)
  }
  if (!/^https?:\/\//.test(uri))
    return refuse(`its file is at ${uri.slice(0, 60)}, and only data URIs and the web are read`)
  const found = await readDocument(uri, { fetch, signal, from: rpc, maxBytes: mostBytes, redirects: 0 })
  return found?.text ?? refuse('its file is gone')
}

type Proving = Reading & {
  readonly own: { readonly agentId: number; readonly agentRegistry: string }
  readonly rpc: string
  readonly uri: string
}

/** Whether the domains of its services stand behind it; that which serves its file needs not say so. */
async function domainProofs(
  services: readonly { readonly endpoint: string }[],
  { own, rpc, uri, ...reading }: Proving,
): Promise<readonly PublishedProof[]> {
  const origins = new Set(services.flatMap(({ endpoint }) => originOf(endpoint) ?? []))
  const proofs: PublishedProof[] = []
  for (const origin of [...origins].slice(0, 3)) {
    const place = origin.replace(/^https?:\/\//, '')
    if (origin === originOf(uri)) {
      proofs.push({ kind: 'domain', holds: true, checked: `${place} serves its file.` })
      continue
    }
    const limits = { from: rpc, maxBytes: proofBytes, redirects: 0 }
    const asked = readDocument(`${origin}/.well-known/agent-registration.json`, { ...reading, ...limits })
    const file = await asked.catch(ifCoded(undefined))
    reading.signal.throwIfAborted()
    const holds = file !== undefined && provesDomain(jsonOf(file.text), own)
    proofs.push({ kind: 'domain', holds, checked: `${place} ${holds ? 'names' : 'does not name'} this identity.` })
  }
  return proofs
}

function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/** Feedback that was given as stars, each by whom: anybody may give it, so that a mean alone says nothing. */
async function ratingsOf({ client, ask, reputation: address }: OpenRegistry, agentId: bigint) {
  if (address === undefined) return []
  const args = [agentId, [], 'starred', '', false] as const
  const question = { address, abi: reputationAbi, functionName: 'readAllFeedback', args } as const
  const all = await ask(client.readContract(question)).catch(ifCoded(undefined))
  // A chain without this registry, or more of it than a node computes, leaves the identity as it is.
  if (all === undefined) return []
  const [clients, , values, decimals] = all
  return clients.slice(0, mostRatings).map((by, place) => ({
    by: by.toLowerCase(),
    value: Number(values[place] ?? 0n) / 10 ** (decimals[place] ?? 0),
    scale: [0, 100] as const,
  }))
}
