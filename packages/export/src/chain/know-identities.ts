import type { RegisteredAgent, Registry } from '@datacortex/registry'
import type { CodedError } from '@datacortex/errors'
import { isAddressEqual } from 'viem'
import type { AgentFiles } from './agent-file.ts'
import type { Chain } from './connect-chain.ts'
import {
  IdentityMissingError,
  IdentityTransferredError,
  IdentityUnclearError,
  TransactionPendingError,
} from './errors.ts'
import { inParallel } from './in-parallel.ts'
import type { Intent, Journal } from './journal.ts'
import type { Identity } from './read-identity.ts'
import { countIdentities, readIdentity } from './read-identity.ts'
import { scanRegistrations } from './scan-registrations.ts'
import type { Session } from './session.ts'

/** Where an agent stands on a chain. */
export type Standing =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'identity'
      readonly agentId: bigint
      readonly identity: Identity
      readonly origin: 'registry' | 'journal' | 'events'
    }
  /** The journal has its signed transaction, but the chain does not show it. */
  | { readonly kind: 'open'; readonly intent: Intent }
  | { readonly kind: 'refused'; readonly error: CodedError }

/** What is known, and where to look. */
export type KnowOptions = {
  readonly agents: readonly RegisteredAgent[]
  readonly registry: Registry
  readonly journal: Journal
  readonly files: AgentFiles
  readonly fromBlock?: bigint | undefined
  /** Identities of the account that nobody recorded are none of these agents. */
  readonly acceptUnknown?: boolean | undefined
}

/**
 * Where agents stand on the chain, by agents.yaml, the journal and the events of the registry, each checked on the chain.
 *
 * @param session - Opened.
 * @param options - Agents and sources.
 */
export async function knowIdentities(session: Session, options: KnowOptions): Promise<ReadonlyMap<string, Standing>> {
  const { chain } = session
  const { agents, files } = options
  const claims = claimedIdentities(chain, options)
  const standings = new Map<string, Standing>()
  const seen = await inParallel(agents, async (agent) => {
    const claim = claims.get(agent.id)
    const identity = claim === undefined ? undefined : await readIdentity(chain, claim.agentId)
    // A local chain that started anew gives old numbers to others.
    const isOurs =
      identity !== undefined &&
      claim !== undefined &&
      (!chain.isLocal || claim.intent !== undefined || (await files.isOf(agent, { ...identity, ...claim })))
    return { agent, claim, identity: isOurs ? identity : undefined }
  })
  for (const { agent, claim, identity } of seen) {
    const open = openRegistration(options.journal, { chain, id: agent.id })
    standings.set(agent.id, standing(session, { id: agent.id, claim, identity, open }))
  }
  refuseShared(session, { claims, standings })
  await addFromEvents(session, { ...options, standings, claims })
  return standings
}

/** An identity that a file says an agent has. */
export type Claim = {
  readonly agentId: bigint
  readonly origin: 'registry' | 'journal'
  readonly intent?: Intent | undefined
}

function standing(
  { chain, signer }: Session,
  {
    id,
    claim,
    identity,
    open,
  }: {
    readonly id: string
    readonly claim: Claim | undefined
    readonly identity: Identity | undefined
    readonly open: Intent | undefined
  },
): Standing {
  const refused = (error: CodedError): Standing => ({ kind: 'refused', error })
  if (open !== undefined && !isAddressEqual(open.planned.owner, signer.address))
    return refused(
      new TransactionPendingError({
        hash: open.signed.at(-1)?.tx ?? '',
        reason: `it registers ${id} for ${open.planned.owner}, whose key has to finish it`,
      }),
    )
  if (open !== undefined) return { kind: 'open', intent: open }
  if (claim === undefined) return { kind: 'none' }
  const agentId = String(claim.agentId)
  if (identity === undefined) {
    // After a reorganisation the signed transaction is still good, and no second one may be made.
    if (claim.intent !== undefined && claim.intent.signed.length > 0) return { kind: 'open', intent: claim.intent }
    return chain.isLocal ? { kind: 'none' } : refused(new IdentityMissingError({ id, agentId }))
  }
  if (!isAddressEqual(identity.owner, signer.address))
    return refused(new IdentityTransferredError({ id, agentId, owner: identity.owner }))
  return { kind: 'identity', agentId: claim.agentId, identity, origin: claim.origin }
}

/** An identity of two agents: updating one would take it from the other. */
function refuseShared(
  { chain, signer }: Session,
  { claims, standings }: { readonly claims: ReadonlyMap<string, Claim>; readonly standings: Map<string, Standing> },
): void {
  for (const [id, standing] of standings) {
    if (standing.kind !== 'identity') continue
    const others = [...claims].filter(([other, { agentId }]) => other !== id && agentId === standing.agentId)
    // The journal is right where agents.yaml says something else, and always on a local chain.
    const isProven = claims.get(id)?.intent !== undefined || chain.isLocal
    const known = others.filter(([, { intent }]) => intent !== undefined || !isProven)
    const names = known.map(([other]) => `agent ${standing.agentId}, which is ${other} too`)
    if (names.length > 0)
      standings.set(id, { kind: 'refused', error: new IdentityUnclearError({ owner: signer.address, unknown: names }) })
  }
}

