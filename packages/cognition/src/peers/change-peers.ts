import { readTextFile, replaceFile, sha256, withLock } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import type { Writing } from '../mind.ts'
import { type Peer, conflicts, parsePeers } from './peer.ts'
import { type PeersPlace, keepState } from './read-peers.ts'

type Changing = Writing & {
  /** Uid of the agent that changes it, or `user`. */
  readonly writer: string
  readonly now: Date
}

/**
 * Changes a file of peers under its lock; comments, other fields and the ends of its lines stay. A damaged one is not written.
 * Returns the peers as they are then. Throws `COGNITION_PEERS_INVALID`, `COGNITION_PEER_TWICE`, `COGNITION_KNOWLEDGE_CHANGED`.
 */
export async function changePeers(
  place: PeersPlace,
  change: (peers: readonly Peer[]) => readonly Peer[],
  { signal, ...options }: Changing,
): Promise<readonly Peer[]> {
  const run = async (): Promise<readonly Peer[]> => {
    for (let left = 5; left > 0; left -= 1) {
      const peers = await changeOnce(place, change, options)
      if (peers !== undefined) return peers
    }
    throw cognitionError('COGNITION_KNOWLEDGE_CHANGED', { path: place.shown })
  }
  return options.dryRun === true ? await run() : await withLock(place.lock, run, { signal })
}

const order = [
  'name',
  'uid',
  'role',
  'mention_syntax',
  'status',
  'capabilities',
  'notes',
  'origin',
  'last_seen',
] as const

/** Undefined if somebody saved the file meanwhile, such as in an editor. */
async function changeOnce(
  { file, shown, kept, below }: PeersPlace,
  change: (peers: readonly Peer[]) => readonly Peer[],
  { writer, now, dryRun = false }: Omit<Changing, 'signal'>,
): Promise<readonly Peer[] | undefined> {
  const read = await readTextFile(file, { maxBytes: 1_000_000 })
  const isNew = !read.ok && read.code === 'ENOENT'
  const text = read.ok ? read.text : ''
  const parsed = read.ok || isNew ? await parsePeers(text) : { ok: false as const, issues: [read.reason] }
  const refused = (issues: readonly string[]) =>
    cognitionError('COGNITION_PEERS_INVALID', { file: shown, issues, isWriting: true })
  if (!parsed.ok) throw refused(parsed.issues)
  const before = parsed.peers
  const after = change(before)
  const [reason] = conflicts(after)
  if (reason !== undefined) throw cognitionError('COGNITION_PEER_TWICE', { reason, file: shown })
  const { parseYaml } = await import('@datacortex/platform/yaml')
  const { document } = parseYaml(text)
  // A list alone is read as the peers, too.
  if (Array.isArray(document.toJS())) document.contents = document.createNode({ peers: document.contents })
  const left = before.filter(({ uid }) => after.some((peer) => peer.uid === uid))
  before.toReversed().forEach((peer, back) => {
    if (!left.includes(peer)) document.deleteIn(['peers', before.length - 1 - back])
  })
  let changes = before.length - left.length
  if (left.length === 0) document.set('peers', document.createNode([]))
  for (const peer of after) {
    const at = left.findIndex(({ uid }) => uid === peer.uid)
    const old = left[at]
    const fields = order
      .map((key) => [key, peer[key]] as const)
      .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(old?.[key]))
    if (fields.length > 0) changes += 1
    if (old === undefined) document.addIn(['peers'], document.createNode(Object.fromEntries(fields)))
    else
      for (const [key, value] of fields)
        if (value === undefined) document.deleteIn(['peers', at, key])
        else document.setIn(['peers', at, key], document.createNode(value))
  }
  if (changes === 0 && !isNew) return before
  document.set('last_writer_uid', document.createNode(writer))
  document.set('updated_at', document.createNode(now.toISOString()))
  const lines = document.toString({ lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' })
  const written = text.includes('\r\n') ? lines.replaceAll(/\r?\n/g, '\r\n') : lines
  const checked = await parsePeers(written)
  if (!checked.ok) throw refused(checked.issues)
  if (dryRun) return checked.peers
  const expected = read.ok ? sha256(read.bytes) : 'absent'
  if (!(await replaceFile(file, written, { expected, below }))) return undefined
  await keepState(kept, written)
  return checked.peers
}
