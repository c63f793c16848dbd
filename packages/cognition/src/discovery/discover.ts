import { basename, isAbsolute } from 'node:path'
import { type CodedError, type Finding, findingOf, whenCoded } from '@datacortex/errors'
import { type Settings, type SpacePaths, resolveInside } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import type { Mind } from '../mind.ts'
import { changePeers } from '../peers/change-peers.ts'
import { cognitionError } from '../errors.ts'
import { type Peer, conflict, usualMention } from '../peers/peer.ts'
import { type PeersPlace, findPeer, keptFile, peersPlace, readPeersFile } from '../peers/read-peers.ts'
import { readHandshake } from './handshake.ts'

/** How agents find each other beside the file of the user; `ttl_hours`: after how long without a sign a peer is inactive. */
export type Discovery = Settings['minds']['discovery']

/** What an A2A card says of an agent. */
export type CardFacts = Pick<Peer, 'name' | 'role'> & {
  /** Where it answers. */
  readonly url?: string | undefined
}

type Found = Omit<Peer, 'mention_syntax' | 'notes'> & Partial<Pick<Peer, 'mention_syntax'>>

type Options = {
  readonly discovery: Discovery
  /** Reads a card. */
  readonly card?: ((address: string) => Promise<CardFacts>) | undefined
  readonly now?: Date | undefined
  readonly signal?: AbortSignal | undefined
}

/** What became of looking for peers. */
export type Discovered = {
  readonly agent: string
  readonly kinds: readonly string[]
  /** File of the registry that the agent announced itself in; null if it has none, or could not. */
  readonly announced: string | null
  readonly peers: readonly Peer[]
  readonly findings: readonly Finding[]
}

/**
 * Which kinds of discovery are used: what the user writes is always one.
 *
 * @param discovery - From the settings.
 * @example discoveryKinds({ cards: [], handshakes: true, ttl_hours: 24 }) // ['static', 'handshake']
 */
export function discoveryKinds({ registry, cards, handshakes }: Discovery): readonly string[] {
  return [
    'static',
    ...(registry === undefined ? [] : [`registry ${registry}`]),
    ...(cards.length === 0 ? [] : ['cards']),
    ...(handshakes ? ['handshake'] : []),
  ]
}

/**
 * Registers an agent with its own peers, announces it and takes in whom it finds, by all kinds of discovery that the settings name:
 * a sign of life, too. What the user wrote of a peer stays, and so does that it is muted; who showed nothing of itself for too long is inactive.
 *
 * @param mind - Of the agent.
 * @param options - `discovery` from the settings; `card`: how a card is read; `now`; `signal`.
 * @throws `COGNITION_PEERS_INVALID` if its own file is damaged, `COGNITION_PEER_TWICE` if another peer has its name; what is wrong elsewhere is a finding.
 * @example (await discoverPeers(mind, { discovery })).peers
 */
export async function discoverPeers(
  mind: Mind,
  { discovery, card, now = new Date(), signal }: Options,
): Promise<Discovered> {
  const findings: Finding[] = []
  const noted = (subject: string) =>
    whenCoded((error) => {
      if (signal?.aborted === true) throw error
      // A file that was saved meanwhile is looked at again.
      if (!findings.some(({ message }) => message === error.message))
        findings.push({ ...findingOf(error, subject), severity: 'warning' })
      return undefined
    })
  const found: Found[] = []
  let announced: string | null = null
  const { registry } = discovery
  if (registry !== undefined) {
    const place = await registryPlace(mind.paths, registry)
    const own = { ...ownEntry(mind, []), last_seen: now.toISOString() }
    const change = (peers: readonly Peer[]): readonly Peer[] => put(peers, own)
    const written = await changePeers(place, change, { writer: mind.identity.uid, now, signal }).catch(noted(registry))
    if (written !== undefined) announced = registry
    const shared = written ?? (await readPeersFile(place).catch(noted(registry)))?.peers ?? []
    found.push(...shared.map((peer) => ofRegistry(peer, now)))
  }
  for (const address of discovery.cards) {
    const facts = await card?.(address).catch(noted(address))
    if (facts === undefined) continue
    // What a card claims is not known to be so; where it lies is.
    const { name, role, url = address } = facts
    const uid = URL.parse(url)?.origin === URL.parse(address)?.origin ? url : address
    const seen = { capabilities: [], status: 'active', last_seen: now.toISOString() } as const
    found.push({ name: oneLine(name).slice(0, 200), role: oneLine(role).slice(0, 2000), uid, origin: address, ...seen })
  }
  const peers = await takeIn(mind, found, { discovery, now, signal, refuse: (name, error) => noted(name)(error) })
  return { agent: mind.agent, kinds: discoveryKinds(discovery), announced, peers, findings }
}

/**
 * Takes in what a peer said of itself in a message, if it is the one who sent it.
 *
 * @param mind - Of the agent that got the message.
 * @param options - `message`: with a code block; `sender`: id that the platform verified; `discovery` from the settings.
 * @throws `COGNITION_HANDSHAKES_OFF`, `COGNITION_HANDSHAKE_INVALID`, `COGNITION_HANDSHAKE_UNVERIFIED`, `COGNITION_PEER_TWICE`.
 *   Nothing is written then.
 * @example await takeHandshake(mind, { message, sender: '9876543210', discovery })
 */
