import type { CodedError } from '@datacortex/errors'
import { readTextFile, replaceFile, sha256, withLock } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import { conflict, type Peer, parsePeers } from './peer.ts'
import type { PeersPlace } from './read-peers.ts'

type Changing = {
  /** Uid of the agent that changes it, or `user`. */
  readonly writer: string
  readonly now: Date
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Changes a file of peers under its lock; comments, other fields and the ends of its lines stay. A damaged one is not written.
 * Returns whether anything changed. Throws `COGNITION_PEERS_INVALID`, `COGNITION_PEER_TWICE`, `COGNITION_KNOWLEDGE_CHANGED`.
 */
export async function changePeers(
  place: PeersPlace,
  change: (peers: readonly Peer[]) => readonly Peer[],
  { signal, ...options }: Changing,
): Promise<boolean> {
  const run = async (): Promise<boolean> => {
    for (let left = 5; left > 0; left -= 1) {
      const written = await changeOnce(place, change, options)
      if (written !== undefined) return written
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
  { file, shown, below }: PeersPlace,
  change: (peers: readonly Peer[]) => readonly Peer[],
  { writer, now, dryRun = false }: Omit<Changing, 'signal'>,
): Promise<boolean | undefined> {
  const read = await readTextFile(file, { maxBytes: 1_000_000 })
  const isNew = !read.ok && read.code === 'ENOENT'
  const text = read.ok ? read.text : ''
  const parsed = read.ok || isNew ? await parsePeers(text) : { ok: false as const, issues: [read.reason] }
  const refused = (issues: readonly string[]): CodedError =>
    cognitionError('COGNITION_PEERS_INVALID', { file: shown, issues, isWriting: true })
  if (!parsed.ok) throw refused(parsed.issues)
  const before = parsed.peers
  const after = change(before)
  after.forEach((peer, at) => {
    const reason = after.slice(0, at).flatMap((other) => conflict(peer, other) ?? [])[0]
    if (reason !== undefined) throw cognitionError('COGNITION_PEER_TWICE', { reason, file: shown })
  })
  const { parseYaml } = await import('@datacortex/platform/yaml')
  const { document } = parseYaml(text)
  const kept = before.filter(({ uid }) => after.some((peer) => peer.uid === uid))
  before.toReversed().forEach((peer, back) => {
    if (!kept.includes(peer)) document.deleteIn(['peers', before.length - 1 - back])
  })
  let changes = before.length - kept.length
  if (kept.length === 0) document.set('peers', document.createNode([]))
  for (const peer of after) {
    const at = kept.findIndex(({ uid }) => uid === peer.uid)
    const old = kept[at]
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
  if (changes === 0 && !isNew) return false
  document.set('last_writer_uid', document.createNode(writer))
  document.set('updated_at', document.createNode(now.toISOString()))
  const lines = document.toString({ lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' })
  const written = text.includes('\r\n') ? lines.replaceAll(/\r?\n/g, '\r\n') : lines
  const checked = await parsePeers(written)
  if (!checked.ok) throw refused(checked.issues)
  if (dryRun) return true
  const expected = read.ok ? sha256(read.bytes) : 'absent'
  return (await replaceFile(file, written, { expected, below })) ? true : undefined
}
