import { type RegisteredAgent, type Registry, currentId } from '@datacortex/registry'
import type { CodedError } from '@datacortex/errors'
import { isAddressEqual } from 'viem'
import { inTurns } from '@datacortex/platform'
import type { AgentFiles } from './agent-file.ts'
import { type Claim, claimedIdentities, openRegistrations, trustedClaims } from './claimed-identities.ts'
import { chainError } from '../errors.ts'
import { type Intent, type Journal, waitsForOwner } from '../journal/journal.ts'
import { ownedIdentities } from './owned-identities.ts'
import { type ProvenClaim, proveClaim } from './prove-claim.ts'
import { type Identity, countIdentities, readIdentity } from './read-identity.ts'
import type { Session } from '../send/session.ts'

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

export type KnowOptions = {
  readonly agents: readonly RegisteredAgent[]
  readonly registry: Registry
  readonly journal: Journal
  readonly files: AgentFiles
  readonly fromBlock?: number | undefined
  /** Identities of the account that nobody recorded are none of these agents. */
  readonly acceptUnknown?: boolean | undefined
}

type Known = KnowOptions & { readonly standings: Map<string, Standing>; readonly claims: ReadonlyMap<string, Claim> }

/** Where agents stand, by agents.yaml, the journal and the registry's events, each checked on the chain. */
export async function knowIdentities(session: Session, options: KnowOptions): Promise<ReadonlyMap<string, Standing>> {
  const { chain } = session
  const { agents, files } = options
  const claims = claimedIdentities(chain, options)
  const standings = new Map<string, Standing>()
  const opens = openRegistrations(chain, options)
  const seen = await inTurns(agents, { atOnce: 8 }, async (agent) => {
    const claim = claims.get(agent.id)
    return { id: agent.id, proven: claim && (await proveClaim(chain, { agent, claim, files })) }
  })
  for (const { id, proven } of seen) {
    standings.set(id, standing(session, { id, proven, open: opens.get(id) }))
    if (proven !== undefined) claims.set(id, proven.claim)
  }
  refuseShared(session, { ...options, claims, standings })
  await addFromEvents(session, { ...options, standings, claims })
  return standings
}

function standing(
  { chain, signer }: Session,
  { id, proven, open }: { id: string; proven: ProvenClaim | undefined; open: Intent | undefined },
): Standing {
  const [claim, identity] = [proven?.claim, proven?.identity]
  const refused = (error: CodedError): Standing => ({ kind: 'refused', error })
  // After a reorganisation the signed transaction is still good, and no second one may be made.
  const lost = identity === undefined && (claim?.intent?.signed.length ?? 0) > 0 ? claim?.intent : undefined
  const unsettled = open ?? lost
  if (unsettled !== undefined && !isAddressEqual(unsettled.planned.owner, signer.address))
    return refused(waitsForOwner(unsettled, `registers ${id}`))
  if (unsettled !== undefined) return { kind: 'open', intent: unsettled }
  if (claim === undefined) return { kind: 'none' }
  const agentId = String(claim.agentId)
  if (identity === undefined)
    return chain.isLocal ? { kind: 'none' } : refused(chainError('EXPORT_IDENTITY_MISSING', { id, agentId }))
  if (!isAddressEqual(identity.owner, signer.address))
    return refused(chainError('EXPORT_IDENTITY_TRANSFERRED', { id, agentId, owner: identity.owner }))
  return { kind: 'identity', agentId: claim.agentId, identity, origin: claim.origin }
}

/** An identity of two agents in use: updating one would take it from the other. */
function refuseShared({ chain, signer }: Session, { registry, claims, standings }: Known): void {
  for (const [id, standing] of standings) {
    if (standing.kind !== 'identity') continue
    // The journal is right where agents.yaml says something else, and a local chain's were proven by their URIs.
    if (claims.get(id)?.intent !== undefined || chain.isLocal) continue
    const known = [...claims].filter(
      ([other, { agentId }]) => other !== id && agentId === standing.agentId && currentId(registry, other) === other,
    )
    const names = known.map(([other]) => `agent ${standing.agentId}, which is ${other} too`)
    if (names.length > 0)
      standings.set(id, {
        kind: 'refused',
        error: chainError('EXPORT_IDENTITY_UNCLEAR', { owner: signer.address, unknown: names }),
      })
  }
}

/** Looks for identities that neither file knows, if the account has more than they say. */
async function addFromEvents(
  { chain, signer }: Session,
  { agents, files, fromBlock, acceptUnknown = false, standings, claims }: Known,
): Promise<void> {
  const without = agents.filter(({ id }) => standings.get(id)?.kind === 'none')
  if (without.length === 0) return
  const owner = signer.address
  const balance = await countIdentities(chain, owner)
  if (balance === 0n) return
  const isOwn = async (agentId: bigint): Promise<boolean> => {
    const identity = await readIdentity(chain, agentId)
    return identity !== undefined && isAddressEqual(identity.owner, owner)
  }
  const accounted = new Set(trustedClaims(chain, claims).map(([, { agentId }]) => agentId))
  const own = await inTurns([...accounted], { atOnce: 8 }, isOwn)
  let unaccounted = balance - BigInt(own.filter(Boolean).length)
  if (unaccounted === 0n) return
  const unclear: string[] = []
  for (const identity of await ownedIdentities(chain, { owner, fromBlock, known: accounted })) {
    const { agentId, uri } = identity
    unaccounted -= 1n
    const agent = await firstOf(agents, async (candidate) => {
      const isFree = standings.get(candidate.id)?.kind === 'none'
      return isFree && (await files.isOf(candidate, { uri, agentId }))
    })
    if (agent !== undefined) standings.set(agent.id, { kind: 'identity', agentId, identity, origin: 'events' })
    // What an IPFS address stood for yesterday can't be told from the address.
    else if (uri === '' || (files.scheme === 'ipfs' && uri.startsWith('ipfs:'))) unclear.push(`agent ${agentId}`)
  }
  if (unaccounted > 0n) unclear.push(`${unaccounted} more that its events do not show`)
  if (unclear.length === 0 || acceptUnknown) return
  const error = chainError('EXPORT_IDENTITY_UNCLEAR', { owner, unknown: unclear })
  for (const { id } of without) if (standings.get(id)?.kind === 'none') standings.set(id, { kind: 'refused', error })
}

async function firstOf<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await test(item)) return item
  return undefined
}
