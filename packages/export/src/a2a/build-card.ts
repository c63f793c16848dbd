import { withoutUndefined } from '@datacortex/errors'
import type { AgentEntry, RegisteredAgent } from '@datacortex/registry'
import { sameAgentExtension } from '@datacortex/protocols'
import { parseBaseUrl } from '../publish/base-url.ts'
import { cleanText } from '../publish/clean-text.ts'
import { identitiesOf, nostrAddressOf } from '../publish/own-addresses.ts'
import { publishedPaths } from '../publish/published-paths.ts'
import type { AgentCapabilities, AgentCard, AgentProvider, SecurityRequirement, SecurityScheme } from './agent-card.ts'
import { cardSkills } from './card-skills.ts'
import { type TextReader, createTextReader } from './text-reader.ts'
import { recordOf } from '@datacortex/platform'

export type CardOptions = {
  /** Base address under which agents are published. */
  readonly url: string
  /** Where the agent answers; its place below `url` if absent. */
  readonly endpoint?: string | undefined
  /** In order of preference; both if absent. Each must really answer. */
  readonly bindings?: readonly ('JSONRPC' | 'HTTP+JSON')[] | undefined
  /** Who offers the agents, unless a card that was imported says so. */
  readonly provider?: AgentProvider | undefined
  /** Of the endpoint; streaming and push notifications if absent, as `serve` has them. */
  readonly capabilities?: AgentCapabilities | undefined
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined
  readonly securityRequirements?: readonly SecurityRequirement[] | undefined
  /** Media types; texts, data and the files that `serve` hands to agents if absent. */
  readonly inputModes?: readonly string[] | undefined
  readonly outputModes?: readonly string[] | undefined
}

const usualInputs =
  'text/plain text/markdown text/csv text/html application/json application/pdf image/png image/jpeg image/webp audio/mpeg audio/wav'.split(
    ' ',
  )

/**
 * The A2A card of an agent, version 1.0: every required field has a value, nothing is empty, nothing is unknown.
 *
 * What the registry lacks is filled in from what it has; each time a finding names the field to fill in.
 * @throws `EXPORT_BASE_URL_INVALID` `EXPORT_AGENT_ID_UNPUBLISHABLE`
 * @example agentCard(agent, { url: 'https://agents.example.org/' }).card.supportedInterfaces[0].url
 * @see https://a2a-protocol.org/v1.0.1/specification
 */
export function agentCard(agent: RegisteredAgent, options: CardOptions) {
  const { id, entry } = agent
  const base = parseBaseUrl(options.url)
  const endpoint = options.endpoint ?? `${base.href}${publishedPaths(id).endpoint}`
  const reader = createTextReader(id)
  const name = reader.required(entry.name, { field: 'name', code: 'A2A_NAME_EMPTY', otherwise: id })
  const skillTexts = entry.skills.map(({ description }) => cleanText(description).text).filter((text) => text !== '')
  const description = reader.required(entry.description, {
    field: 'description',
    code: 'A2A_DESCRIPTION_EMPTY',
    otherwise: skillTexts.join(' ') || name,
  })
  const noVersion = { field: 'version', code: 'A2A_VERSION_MISSING', otherwise: '0.0.0' }
  const version = reader.required(entry.version ?? '', noVersion)
  const skills = cardSkills(entry, { id, name, description }, reader)
  const carried = carriedFields(entry, reader)
  const card: AgentCard = withoutUndefined({
    name,
    description,
    supportedInterfaces: (options.bindings ?? (['JSONRPC', 'HTTP+JSON'] as const)).map((protocolBinding) => ({
      url: endpoint,
      protocolBinding,
      protocolVersion: '1.0',
    })),
    provider: carried.provider ?? options.provider,
    version,
    documentationUrl: carried.documentationUrl,
    capabilities: {
      ...(options.capabilities ?? { streaming: true, pushNotifications: true }),
      ...elsewhere(entry, base),
    },
    securitySchemes: options.securitySchemes,
    securityRequirements: options.securityRequirements,
    defaultInputModes: options.inputModes ?? usualInputs,
    defaultOutputModes: options.outputModes ?? ['text/markdown', 'text/plain', 'application/json'],
    skills,
    iconUrl: carried.iconUrl,
  })
  return { card, findings: reader.findings }
}

/** What a card says of where else its agent is, so that who finds both knows that they are one. */
function elsewhere(entry: AgentEntry, { href }: URL): Pick<AgentCapabilities, 'extensions'> {
  const links = [nostrAddressOf(entry) ?? [], identitiesOf(entry, href)].flat()
  const description = 'The same agent on Nostr and on chains.'
  return links.length === 0 ? {} : { extensions: [{ uri: sameAgentExtension, description, params: { links } }] }
}

/** Fields under `x-a2a` that stay true for our own card. */
function carriedFields(entry: AgentEntry, reader: TextReader) {
  const fields = recordOf(entry['x-a2a'])
  const link = (value: unknown, field: string): string | undefined => {
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string' && isWebAddress(value)) return value
    reader.add('A2A_LINK_INVALID', field, {
      message: `${JSON.stringify(value)?.slice(0, 80)} is no web address and was left out.`,
      hint: `Give \`${field}\` an absolute https address.`,
    })
    return undefined
  }
  const provider = recordOf(fields['provider'])
  const organization = typeof provider['organization'] === 'string' ? provider['organization'].trim() : ''
  const url = organization === '' ? undefined : link(provider['url'], 'x-a2a.provider.url')
  return {
    provider: url === undefined ? undefined : { url, organization: organization.toWellFormed() },
    documentationUrl: link(fields['documentationUrl'], 'x-a2a.documentationUrl'),
    iconUrl: link(fields['iconUrl'], 'x-a2a.iconUrl'),
  }
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  // No lone surrogates, no blanks: the address is published as it was written.
  return url !== null && /^https?:$/.test(url.protocol) && /^[\u0021-\u007e]+$/.test(text) && url.username === ''
}
