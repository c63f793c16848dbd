import { type Approvable, approvalOf, approve, revokeApproval, sha256 } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import type { Mind } from '../mind.ts'
import type { Peer } from './peer.ts'
import { readPeers } from './read-peers.ts'

/**
 * Lets no agent have to do with a peer that it muted.
 *
 * @param mind - Of the agent that muted or did not.
 * @param uids - By which the agent is known that it asks, or that asks it.
 * @returns The peer, if it is one.
 * @throws `COGNITION_PEER_MUTED`; `COGNITION_PEERS_INVALID` if who is muted can't be known.
 * @example await refuseMuted(mind, ['43'])
 */
export async function refuseMuted(mind: Mind, uids: readonly string[]): Promise<Peer | undefined> {
  const peers = (await readPeers(mind)).peers.filter(({ uid }) => uids.includes(uid) && uid !== mind.identity.uid)
  const muted = peers.find(({ status }) => status === 'muted')
  if (muted !== undefined) throw cognitionError('COGNITION_PEER_MUTED', { agent: mind.identity.name, peer: muted.name })
  return peers[0]
}

/**
 * Lets no agent hand a task over to a peer before the user agreed to it.
 *
 * @param mind - Of the agent that hands it over.
 * @param peer - Who gets it.
 * @throws `COGNITION_CONSENT_MISSING`
 * @example await requireConsent(mind, peer)
 */
export async function requireConsent(mind: Mind, peer: Peer): Promise<void> {
  if ((await approvalOf(delegation(mind, peer))) === undefined)
    throw cognitionError('COGNITION_CONSENT_MISSING', { agent: mind.agent, name: mind.identity.name, peer: peer.name })
}

/**
 * Remembers in the folder of the user, outside of the space, whether an agent may hand tasks over to a peer.
 *
 * @param mind - Of the agent.
 * @param peer - By its uid: another agent of that name is asked about anew.
 * @param isAllowed - False takes it back.
 * @example await consent(mind, peer, { isAllowed: true })
 */
export async function consent(mind: Mind, peer: Peer, { isAllowed }: { readonly isAllowed: boolean }): Promise<void> {
  await (isAllowed ? approve(delegation(mind, peer)) : revokeApproval(delegation(mind, peer)))
}

function delegation({ paths, agent, identity }: Mind, peer: Peer): Approvable {
  const folder = paths.trust?.boundTo ?? paths.root
  const facts = { of: `hands over to ${peer.name}`, folder, from: identity.uid, to: peer.uid }
  const digest = sha256(JSON.stringify([folder, identity.uid, peer.uid]))
  return { kind: 'approved-delegations', at: `peers.${agent}.${peer.uid}`, digest, facts }
}
