import type { RegisteredAgent } from '@datacortex/registry'
import { unpublishable } from '../publish/published-paths.ts'
import type { BuiltRegistration } from './build-registration.ts'
import type { Registration } from './registration-file.ts'

/** What a domain serves under `/.well-known/agent-registration.json` to prove that it stands behind identities. */
export type DomainProof = { readonly registrations: readonly Registration[] }

/**
 * The agents whose identities a domain stands behind: those that have one and were not removed, deprecated ones too.
 * @example domainProof(provenAgents(registry.agents.values()).map((agent) => registrationFile(agent, { url }).file))
 */
export function provenAgents(agents: Iterable<RegisteredAgent>): readonly RegisteredAgent[] {
  return [...agents].filter(({ id, entry }) => {
    const isGone = unpublishable(id) !== undefined || entry.removed === true || entry.alias !== undefined
    return !isGone && (entry.erc8004?.chainRegistrations ?? []).length > 0
  })
}

/**
 * The proof for all agents of a domain.
 * @param files - Registration files of the agents; those without identity add nothing.
 * @example domainProof([file]).registrations
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export function domainProof(files: readonly BuiltRegistration['file'][]): DomainProof {
  return { registrations: files.flatMap(({ registrations = [] }) => registrations) }
}
