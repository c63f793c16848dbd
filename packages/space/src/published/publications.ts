import { attempt, ifCoded } from '@datacortex/errors'
import type { AgentCard, CatalogEntry, Registration, SigningKey } from '@datacortex/export'
import {
  agentCard,
  bearerSecurity,
  cardForBoth,
  detachedSignature,
  keySet,
  listNetworks,
  publishedJson,
  publishedPaths,
  registrationFile,
  signCard,
  wellKnownPaths,
} from '@datacortex/export'
import { type RegisteredAgent, type Registry, nearestNames, resolveAgent } from '@datacortex/registry'
import { guideAgent } from './guide-agent.ts'
import { catalogueEntry, catalogueOf, proofOf, routerCardPath, routerEndpointPath } from './compose.ts'
import { builtinAgent, publishedAgents } from './published-agents.ts'
import type { SpaceSnapshot } from './space-snapshot.ts'

export type PublicationOptions = {
  /** The agents as they are now. */
  readonly snapshot: () => Promise<SpaceSnapshot>
  /** Base address, with a slash at its end. */
  readonly base: string
  /** Whether callers need a token. */
  readonly secured: boolean
  /** Whether clients of A2A 0.3 are answered, too. */
  readonly speaks03: boolean
  /** Each signs every card. */
  readonly keys: readonly SigningKey[]
}

export type PublishedText = { readonly text: string; readonly contentType: string; readonly modifiedAt: Date }

export type Published = {
  readonly agents: ReadonlyMap<string, RegisteredAgent>
  /** The published agent that a name leads to, which may be a former id of it. */
  agentOf(name: string): RegisteredAgent | undefined
  /** Entry of the catalogue; undefined if the agent isn't published. */
  entryOf(id: string): CatalogEntry | undefined
  /** What lies at a path, without the first slash; undefined if nothing does. */
  document(path: string): Promise<PublishedText | undefined>
  /** Ids that are nearest to a name that none has. */
  nearest(name: string): readonly string[]
  identitiesOf(agent: RegisteredAgent): readonly ChainIdentity[]
  /** The card of an agent, or of the router without one, with what only a client that is signed in is told. */
  extendedCard(agent: RegisteredAgent | undefined, client: SignedIn): Promise<object>
}

export type SignedIn = { readonly name: string; readonly rights: readonly string[] }

export type ChainIdentity = Registration & {
  /** Of the network, as people call it. */
  readonly network: string
}

/** Makes cards and catalogues when they are asked for, and keeps them as long as the space does not change. */
export class Publications {
  readonly #options: PublicationOptions
  readonly #published = new WeakMap<SpaceSnapshot, Published>()
  /** Signatures differ each time: a card that did not change keeps the one it has. */
  readonly #signed = new Map<string, { readonly content: string; readonly card: AgentCard }>()

  constructor(options: PublicationOptions) {
    this.#options = options
  }

  async current(): Promise<Published> {
    const snapshot = await this.#options.snapshot()
    const published = this.#published.get(snapshot) ?? this.#publish(snapshot)
    this.#published.set(snapshot, published)
    return published
  }

