import type { AgentErc8004, RegisteredAgent } from '@datacortex/registry'
import { agentCard } from '../a2a/build-card.ts'
import { type Finding, errorFinding, warningFinding, withoutUndefined } from '@datacortex/errors'
import { nowhere, parseBaseUrl } from '../publish/base-url.ts'
import { nostrAddressOf } from '../publish/own-addresses.ts'
import { publishedPaths } from '../publish/published-paths.ts'
import { agentRegistryId, parseAgentRegistry } from '@datacortex/protocols'
import { isLeftOutUnder } from './agent-registry.ts'
import { lintRegistration } from './lint-registration.ts'
import { type RegistrationService, registrationHints } from './registration-hints.ts'
import { type Registration, type RegistrationFile, registrationType } from './registration-file.ts'

/** What a registration file says beside what the registry knows. */
export type RegistrationOptions = {
  /** Base address under which the cards are published; a file without it names no card. */
  readonly url?: string | undefined
  /** In place of those in `erc8004.chainRegistrations`, such as while registering. */
  readonly registrations?: readonly Registration[] | undefined
  /** For agents without `x-erc8004.image`. */
  readonly image?: string | undefined
  /** Whether the agent takes work; `x-erc8004.active`, else false, if absent. */
  readonly active?: boolean | undefined
  readonly webUrl?: string | undefined
  /** An MCP server through which the agents are reached, and the version of MCP it speaks. */
  readonly mcp?: { readonly url: string; readonly version: string } | undefined
}

/** A registration file, and what a person should mend in the registry. */
export type BuiltRegistration = { readonly file: RegistrationFile; readonly findings: readonly Finding[] }

/**
 * The ERC-8004 registration file of an agent.
 *
 * `x-erc8004` of an entry may give `image`, `active` and more `services`; `x-oasf` gives `skills` and `domains` of the
 * OASF taxonomy. Identities of a local chain are named only under an address of this machine.
 * @returns The file with what `lintRegistration` says of it; subjects name the registry field.
 * @throws `EXPORT_BASE_URL_INVALID` `EXPORT_AGENT_ID_UNPUBLISHABLE`
 * @example registrationFile(agent, { url: 'https://agents.example.org/' }).file.services[0].endpoint
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export function registrationFile(agent: RegisteredAgent, options: RegistrationOptions): BuiltRegistration {
  const { id, entry } = agent
  // Of the card only texts are taken.
  const { card, findings } = agentCard(agent, { url: options.url ?? nowhere })
  const hints = registrationHints(entry, id)
  const { registrations, problems } =
    options.registrations === undefined
      ? chainRegistrations(entry.erc8004, { id, url: options.url ?? nowhere })
      : { registrations: options.registrations, problems: [] }
  const image = hints.image ?? options.image ?? card.iconUrl
  const trust = entry.erc8004?.supportedTrust ?? ['reputation']
  const file: RegistrationFile = withoutUndefined({
    type: registrationType,
    name: card.name,
    description: card.description,
    image,
    services: servicesOf(agent, { ...options, skills: card.skills.map((skill) => skill.id), hints }),
    // Whatever the registry says of payment: nothing here charges, and everything runs for nothing.
    x402Support: false,
    active: options.active ?? hints.active ?? false,
    registrations: registrations.length === 0 ? undefined : registrations,
    supportedTrust: trust.length === 0 ? undefined : trust,
  })
  // Of the card only what also stands in this file.
  const shared = findings.filter(({ subject }) => subject === `${id}: name` || subject === `${id}: description`)
  return { file, findings: [...shared, ...hints.findings, ...problems, ...lintRegistration(file, { subject: id })] }
}

type ServiceSources = Pick<RegistrationOptions, 'url' | 'mcp' | 'webUrl'> & {
  /** Ids of those of the card. */
  readonly skills: readonly string[]
  readonly hints: ReturnType<typeof registrationHints>
}

function servicesOf({ id, entry }: RegisteredAgent, { url, mcp, webUrl, skills, hints }: ServiceSources) {
  const nostr = nostrAddressOf(entry)
  const found: RegistrationService[] = []
  if (url !== undefined) {
    const endpoint = `${parseBaseUrl(url).href}${publishedPaths(id).card}`
    found.push({ name: 'A2A', endpoint, version: '1.0', a2aSkills: skills })
  }
  if (mcp !== undefined) found.push({ name: 'MCP', endpoint: mcp.url, version: mcp.version })
  if (webUrl !== undefined) found.push({ name: 'web', endpoint: webUrl })
  if (hints.skills.length > 0 || hints.domains.length > 0)
    found.push({
      name: 'OASF',
      // The taxonomy itself: the paths below mean something only together with it.
      endpoint: 'https://github.com/agntcy/oasf/',
      version: '0.8',
      ...(hints.skills.length === 0 ? {} : { skills: hints.skills }),
      ...(hints.domains.length === 0 ? {} : { domains: hints.domains }),
    })
  if (nostr !== undefined) found.push({ name: 'nostr', endpoint: nostr })
  return [...found, ...hints.services]
}

function chainRegistrations(erc8004: AgentErc8004 | undefined, { id, url }: { id: string; url: string }) {
  const registrations: Registration[] = []
  const problems: Finding[] = []
  for (const [index, { chainId, identityRegistry, agentId }] of (erc8004?.chainRegistrations ?? []).entries()) {
    const agentRegistry = agentRegistryId(chainId, identityRegistry)
    const number = /^\d+$/.test(String(agentId)) ? Number(agentId) : Number.NaN
    if (isLeftOutUnder(agentRegistry, url))
      problems.push(
        warningFinding('ERC8004_REGISTRATION_LOCAL', `${id}: erc8004.chainRegistrations[${index}]`, {
          message: `${JSON.stringify(agentId)} at ${agentRegistry} is of a chain of this machine and was left out.`,
          hint: 'Others can not look it up: register on a public network. To try it with `datacortex chain dev`, publish under an address of this machine.',
        }),
      )
    else if (parseAgentRegistry(agentRegistry) !== undefined && Number.isSafeInteger(number))
      registrations.push({ agentId: number, agentRegistry })
    else
      problems.push(
        errorFinding('ERC8004_CHAIN_REGISTRATION_INVALID', `${id}: erc8004.chainRegistrations[${index}]`, {
          message: `${JSON.stringify(agentId)} at ${agentRegistry} is no identity and was left out.`,
          hint: 'It needs a decimal `chainId`, an `identityRegistry` of 0x and 40 digits, and an `agentId` of at most 2^53 - 1.',
        }),
      )
  }
  return { registrations, problems }
}
