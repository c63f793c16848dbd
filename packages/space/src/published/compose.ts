import type { AiCatalog, CatalogEntry, DomainProof } from '@datacortex/export'
import { aiCatalog, domainProof, parseBaseUrl, provenAgents, registrationFile } from '@datacortex/export'
import type { RegisteredAgent } from '@datacortex/registry'
import { guideAgent } from './guide-agent.ts'

export const routerCardPath = '.well-known/agent-card.json'

/** Where the router answers A2A. */
export const routerEndpointPath = 'a2a'

export function catalogueEntry(agent: RegisteredAgent, base: string): CatalogEntry | undefined {
  return aiCatalog([agent], { url: base }).catalog.entries[0]
}

/** The catalogue of all agents, with the router, and with the search that answers under the same address. */
export function catalogueOf(agents: readonly RegisteredAgent[], base: string): AiCatalog {
  const { catalog } = aiCatalog([guideAgent, ...agents], { url: base, searchUrl: base })
  const [router, ...others] = catalog.entries
  if (router === undefined) return catalog
  const identifier = `urn:air:${parseBaseUrl(base).hostname}:router:${guideAgent.id}`
  return { ...catalog, entries: [{ ...router, identifier, url: `${base}${routerCardPath}` }, ...others] }
}

/** The proof that this domain stands behind the identities of its agents; undefined if none has one. */
export function proofOf(agents: Iterable<RegisteredAgent>, base: string): DomainProof | undefined {
  const proof = domainProof(provenAgents(agents).map((agent) => registrationFile(agent, { url: base }).file))
  return proof.registrations.length === 0 ? undefined : proof
}
