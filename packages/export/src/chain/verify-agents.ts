import { type SpacePaths, inTurns, jsonOf } from '@datacortex/platform'
import { identityName, provesDomain } from '@datacortex/protocols'
import type { Registration } from '../erc8004/registration-file.ts'
import type { Finding } from '@datacortex/errors'
import { type FoundDefinition, type LinkCheck, checkLinks } from '../nostr/check-links.ts'
import { isLoopback, parseBaseUrl } from '../publish/base-url.ts'
import { wellKnownPaths } from '../publish/published-paths.ts'
import type { AgentFiles } from './identities/agent-file.ts'
import { differingFields } from './identities/differing-fields.ts'
import { type UriContent, readUri } from './identities/read-uri.ts'
import { type AgentStatus, type KnownStatus, type StatusOptions, readStatus } from './status-agents.ts'

export type VerifyCheck = {
  /** The chain against agents.yaml; the file at the URI; what it says of the chain; the proof of the domain; Nostr. */
  readonly check: 'chain' | 'file' | 'registrations' | 'domain' | LinkCheck['check']
  /** Undefined: could not be told. */
  readonly ok: boolean | null
  readonly detail: string
}

/** What an agent's proofs are worth. */
export type AgentVerification = Pick<AgentStatus, 'id' | 'registry' | 'agent_id'> & {
  /** Whether nothing is wrong; what could not be told is not wrong. */
  readonly verified: boolean
  readonly checks: readonly VerifyCheck[]
}

/**
 * Compares registry, file at the URI, chain and domain proof, as a stranger would see them.
 * @param options - As for {@link statusAgents}. Addresses of this machine are read only if `url` is one.
 * @throws As {@link statusAgents}.
 * @example (await verifyAgents(paths, { ids: ['writer'], url: 'https://agents.example.org/', rpc })).results[0]?.verified
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export async function verifyAgents(
  paths: SpacePaths,
  options: StatusOptions & {
    /** What relays have of an agent that is on Nostr too. */
    readonly definitionOf?: ((id: string) => FoundDefinition | undefined) | undefined
  },
): Promise<{ readonly results: readonly AgentVerification[]; readonly findings: readonly Finding[] }> {
  const { files, results, findings } = await readStatus(paths, options)
  const base = options.url === undefined ? undefined : parseBaseUrl(options.url)
  const reading = { allowLoopback: base !== undefined && isLoopback(base), signal: options.signal }
  const proof: UriContent =
    base === undefined
      ? { ok: false, reason: 'no --url names a domain' }
      : await readUri(new URL(`/${wellKnownPaths.domainProof}`, base).href, reading)
  return {
    results: await inTurns(results, { atOnce: 8 }, async (known) => {
      const file = known.status.uri === null ? undefined : await readUri(known.status.uri, reading)
      const verified = await verification(known, { files, file, proof })
      const definition = options.definitionOf?.(known.agent.id)
      if (definition === undefined) return verified
      const { registry, agent_id: number } = known.status
      const identity =
        number === null || file === undefined ? undefined : { name: identityName(registry, BigInt(number)), file }
      const links = await checkLinks(known.agent, { definition, readingOf: () => reading, identity })
      const checks = [...verified.checks, ...links]
      return { ...verified, verified: checks.every(({ ok }) => ok !== false), checks }
    }),
    findings,
  }
}

async function verification(
  { agent, agentId, status }: KnownStatus,
  { files, file, proof }: { files: AgentFiles; file: UriContent | undefined; proof: UriContent },
): Promise<AgentVerification> {
  const { id, registry, agent_id } = status
  const checks: VerifyCheck[] = [{ check: 'chain', ok: status.status === 'registered', detail: status.status }]
  if (agentId !== undefined && file !== undefined) {
    const identity: Registration = { agentId: Number(agentId), agentRegistry: registry }
    const expected = files.build(agent, { agentId, before: status.uri ?? '' }).file
    checks.push(...checkFile(file, { expected, identity }), checkProof(proof, identity))
  }
  return { id, registry, agent_id, verified: checks.every(({ ok }) => ok !== false), checks }
}

function checkFile(
  file: UriContent,
  { expected, identity }: { expected: unknown; identity: Registration },
): readonly VerifyCheck[] {
  if (!file.ok) {
    const ok = file.reason.startsWith('IPFS') ? null : false
    return [{ check: 'file', ok, detail: file.reason }]
  }
  const found = jsonOf(file.text)
  if (found === undefined) return [{ check: 'file', ok: false, detail: 'it is no JSON' }]
  const differing = differingFields(found, expected)
  const isNamed = provesDomain(found, identity)
  const same = differing.length === 0
  const detail = same ? 'as the registry has it' : `differs in ${differing.slice(0, 10).join(', ')}`
  return [
    { check: 'file', ok: same, detail },
    { check: 'registrations', ok: isNamed, detail: `it ${isNamed ? 'names' : 'does not name'} this identity` },
  ]
}

function checkProof(proof: UriContent, identity: Registration): VerifyCheck {
  // The standard leaves it to the domain whether it proves anything.
  if (!proof.ok) return { check: 'domain', ok: null, detail: proof.reason }
  const ok = provesDomain(jsonOf(proof.text), identity)
  return { check: 'domain', ok, detail: `the domain ${ok ? 'names' : 'does not name'} this identity` }
}
