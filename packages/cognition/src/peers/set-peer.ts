import { foldedName } from '@datacortex/platform'
import type { Mind, Writing } from '../mind.ts'
import { changePeers } from './change-peers.ts'
import { cognitionError } from '../errors.ts'
import { type Peer, usualMention } from './peer.ts'
import { peersPlace } from './read-peers.ts'

type Given = Pick<Peer, 'uid' | 'role' | 'mention_syntax' | 'status' | 'capabilities' | 'notes'>

export type SetPeerOptions = { readonly [Field in keyof Given]?: Given[Field] | undefined } & Writing & {
    readonly isRemoved?: boolean | undefined
  }

/**
 * Writes for the user who a peer is: adds it, changes what is given, or takes it out. What was found of it is the user's from then on.
 *
 * @param mind - Of the agent whose peer it is.
 * @param name - Of the peer; or its uid, for one that is there.
 * @param options - What is to stand there.
 * @returns The peer as it is then, or was.
 * @throws `COGNITION_PEER_UNKNOWN` without a uid for a new one, `COGNITION_PEER_TWICE`, `COGNITION_PEERS_INVALID`.
 * @example await setPeer(mind, 'Bo', { status: 'muted' })
 */
export async function setPeer(mind: Mind, name: string, options: SetPeerOptions): Promise<Peer> {
  const { isRemoved = false, now = new Date(), dryRun, signal, ...given } = options
  const place = peersPlace(mind)
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  let known: Peer | undefined
  const set = (): Peer => {
    const uid = given.uid ?? known?.uid
    if (uid === undefined || (isRemoved && known === undefined))
      throw cognitionError('COGNITION_PEER_UNKNOWN', { peer: name, file: place.shown })
    const { origin: _, ...before } = known ?? { name, role: '', status: 'active', capabilities: [], notes: '' }
    const mention = known?.uid === uid ? known.mention_syntax : usualMention({ name: before.name, uid })
    return { ...before, mention_syntax: mention, ...asked, uid }
  }
  const change = (peers: readonly Peer[]): readonly Peer[] => {
    known = peers.find((peer) => peer.uid === name || foldedName(peer.name) === foldedName(name))
    const peer = set()
    if (isRemoved) return peers.filter((other) => other !== known)
    return known === undefined ? [...peers, peer] : peers.map((other) => (other === known ? peer : other))
  }
  await changePeers(place, change, { writer: 'user', now, dryRun, signal })
  return set()
}