/** What agents.yaml and the journal say, of all agents. */
export function claimedIdentities(
  chain: Chain,
  { registry, journal }: Pick<KnowOptions, 'registry' | 'journal'>,
): Map<string, Claim> {
  const claims = new Map<string, Claim>()
  for (const intent of registrations(journal, chain))
    if (intent.state === 'verified' && intent.mined !== undefined)
      claims.set(intent.planned.agent, { agentId: BigInt(intent.mined.agent_id), origin: 'journal', intent })
  for (const { id, entry } of registry.agents.values()) {
    const recorded = entry.erc8004?.chainRegistrations?.find(
      ({ chainId, identityRegistry }) =>
        chainId === String(chain.chainId) && identityRegistry.toLowerCase() === chain.identity.toLowerCase(),
    )
    if (recorded === undefined || !/^\d{1,78}$/.test(String(recorded.agentId))) continue
    const agentId = BigInt(recorded.agentId)
    const known = claims.get(id)
    if (known?.agentId === agentId) claims.set(id, { ...known, origin: 'registry' })
    // The journal of a local chain belongs to this very chain, agents.yaml perhaps to an earlier one.
    else if (known === undefined || !chain.isLocal) claims.set(id, { agentId, origin: 'registry' })
  }
  return claims
}

/** The registration of an agent that was signed and whose end nobody knows. */
export function openRegistration(journal: Journal, { chain, id }: { chain: Chain; id: string }): Intent | undefined {
  return registrations(journal, chain).findLast(({ planned, state }) => planned.agent === id && state === 'open')
}

function registrations(journal: Journal, chain: Chain): readonly Intent[] {
  return journal
    .intents()
    .filter(({ planned }) => planned.op === 'register' && isAddressEqual(planned.registry, chain.identity))
}

/** Looks for identities that neither file knows, if the account has more than they say. */
async function addFromEvents(
  session: Session,
  {
    agents,
    files,
    fromBlock,
    acceptUnknown = false,
    standings,
    claims,
  }: KnowOptions & { readonly standings: Map<string, Standing>; readonly claims: ReadonlyMap<string, Claim> },
): Promise<void> {
  const { chain, signer } = session
  const without = agents.filter(({ id }) => standings.get(id)?.kind === 'none')
  if (without.length === 0) return
  const owner = signer.address
  const balance = await countIdentities(chain, owner)
  if (balance === 0n) return
  const isOwn = async (agentId: bigint): Promise<boolean> => {
    const identity = await readIdentity(chain, agentId)
    return identity !== undefined && isAddressEqual(identity.owner, owner)
  }
  // On a local chain agents.yaml may tell the numbers of an earlier one: they prove nothing.
  const trusted = [...claims.values()].filter(({ intent }) => !chain.isLocal || intent !== undefined)
  const accounted = new Set(trusted.map(({ agentId }) => agentId))
  const own = await inParallel([...accounted], isOwn)
  let unaccounted = balance - BigInt(own.filter(Boolean).length)
  if (unaccounted === 0n) return
  const registered = await scanRegistrations(chain, { owner, fromBlock })
  const found = registered.filter(({ agentId }) => !accounted.has(agentId))
  const unclear: string[] = []
  for (const one of found) {
    const identity = await readIdentity(chain, one.agentId)
    if (identity === undefined || !isAddressEqual(identity.owner, owner)) continue
    unaccounted -= 1n
    const agent = await firstOf(agents, async (candidate) => {
      const isFree = standings.get(candidate.id)?.kind === 'none'
      return isFree && (await files.isOf(candidate, { uri: identity.uri, agentId: one.agentId }))
    })
    if (agent !== undefined)
      standings.set(agent.id, { kind: 'identity', agentId: one.agentId, identity, origin: 'events' })
    // What an IPFS address stood for yesterday can't be told from the address.
    else if (identity.uri === '' || (files.scheme === 'ipfs' && identity.uri.startsWith('ipfs:')))
      unclear.push(`agent ${one.agentId}`)
  }
  if (unaccounted > 0n) unclear.push(`${unaccounted} more that its events do not show`)
  if (unclear.length === 0 || acceptUnknown) return
  const error = new IdentityUnclearError({ owner, unknown: unclear })
  for (const { id } of without) if (standings.get(id)?.kind === 'none') standings.set(id, { kind: 'refused', error })
}

async function firstOf<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await test(item)) return item
  return undefined
}
