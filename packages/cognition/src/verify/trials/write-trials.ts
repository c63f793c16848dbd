import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn, writeFileAtomically, ifRefused } from '@datacortex/platform'
import { registryOf } from '../file-checks.ts'
import type { TriedMind } from '../implementation.ts'
import { type Trial, isRefused, rowsOf, seen, uidOf, waitsForLock } from './trial.ts'

const topic = 'verify trial'
const text = 'The zanthoxyl valve opens at 42 degrees.'

/** Section 2.3: what the registry says last is what a mention is made of. */
export const registryIsTruth: Trial = async (mind) => {
  const written = await registryOf(mind.files)
  if (!written.ok) return { holds: false, evidence: written.issues.join('; ') }
  await mind.start(await uidOf(mind))
  const mentions: string[] = []
  for (const uid of ['5550001', '5550002']) {
    await withPeer(mind, uid)
    mentions.push(await mind.mention(peerName))
  }
  return seen(
    mentions.join() === '<@5550001>,<@5550002>',
    `${written.peers.length} peers, and an edit of the registry counts at once`,
    `when the uid of a peer was changed its mentions were ${mentions.join(' and ')}`,
  )
}

/** Section 2.3. */
export const mentionsFromRegistry: Trial = async (mind) => {
  await withPeer(mind, '5550001')
  const mention = await mind.mention(peerName)
  const isUnknown = await isRefused(mind.mention('Nobody of this name'))
  return seen(
    mention === '<@5550001>' && isUnknown,
    `a peer is mentioned as ${mention}, and an unknown name is refused`,
    isUnknown ? `a peer was mentioned as ${mention}` : 'an unknown name was mentioned',
  )
}

const peerName = 'Verify Peer'

async function withPeer({ files }: TriedMind, uid: string): Promise<void> {
  const registry = await registryOf(files)
  const others = registry.ok ? registry.peers.filter((peer) => peer.name !== peerName) : []
  const peer = { name: peerName, uid, role: '', mention_syntax: `<@${uid}>`, status: 'active', capabilities: [] }
  // JSON is YAML too.
  await writeFileAtomically(files.peers, JSON.stringify({ peers: [...others, peer] }), { below: files.folder })
}

/** Section 4.2. */
export const rememberWrites: Trial = async (mind) => {
  await mind.start(await uidOf(mind))
  await mind.remember(text, { topic })
  const places: readonly (readonly [string, readonly string[]])[] = [
    ['log', await textsIn(mind.files.logs)],
    ['knowledge file', await textsIn(mind.files.knowledge)],
    ['index', await mind.recall('zanthoxyl valve')],
  ]
  const missing = places.filter(([, texts]) => !texts.join('').includes('zanthoxyl')).map(([place]) => place)
  return seen(missing.length === 0, 'log, knowledge file and index have it', `not in: ${missing.join(', ')}`)
}

export const rememberLocked: Trial = async (mind) => {
  await mind.start(await uidOf(mind))
  return await waitsForLock(mind, async (signal) => await mind.remember(text, { topic, signal }))
}

/** Section 4.2: the writer before is another one, as after a hand edit or in a public file. */
export const ownersKept: Trial = async (mind) => {
  const uid = await uidOf(mind)
  await mind.start(uid)
  await mind.remember(text, { topic })
  const created = await ownersOf(mind)
  for (const name of await namesIn(mind.files.knowledge)) {
    const file = join(mind.files.knowledge, name)
    const before = await readFile(file, 'utf8').catch(ifRefused(''))
    const after = before.replace(/^last_writer_uid:.*$/m, 'last_writer_uid: "somebody-else"')
    if (before.includes('zanthoxyl') && after !== before)
      await writeFileAtomically(file, after, { below: mind.files.folder })
  }
  await mind.remember('The zanthoxyl valve closes at 20 degrees.', { topic })
  const updated = await ownersOf(mind)
  const expected = JSON.stringify([{ owner_uid: uid, last_writer_uid: uid }])
  return seen(
    created === expected && updated === expected,
    `${uid} owns the file and wrote it last, when it is made and when it is changed`,
    `made with ${created}, changed with ${updated}`,
  )
}

async function ownersOf(mind: TriedMind): Promise<string> {
  const rows = await rowsOf(
    mind,
    "SELECT owner_uid, last_writer_uid FROM knowledge_files WHERE content LIKE '%zanthoxyl%'",
  )
  return JSON.stringify(rows)
}

/** Section 2.2: without a platform's messages between bots, which are off by default. */
export const discoveryWithoutBots: Trial = async (mind) => {
  const ways = ['static', 'registry', 'platform']
  const what = `discovery: ${mind.discovery}`
  return await Promise.resolve(seen(ways.includes(mind.discovery), what, `${what}, which needs messages between bots`))
}

/** Section 6.3. */
export const sharedWrites: Trial = async (mind) => {
  await mind.start(await uidOf(mind))
  const shared = { topic: 'verify shared', visibility: 'shared' } as const
  const waited = await waitsForLock(mind, async (signal) => await mind.remember(text, { ...shared, signal }))
  if (!waited.holds) return waited
  await mind.remember(text, shared)
  const before = await changelogLines(mind)
  await mind.remember('The zanthoxyl valve is red.', shared)
  const added = (await changelogLines(mind)) - before
  return seen(
    added > 0,
    `${waited.evidence}; each write added to the changelog`,
    'a write added nothing to the changelog',
  )
}

async function changelogLines({ files }: TriedMind): Promise<number> {
  const logs = (await textsIn(files.shared)).map((one) => one.split(/^## Changelog\s*$/m)[1] ?? '')
  return logs
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('- ')).length
}

/** Section 6: were it filtered afterwards, what is private would take the places of what may be found. */
export const visibilityBeforeLimit: Trial = async (mind) => {
  await mind.start(await uidOf(mind))
  for (let count = 0; count < 30; count += 1)
    await mind.plant({
      uid: 'another-agent',
      visibility: 'private',
      topic: `verify-${count}`,
      text: `Marlinspike, marlinspike and marlinspike ${count}.`,
    })
  await mind.remember('A marlinspike opens the strands of a rope, among many other things.', { topic: 'ropes' })
  const found = await mind.recall('marlinspike', { top: 1 })
  return seen(
    found.length === 1 && found.join('').includes('strands of a rope'),
    'its own file is found behind 30 nearer ones that are private to another agent',
    'private files of another agent took the place of its own',
  )
}

async function textsIn(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder)
  return await Promise.all(names.map(async (name) => await readFile(join(folder, name), 'utf8').catch(ifRefused(''))))
}
