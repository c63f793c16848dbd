import { type RegisteredAgent, type Registry, currentId } from '@datacortex/registry'
import { recordOf, writeFileAtomically } from '@datacortex/platform'
import { agentRegistryId, parseAgentRegistry } from '@datacortex/protocols'
import { isLeftOutUnder } from '../../erc8004/agent-registry.ts'
import { type BuiltRegistration, type RegistrationOptions, registrationFile } from '../../erc8004/build-registration.ts'
import type { Registration, RegistrationFile } from '../../erc8004/registration-file.ts'
import { dataUri, ipfsUri } from '../../erc8004/registration-uri.ts'
import { CodedError, type Finding, attempt, codedError } from '@datacortex/errors'
import { nowhere, parseBaseUrl } from '../../publish/base-url.ts'
import { itemsOf } from '../../publish/outside-fields.ts'
import { publishedPaths, unpublishable } from '../../publish/published-paths.ts'
import { publishedJson } from '../../publish/write-export.ts'
import type { Chain } from '../connect/connect-chain.ts'
import { optionMissing } from '../errors.ts'
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

type KnownUri = {
  readonly agentId?: bigint | undefined
  /** The URI that it has, on the chain or by the journal. */
  readonly before?: string | undefined
}

export type AgentFiles = ReturnType<typeof agentFiles>

type FoundUri = { readonly uri: string; readonly agentId: bigint }

export function agentFiles(
  chain: Pick<Chain, 'chainId' | 'identity'>,
  { registry, ...options }: AgentFileOptions & { readonly registry: Pick<Registry, 'agents'> },
) {
  const scheme = options.uri
  if (scheme !== undefined && !['https', 'ipfs', 'data'].includes(scheme))
    throw optionMissing(`--uri can't be ${JSON.stringify(scheme)}`, 'Give https, ipfs or data.')
  const given = options.url === undefined ? undefined : parseBaseUrl(options.url).href
  const former = formerIds(registry)
  const own = agentRegistryId(chain.chainId, chain.identity)
  const place = (id: string, base: string): string => `${base}${publishedPaths(id).registration}`
  const baseFor = (id: string, before = ''): string | undefined => given ?? baseIn(before, id)
  const build = (agent: RegisteredAgent, { agentId, before }: KnownUri): BuiltRegistration => {
    const url = baseFor(agent.id, before)
    return registrationFile(agent, { ...options, url, registrations: withOwn(agent, { own, agentId, url }) })
  }
  const make = async (agent: RegisteredAgent, { agentId, before = '' }: KnownUri): Promise<AgentFile> => {
    const { file, findings } = build(agent, { agentId, before })
    const its = scheme ?? schemeOf(before)
    const base = baseFor(agent.id, before)
    if (its === 'data') {
      const text = JSON.stringify(file)
      return { uri: dataUri(text), scheme: its, text, file, findings }
    }
    if (its === 'https' && base === undefined)
      throw optionMissing(
        `Nothing says under which address the file of ${agent.id} is published`,
        'Name it with --url, or put the file on the chain itself: --uri data',
      )
    const text = publishedJson(file)
    const uri = its === 'ipfs' ? await ipfsUri(text) : place(agent.id, base ?? '')
    return { uri, scheme: its, text, file, findings }
  }
  const isUnderId = async (agent: RegisteredAgent, { uri, agentId }: FoundUri): Promise<boolean> => {
    if (unpublishable(agent.id) !== undefined) return false
    const base = baseFor(agent.id, uri)
    if (base !== undefined && uri === place(agent.id, base)) return true
    const { file } = build(agent, { agentId, before: uri })
    if (uri.startsWith('ipfs:')) return uri === (await ipfsUri(publishedJson(file)).catch(codedError))
    if (!uri.startsWith('data:')) return false
    const same = sameAlways(file)
    return same !== undefined && same === sameAlways(jsonOfUri(uri))
  }
  return {
    /** That was asked for; undefined if each agent keeps the one that it has. */
    scheme,
    build,
    /** As if the agent had this identity; without one, as if it had none on this chain. */
    make,
    /** Whether a URI on the chain is one of this agent, perhaps of an older state or under a former id. */
    async isOf(agent: RegisteredAgent, found: FoundUri): Promise<boolean> {
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
  { own, agentId, url }: { own: string; agentId: bigint | undefined; url: string | undefined },
): readonly Registration[] {
  const found: Registration[] = []
  let isIn = agentId === undefined
  // In the order in which they are recorded.
  for (const one of entry.erc8004?.chainRegistrations ?? []) {
    const agentRegistry = agentRegistryId(one.chainId, one.identityRegistry)
    if (agentRegistry.toLowerCase() === own.toLowerCase()) {
      if (agentId !== undefined) found.push({ agentId: Number(agentId), agentRegistry: own })
      isIn = true
    } else if (isLeftOutUnder(agentRegistry, url ?? nowhere)) continue
    else if (parseAgentRegistry(agentRegistry) !== undefined && /^\d{1,15}$/.test(String(one.agentId)))
      found.push({ agentId: Number(one.agentId), agentRegistry })
  }
  return isIn ? found : [...found, { agentId: Number(agentId), agentRegistry: own }]
}

/** What stays the same when a description changes: where the agent is reached, and if nowhere, its name. */
function sameAlways(file: unknown): unknown {
  return endpointOf(file) ?? recordOf(file)['name']
}

function endpointOf(file: unknown): unknown {
  const services = itemsOf(recordOf(file)['services']).map(recordOf)
  return services.find((service) => String(service['name']).toLowerCase() === 'a2a')?.['endpoint']
}

/** The base address that a URI of an agent tells, by the place of its file or of its card. */
function baseIn(uri: string, id: string): string | undefined {
  if (unpublishable(id) !== undefined) return undefined
  const { registration, card } = publishedPaths(id)
  const [address, end] = uri.startsWith('data:') ? [endpointOf(jsonOfUri(uri)), card] : [uri, registration]
  if (typeof address !== 'string' || !/^https?:/.test(address) || !address.endsWith(`/${end}`)) return undefined
  const base = attempt(() => parseBaseUrl(address.slice(0, -end.length)), codedError)
  return CodedError.is(base) ? undefined : base.href
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
    const { file } = files.build(agent, { agentId })
    await writeFileAtomically(join(out, publishedPaths(id).registration), publishedJson(file), { below: root })
  }
}
