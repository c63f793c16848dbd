import type { RegisteredAgent } from '@datacortex/registry'
import { agentCard } from '../a2a/build-card.ts'
import { exportError } from '../errors.ts'
import { type Finding, infoFinding, warningFinding, withoutUndefined } from '@datacortex/errors'
import { isLoopback, parseBaseUrl } from '../publish/base-url.ts'
import { publishedPaths } from '../publish/published-paths.ts'
import type { AiCatalog, CatalogEntry, CatalogPublisher } from './ai-catalog.ts'
import { cleanText } from '../publish/clean-text.ts'

export type CatalogOptions = {
  /** Base address under which the cards are published. */
  readonly url: string
  /** Who publishes; the host's name if absent. */
  readonly publisher?: { readonly displayName: string; readonly identifier?: string | undefined } | undefined
  /** Base address of a search of ARD (`POST /search`), if one really answers there. */
  readonly searchUrl?: string | undefined
}

/**
 * The AI Catalog of agents, with the fields of ARD: each entry leads to an A2A card.
 * @throws `EXPORT_BASE_URL_INVALID` also if the host can't be part of a URN.
 * @throws `EXPORT_NOTHING_TO_PUBLISH` since a catalogue without entries is none for ARD.
 * @throws `EXPORT_AGENT_ID_UNPUBLISHABLE`
 * @example aiCatalog([agent], { url: 'https://agents.example.org/' }).catalog.entries[0].identifier
 * @see https://ai-catalog.io/spec/
 */
export function aiCatalog(agents: readonly RegisteredAgent[], options: CatalogOptions) {
  const base = parseBaseUrl(options.url)
  if (agents.length === 0) throw exportError('EXPORT_NOTHING_TO_PUBLISH', { reasons: [] })
  // A URN has no place for the brackets and colons of IPv6.
  if (!/^[a-z0-9.-]+$/.test(base.hostname))
    throw exportError('EXPORT_BASE_URL_INVALID', { url: options.url, reason: 'a catalogue needs a host name' })
  const { identifier, displayName = base.hostname } = options.publisher ?? {}
  const publisher: CatalogPublisher =
    identifier === undefined
      ? { identifier: base.origin, displayName, identityType: 'https' }
      : { identifier, displayName }
  const findings: Finding[] = []
  const entries = agents.map((agent) => {
    const { card } = agentCard(agent, { url: options.url })
    const queries = representativeQueries(agent)
    if (queries === undefined) findings.push(fewExamples(agent.id))
    return entryOf(card, { agent, base, publisher, queries })
  })
  const catalog: AiCatalog = {
    specVersion: '1.0',
    host: { displayName: publisher.displayName, identifier: publisher.identifier },
    entries:
      options.searchUrl === undefined ? entries : [...entries, searchEntry(options.searchUrl, { base, publisher })],
  }
  return { catalog, findings: [...placeFindings(base), ...findings] }
}

const cardType = 'application/a2a-agent-card+json'
const searchType = 'application/ai-registry+json'

type EntryOptions = {
  readonly agent: RegisteredAgent
  readonly base: URL
  readonly publisher: CatalogPublisher
  readonly queries: readonly string[] | undefined
}

function entryOf(card: ReturnType<typeof agentCard>['card'], { agent, base, publisher, queries }: EntryOptions) {
  return withoutUndefined({
    identifier: `urn:air:${base.hostname}:agents:${agent.id}`,
    displayName: card.name,
    mediaType: cardType,
    type: cardType,
    url: `${base.href}${publishedPaths(agent.id).card}`,
    description: card.description,
    tags: [...new Set(card.skills.flatMap(({ tags }) => tags))],
    version: card.version,
    publisher,
    capabilities: card.skills.map(({ id }) => id),
    representativeQueries: queries,
  })
}

function searchEntry(url: string, { base, publisher }: Pick<EntryOptions, 'base' | 'publisher'>): CatalogEntry {
  return {
    identifier: `urn:air:${base.hostname}:registry:search`,
    displayName: `Search the agents of ${publisher.displayName}`,
    mediaType: searchType,
    type: searchType,
    url: parseBaseUrl(url).href,
    publisher,
  }
}

function fewExamples(id: string): Finding {
  return infoFinding('CATALOG_QUERIES_FEW', `${id}: skills[].examples`, {
    message: 'It has fewer than two examples, so its entry has no representative queries.',
    hint: 'Add two to five requests in the words of a user to `skills[].examples`.',
  })
}

function placeFindings(base: URL): readonly Finding[] {
  const found: Finding[] = []
  if (base.pathname !== '/')
    found.push(
      warningFinding('EXPORT_WELL_KNOWN_NOT_AT_ROOT', base.href, {
        message: `Readers look for ${base.origin}/.well-known/ai-catalog.json, which lies outside this address.`,
        hint: 'Serve the file there too, or link to it with rel="ai-catalog".',
      }),
    )
  if (isLoopback(base))
    found.push(
      warningFinding('CATALOG_HOST_LOCAL', base.href, {
        message: 'The identifiers of the entries name this machine, so they mean something else on any other one.',
        hint: 'Export with the public address.',
      }),
    )
  return found
}

/** Two to five examples of skills and triggers that stand for an agent; undefined if there are fewer than two. */
function representativeQueries({ entry }: RegisteredAgent): readonly string[] | undefined {
  const bySkill = entry.skills.map((skill) => skill.examples ?? [])
  const longest = Math.max(0, ...bySkill.map((examples) => examples.length))
  const turns = Array.from({ length: longest }, (_, turn) =>
    bySkill.flatMap((examples) => examples.slice(turn, turn + 1)),
  )
  const all = [...turns.flat(), ...(entry.triggers?.examples ?? [])]
  const texts = [...new Set(all.map((example) => cleanText(example).text).filter((text) => text !== ''))]
  return texts.length < 2 ? undefined : texts.slice(0, 5)
}