export async function takeHandshake(
  mind: Mind,
  { message, sender, ...options }: Options & { readonly message: string; readonly sender: string },
): Promise<Peer> {
  const { discovery, now = new Date(), signal } = options
  if (!discovery.handshakes) throw cognitionError('COGNITION_HANDSHAKES_OFF', {})
  const said = { ...readHandshake(message), origin: 'handshake', last_seen: now.toISOString() }
  const { uid } = said
  if (uid !== sender || uid === mind.identity.uid)
    throw cognitionError('COGNITION_HANDSHAKE_UNVERIFIED', { uid, sender })
  const refuse = (_: string, error: CodedError): never => {
    throw error
  }
  const peers = await takeIn(mind, [said], { discovery, now, signal, refuse })
  return findPeer({ peers, file: peersPlace(mind).shown }, uid)
}

/** Peers that showed nothing of themselves for longer than they are to. */
export function expiredPeers(peers: readonly Peer[], { discovery, now }: Pick<Taking, 'discovery' | 'now'>) {
  const since = now.getTime() - discovery.ttl_hours * 3_600_000
  return peers.filter(({ last_seen: seen = '', status }) => status === 'active' && Date.parse(seen) < since)
}

type Taking = Pick<Options, 'discovery' | 'signal'> & {
  readonly now: Date
  /** What becomes of a peer whose name or uid another one has. */
  readonly refuse: (name: string, error: CodedError) => void
}

async function takeIn(mind: Mind, found: readonly Found[], { discovery, now, signal, refuse }: Taking) {
  const place = peersPlace(mind)
  const merge = (peers: readonly Peer[]): readonly Peer[] => {
    let all = put(peers, ownEntry(mind, peers))
    for (const one of found.filter(({ uid }) => uid !== mind.identity.uid)) {
      const known = all.find(({ uid }) => uid === one.uid)
      const merged =
        known === undefined ? { mention_syntax: usualMention(one), ...one, notes: '' } : seenAgain(known, one)
      const reason = all.flatMap((other) => (other === known ? [] : (conflict(merged, other) ?? [])))[0]
      if (reason === undefined) all = put(all, merged)
      else refuse(one.name, cognitionError('COGNITION_PEER_TWICE', { reason, file: place.shown }))
    }
    const expired = expiredPeers(all, { discovery, now })
    return all.map((peer) =>
      expired.includes(peer) && peer.uid !== mind.identity.uid ? { ...peer, status: 'inactive' } : peer,
    )
  }
  return await changePeers(place, merge, { writer: mind.identity.uid, now, signal })
}

/** What the user wrote is not for others to change. */
function seenAgain(known: Peer, found: Found): Peer {
  const { last_seen: seen = known.last_seen } = found
  const status = known.status === 'muted' ? known.status : found.status
  const own = known.origin === undefined ? {} : { ...found, mention_syntax: known.mention_syntax }
  const isOlder = seen !== undefined && known.last_seen !== undefined && Date.parse(seen) < Date.parse(known.last_seen)
  return { ...known, ...own, status, last_seen: isOlder ? known.last_seen : seen }
}

/** Whom an agent doesn't hear is for its user to say, and nobody was seen in the future. */
function ofRegistry({ name, uid, role, mention_syntax, capabilities, ...peer }: Peer, now: Date): Found {
  const { status, last_seen: seen } = peer
  const last = seen !== undefined && Date.parse(seen) > now.getTime() ? now.toISOString() : seen
  const said = { name, uid, role, mention_syntax, capabilities, origin: 'registry', last_seen: last }
  return { ...said, status: status === 'active' ? status : 'inactive' }
}

function put(peers: readonly Peer[], peer: Peer): readonly Peer[] {
  return peers.some(({ uid }) => uid === peer.uid)
    ? peers.map((one) => (one.uid === peer.uid ? peer : one))
    : [...peers, peer]
}

function ownEntry({ agent, identity }: Mind, peers: readonly Peer[]): Peer {
  const { name, uid, persona: role, capabilities } = identity
  const before = peers.find((peer) => peer.uid === uid)
  const usual = { mention_syntax: usualMention({ name, uid, agent }), status: 'active', notes: '' } as const
  return { ...usual, ...before, name, uid, role, capabilities, status: 'active' }
}

/** A shared file has its lock beside it, for all spaces and programs that write there. */
async function registryPlace({ root, stateDirectory }: SpacePaths, registry: string): Promise<PeersPlace> {
  const isOutside = isAbsolute(registry)
  const file = isOutside ? registry : await resolveInside(root, registry)
  // Nothing else is ever taken for one and written to.
  if (!/peers\.ya?ml$/i.test(basename(file)))
    throw cognitionError('COGNITION_PEERS_INVALID', { file: registry, issues: ['a shared file is called peers.yaml'] })
  const shared = { file, shown: registry, kept: keptFile({ stateDirectory }, registry), lock: `${file}.lock` }
  return isOutside ? shared : { ...shared, below: root }
}