  #publish({ catalogue, modifiedAt }: SpaceSnapshot): Published {
    const { base } = this.#options
    const agents = publishedAgents(catalogue.registry)
    const entries = new Map<string, CatalogEntry | undefined>()
    const documents = new Map<string, Promise<PublishedText | undefined>>()
    const make = async (path: string): Promise<PublishedText | undefined> => {
      const value = await this.#valueAt(path, { agents, registry: catalogue.registry })
      if (value === undefined) return undefined
      const contentType = path === wellKnownPaths.catalog ? 'application/ai-catalog+json' : 'application/json'
      return { text: publishedJson(value), contentType, modifiedAt }
    }
    return {
      agents,
      agentOf: (name) =>
        agents.get(name) ??
        agents.get(aliased(catalogue.registry, name) ?? '') ??
        builtinAgent(catalogue.registry, name),
      entryOf: (id) => {
        const agent = agents.get(id)
        if (agent !== undefined && !entries.has(id)) entries.set(id, catalogueEntry(agent, base))
        return entries.get(id)
      },
      document: async (path) => {
        const known = documents.get(path)
        if (known !== undefined) return await known
        const making = make(path)
        documents.set(path, making)
        const made = await making.catch(() => undefined)
        // Addresses that lead nowhere are made up by callers and are not kept.
        if (made === undefined) documents.delete(path)
        return await making
      },
      nearest: (name) => nearestNames([...agents.keys()], name),
      identitiesOf: (agent) => identitiesOf(agent, base),
      extendedCard: async (agent, client) => await this.#extendedCard(agent, client),
    }
  }

  async #extendedCard(agent: RegisteredAgent | undefined, { name: client, rights }: SignedIn): Promise<object> {
    const { tags = [] } = agent?.entry.triggers ?? {}
    const params = { client, rights, ...(tags.length > 0 ? { tags } : {}) }
    const description = 'By which name the caller is known, what it may do, and the tags that lead to the agent.'
    const card = this.#plainCard(agent ?? guideAgent, agent === undefined)
    const extensions = [...(card.capabilities.extensions ?? []), { uri: signedInExtension, description, params }]
    return await this.#sign({ ...card, capabilities: { ...card.capabilities, extensions } })
  }

  /** A detached JWS over what is sent to somebody, by the first key; undefined without any. */
  async sign(text: string, id: string): Promise<string | undefined> {
    const [key] = this.#options.keys
    return key === undefined ? undefined : await detachedSignature(text, key, { jku: this.#jku, jti: id })
  }

  async #valueAt(
    path: string,
    { agents, registry }: { readonly agents: Published['agents']; readonly registry: Registry },
  ): Promise<object | undefined> {
    const { base, keys } = this.#options
    if (path === routerCardPath) return await this.#card(guideAgent, true)
    if (path === wellKnownPaths.catalog) return catalogueOf([...agents.values()], base)
    if (path === wellKnownPaths.keys) return keys.length === 0 ? undefined : keySet(keys)
    if (path === wellKnownPaths.domainProof) return proofOf(registry.agents.values(), base)
    const id = /^agents\/([^/]+)\//.exec(path)?.[1] ?? ''
    const agent = agents.get(id) ?? builtinAgent(registry, id)
    if (agent === undefined) return undefined
    const { card, registration } = publishedPaths(agent.id)
    if (path === card) return await this.#card(agent)
    return path === registration ? registrationFile(agent, { url: base }).file : undefined
  }

  async #card(agent: RegisteredAgent, isRouter = false): Promise<AgentCard> {
    const card = this.#plainCard(agent, isRouter)
    if (this.#options.keys.length === 0) return card
    const content = JSON.stringify(card)
    const place = `${isRouter} ${agent.id}`
    const before = this.#signed.get(place)
    if (before?.content === content) return before.card
    const signed = await this.#sign(card)
    this.#signed.set(place, { content, card: signed })
    return signed
  }

  #plainCard(agent: RegisteredAgent, isRouter: boolean): AgentCard {
    const { base, secured, speaks03 } = this.#options
    const capabilities = { streaming: true, pushNotifications: true, extendedAgentCard: true }
    const { card } = agentCard(agent, {
      url: base,
      ...(isRouter ? { endpoint: `${base}${routerEndpointPath}`, inputModes: guideInputs } : {}),
      ...(secured ? { ...bearerSecurity(), capabilities } : {}),
    })
    return speaks03 ? cardForBoth(card) : card
  }

  async #sign(card: AgentCard): Promise<AgentCard> {
    let signed = card
    for (const key of this.#options.keys) signed = await signCard(signed, key, { jku: this.#jku })
    return signed
  }

  get #jku(): string {
    return `${this.#options.base}${wellKnownPaths.keys}`
  }
}

const signedInExtension = 'https://datacortex.dev/extensions/signed-in'
// It hands no files on.
const guideInputs = ['text/plain', 'text/markdown', 'application/json']

/** Whom an alias leads to, if it leads anywhere. */
function aliased(registry: Registry, name: string): string | undefined {
  if (registry.agents.get(name)?.entry.alias === undefined) return undefined
  return attempt(() => resolveAgent(registry, name).agent.id, ifCoded(undefined))
}

function identitiesOf(agent: RegisteredAgent, base: string): readonly ChainIdentity[] {
  const { registrations = [] } = registrationFile(agent, { url: base }).file
  const names = new Map(listNetworks().networks.map(({ name, chain_id: chain }) => [String(chain), name]))
  return registrations.map((registration) => {
    const [, chain = ''] = registration.agentRegistry.split(':')
    return { ...registration, network: names.get(chain) ?? `chain ${chain}` }
  })
}
