import { CodedError, attempt, codedError } from '@datacortex/errors'
import { relativeParts } from '@datacortex/platform'
import { exportError } from '../errors.ts'

/** Files that are published once for all agents. */
export const wellKnownPaths = {
  catalog: '.well-known/ai-catalog.json',
  domainProof: '.well-known/agent-registration.json',
  keys: '.well-known/jwks.json',
} as const

/**
 * Where an agent is published: one place for exports, for the server and for the chain.
 * @param id - Of the agent; becomes part of addresses, file names and URNs as it is.
 * @throws `EXPORT_AGENT_ID_UNPUBLISHABLE` if it can't be all of these.
 * @example publishedPaths('writer').card // 'agents/writer/.well-known/agent-card.json'
 */
export function publishedPaths(id: string) {
  const reason = unpublishable(id)
  if (reason !== undefined) throw exportError('EXPORT_AGENT_ID_UNPUBLISHABLE', { id, reason })
  const folder = `agents/${id}`
  return {
    card: `${folder}/.well-known/agent-card.json`,
    /** JSON-RPC is posted here; the paths of the REST binding lie below. */
    endpoint: `${folder}/a2a`,
    /** What `agentURI` of ERC-8004 resolves to. */
    registration: `${folder}/agent-registration.json`,
  }
}

/** Why an id can't be published; undefined if it can. */
export function unpublishable(id: string): string | undefined {
  if (id.length > 200) return `its id has ${id.length} characters, the most is 200`
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(id))
    return 'its id has characters that addresses, file names or URNs do not allow'
  const parts = attempt(() => relativeParts(id), codedError)
  return CodedError.is(parts) ? 'its id is a name that some systems reserve' : undefined
}
