import { join } from 'node:path'
import { type Finding, findingOf, ifCoded } from '@datacortex/errors'
import { type SpacePaths, foldedName, readTextFile, sha256, writeFileAtomically } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import type { Mind } from '../mind.ts'
import { type Peer, parsePeers } from './peer.ts'

/** A file of peers, how people call it, and where its last good state is kept. */
export type PeersPlace = {
  readonly file: string
  readonly shown: string
  readonly kept: string
  readonly lock: string
  /** The folder below which no folder may be a link. */
  readonly below?: string | undefined
}

/** The peers of an agent, as its `peers.yaml` has them or had them when it could last be read. */
export type PeerRegistry = {
  /** Relative to the space. */
  readonly file: string
  readonly peers: readonly Peer[]
  /** Uid of the agent that changed it last; `user` for the user. */
  readonly lastWriter?: string | undefined
  readonly updatedAt?: string | undefined
  readonly findings: readonly Finding[]
}

const maxBytes = 1_000_000

export function peersPlace({ paths, agent, lock }: Pick<Mind, 'paths' | 'agent' | 'lock'>): PeersPlace {
  const shown = `.datacore/agents/${agent}/peers.yaml`
  return { file: join(paths.root, shown), shown, kept: keptFile(paths, shown), lock }
}

/** Where the last good state of a file of peers is kept. */
export function keptFile({ stateDirectory }: Pick<SpacePaths, 'stateDirectory'>, shown: string): string {
  return join(stateDirectory, 'peers', `${sha256(shown).slice(0, 32)}.yaml`)
}

/**
 * The peers of an agent. Nothing else says which uid belongs to which name; where the file is damaged, that is reported and its
 * last good state holds.
 *
 * @param mind - Of the agent.
 * @returns No peers if it has no file.
 * @throws `COGNITION_PEERS_INVALID` if it is damaged and was never read before: who is muted is not known then.
 * @example (await readPeers(mind)).peers.map(({ name }) => name)
 */
export async function readPeers(mind: Pick<Mind, 'paths' | 'agent' | 'lock'>): Promise<PeerRegistry> {
  return await readPeersFile(peersPlace(mind))
}

/** As {@link readPeers}, of any file. */
export async function readPeersFile({ file, shown, kept }: PeersPlace): Promise<PeerRegistry> {
  const read = await readTextFile(file, { maxBytes })
  if (!read.ok && read.code === 'ENOENT') return { file: shown, peers: [], findings: [] }
  const before = await readTextFile(kept, { maxBytes })
  const parsed = read.ok ? await parsePeers(read.text) : { ok: false as const, issues: [read.reason] }
  if (parsed.ok) {
    if (read.ok && !(before.ok && before.text === read.text)) await keepState(kept, read.text)
    const { peers, lastWriter, updatedAt } = parsed
    return { file: shown, peers, lastWriter, updatedAt, findings: [] }
  }
  const invalid = cognitionError('COGNITION_PEERS_INVALID', { file: shown, issues: parsed.issues })
  const good = before.ok ? await parsePeers(before.text) : undefined
  if (good?.ok !== true) throw invalid
  const message = `${invalid.message} What it was when it could last be read holds.`
  return { file: shown, peers: good.peers, findings: [{ ...findingOf(invalid, shown), severity: 'warning', message }] }
}

/** The last good state of a file. An agent that may not write there reads what is there all the same. */
export async function keepState(kept: string, text: string): Promise<void> {
  await writeFileAtomically(kept, text, { mode: 0o600 }).catch(ifCoded(undefined))
}

/**
 * A peer of a registry.
 *
 * @param registry - From `readPeers`.
 * @param asked - Its uid, its name in any case, or its mention.
 * @throws `COGNITION_PEER_UNKNOWN`
 * @example findPeer(await readPeers(mind), 'Bo').uid
 */
export function findPeer({ peers, file }: Pick<PeerRegistry, 'peers' | 'file'>, asked: string): Peer {
  const found =
    peers.find(({ uid, mention_syntax: mention }) => uid === asked || mention === asked) ??
    peers.find(({ name }) => foldedName(name) === foldedName(asked.trim()))
  if (found === undefined) throw cognitionError('COGNITION_PEER_UNKNOWN', { peer: asked, file })
  return found
}
