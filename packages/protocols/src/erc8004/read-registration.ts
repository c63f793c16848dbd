import { isRecord } from '@datacortex/platform'
import type { ReadAgent } from '../a2a/read-card.ts'
import { recordsIn, textIn, textsIn } from '../outside-json.ts'
import { plainLink } from '../same-agent.ts'
import { type ChainIdentity, parseAgentRegistry } from './agent-registry.ts'

/** What a registration file of ERC-8004 says. */
export type ReadRegistration = ReadAgent & {
  /** Identities that the file claims; only one that also leads to the file is its own. */
  readonly identities: readonly ChainIdentity[]
  readonly services: readonly { readonly name: string; readonly endpoint: string }[]
  readonly active: boolean
}

/**
 * Reads a registration file as others write it: `services` or the `endpoints` of older drafts.
 * @returns Undefined if it has no name.
 * @example readRegistration(JSON.parse(text))?.services
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export function readRegistration(file: unknown): ReadRegistration | undefined {
  const name = textIn(file, 'name')
  if (name === undefined || !isRecord(file)) return undefined
  const listed = recordsIn(file, 'services')
  const all = listed.length > 0 ? listed : recordsIn(file, 'endpoints')
  const services = all.flatMap((one) => {
    const [title, endpoint] = [textIn(one, 'name'), textIn(one, 'endpoint')]
    return title === undefined || endpoint === undefined ? [] : [{ name: title, endpoint }]
  })
  const identities = recordsIn(file, 'registrations').flatMap(({ agentId, agentRegistry }) => {
    const isId = typeof agentId === 'number' && Number.isSafeInteger(agentId) && agentId >= 0
    const isRegistry = typeof agentRegistry === 'string' && parseAgentRegistry(agentRegistry) !== undefined
    return isId && isRegistry ? [{ agentId, agentRegistry }] : []
  })
  const isLinked = ({ name: of }: { readonly name: string }): boolean => /^(?:a2a|nostr)$/i.test(of)
  return {
    name,
    description: textIn(file, 'description') ?? '',
    skills: all.flatMap((one) => [...textsIn(one, 'a2aSkills'), ...textsIn(one, 'skills')]),
    tags: all.flatMap((one) => textsIn(one, 'domains')),
    tools: all.flatMap((one) => textsIn(one, 'mcpTools')),
    links: [
      ...services.filter(isLinked).map(({ endpoint }) => plainLink(endpoint)),
      ...identities.map(({ agentRegistry, agentId }) => identityName(agentRegistry, agentId)),
    ],
    identities,
    services,
    active: file['active'] !== false,
  }
}

/**
 * How an identity is named everywhere: `eip155:<chain id>:<registry>:<agent id>`, in lower case.
 * @example identityName('eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432', 7)
 */
export function identityName(agentRegistry: string, agentId: number | bigint): string {
  return `${agentRegistry}:${agentId}`.toLowerCase()
}
