import { type RegisteredAgent, type Registry, currentId } from '@datacortex/registry'
import { recordOf, writeFileAtomically } from '@datacortex/platform'
import { agentRegistryId, parseAgentRegistry } from '@datacortex/protocols'
import { isLeftOutUnder } from '../../erc8004/agent-registry.ts'
import { type BuiltRegistration, type RegistrationOptions, registrationFile } from '../../erc8004/build-registration.ts'
import type { Registration, RegistrationFile } from '../../erc8004/registration-file.ts'
import { dataUri, ipfsUri } from '../../erc8004/registration-uri.ts'
import { type Finding, codedError } from '@datacortex/errors'
import { parseBaseUrl } from '../../publish/base-url.ts'
import { itemsOf } from '../../publish/outside-fields.ts'
import { publishedPaths, unpublishable } from '../../publish/published-paths.ts'
import { publishedJson } from '../../publish/write-export.ts'
import type { Chain } from '../connect/connect-chain.ts'
import { chainError } from '../errors.ts'
import { jsonOfUri } from './differing-fields.ts'
import { join } from 'node:path'
import type { RecordedIdentity } from './record-identities.ts'

/** Where the registration file of an agent is published. */
export type UriScheme = 'https' | 'ipfs' | 'data'

export type AgentFileOptions = Omit<RegistrationOptions, 'registrations'> & {
  /** If absent, that of the URI which the agent has; for new ones `https`, as `export erc8004` writes it. */
  readonly uri?: UriScheme | undefined
}

/** The registration file of an agent with one identity, and the URI that leads to it. */
export type AgentFile = {
  readonly uri: string
  readonly scheme: UriScheme
  readonly text: string
  readonly file: RegistrationFile
  readonly findings: readonly Finding[]
}

export type KnownUri = {
  readonly agentId?: bigint | undefined
  /** The URI that it has, on the chain or by the journal. */
  readonly before?: string | undefined
}

export type AgentFiles = {
  /** That was asked for; undefined if each agent keeps the one that it has. */
  readonly scheme: UriScheme | undefined
  build(agent: RegisteredAgent, agentId?: bigint): BuiltRegistration
  /** As if the agent had this identity; without one, as if it had none on this chain. */
  make(agent: RegisteredAgent, known: KnownUri): Promise<AgentFile>
  /** Whether a URI on the chain is one of this agent, perhaps of an older state or under a former id. */
  isOf(agent: RegisteredAgent, found: FoundUri): Promise<boolean>
}

type FoundUri = { readonly uri: string; readonly agentId: bigint }

export function agentFiles(
  chain: Pick<Chain, 'chainId' | 'identity'>,
  { registry, ...options }: AgentFileOptions & { readonly registry: Pick<Registry, 'agents'> },
): AgentFiles {
  const scheme = options.uri
  if (scheme !== undefined && !['https', 'ipfs', 'data'].includes(scheme))
    throw chainError('EXPORT_CHAIN_OPTION_MISSING', {
      reason: `--uri can't be ${JSON.stringify(scheme)}`,
      hint: 'Give https, ipfs or data.',
    })
  const base = parseBaseUrl(options.url)
  const former = formerIds(registry)
  const place = (id: string): string => `${base.href}${publishedPaths(id).registration}`
  const build: AgentFiles['build'] = (agent, agentId) =>
    registrationFile(agent, { ...options, registrations: withOwn(agent, { chain, agentId, url: base.href }) })
  const make: AgentFiles['make'] = async (agent, { agentId, before = '' }) => {
    const { file, findings } = build(agent, agentId)
    const own = scheme ?? schemeOf(before)
    if (own === 'data') {
      const text = JSON.stringify(file)
      return { uri: dataUri(text), scheme: own, text, file, findings }
    }
    const text = publishedJson(file)
    return { uri: own === 'ipfs' ? await ipfsUri(text) : place(agent.id), scheme: own, text, file, findings }
  }
  const isUnderId = async (agent: RegisteredAgent, { uri, agentId }: FoundUri): Promise<boolean> => {
    if (unpublishable(agent.id) !== undefined) return false
    if (uri === place(agent.id)) return true
    const { file } = build(agent, agentId)
    if (uri.startsWith('ipfs:')) return uri === (await ipfsUri(publishedJson(file)).catch(codedError))
    if (!uri.startsWith('data:')) return false
    const own = endpointOf(file)
    return own !== undefined && own === endpointOf(jsonOfUri(uri))
  }
  return {
    scheme,
    build,
    make,
    async isOf(agent, found) {
      for (const id of [agent.id, ...(former.get(agent.id) ?? [])])
        if (await isUnderId({ ...agent, id }, found)) return true
      return false
    },
  }
}

function schemeOf(uri: string): UriScheme {
  if (uri.startsWith('ipfs:')) return 'ipfs'
  return uri.startsWith('data:') ? 'data' : 'https'
}

function withOwn(
  { entry }: RegisteredAgent,
  { chain, agentId, url }: { chain: Pick<Chain, 'chainId' | 'identity'>; agentId: bigint | undefined; url: string },
): readonly Registration[] {
  const own = agentRegistryId(chain.chainId, chain.identity)
  const found: Registration[] = []
  let isIn = agentId === undefined
  // In the order in which they are recorded.
  for (const one of entry.erc8004?.chainRegistrations ?? []) {
    const agentRegistry = agentRegistryId(one.chainId, one.identityRegistry)
    if (agentRegistry.toLowerCase() === own.toLowerCase()) {
      if (agentId !== undefined) found.push({ agentId: Number(agentId), agentRegistry: own })
      isIn = true
    } else if (isLeftOutUnder(agentRegistry, url)) continue
    else if (parseAgentRegistry(agentRegistry) !== undefined && /^\d{1,15}$/.test(String(one.agentId)))
      found.push({ agentId: Number(one.agentId), agentRegistry })
  }
  return isIn ? found : [...found, { agentId: Number(agentId), agentRegistry: own }]
}

/** Where the agent itself is reached: what stays the same when its description changes. */
function endpointOf(file: unknown): unknown {
  const services = itemsOf(recordOf(file)['services']).map(recordOf)
  return services.find((service) => String(service['name']).toLowerCase() === 'a2a')?.['endpoint']
}

/** The aliases that lead to each agent, by the agent's id. */
function formerIds(registry: Pick<Registry, 'agents'>): ReadonlyMap<string, readonly string[]> {
  const former = new Map<string, string[]>()
  for (const { id, entry } of registry.agents.values()) {
    const current = entry.alias === undefined ? undefined : currentId(registry, id)
    if (current !== undefined) former.set(current, [...(former.get(current) ?? []), id])
  }
  return former
}

/** Writes the registration files of agents, with their identities, where `export erc8004` writes them. */
export async function writeAgentFiles(
  { out, root }: { readonly out: string; readonly root: string },
  {
    agents,
    identities,
    files,
  }: { agents: readonly RegisteredAgent[]; identities: readonly RecordedIdentity[]; files: AgentFiles },
): Promise<void> {
  for (const { id, agentId } of identities) {
    const agent = agents.find((one) => one.id === id)
    if (agent === undefined) continue
    const { file } = files.build(agent, agentId)
    await writeFileAtomically(join(out, publishedPaths(id).registration), publishedJson(file), { below: root })
  }
}
