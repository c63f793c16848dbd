import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn, writeFileAtomically, ifRefused } from '@datacortex/platform'
import { sectionLines } from '../../knowledge/knowledge-file.ts'
import { registryOf } from '../file-checks.ts'
import type { TriedMind } from '../implementation.ts'
import { no, yes } from '../verdict.ts'
import { type Trial, isRefused, rowsOf, started, waitsForLock } from './trial.ts'

const topic = 'verify trial'
const text = 'The zanthoxyl valve opens at 42 degrees.'

/** Section 2.3: what the registry says last is what a mention is made of. */
export const registryIsTruth: Trial = async (mind) => {
  const written = await registryOf(mind.files)
  if (!written.ok) return no(written.issues.join('; '))
  await started(mind)
  const mentions: string[] = []
  for (const uid of ['5550001', '5550002']) {
    await withPeer(mind, uid)
    mentions.push(await mind.mention(peerName))
  }
  return mentions.join() === '<@5550001>,<@5550002>'
    ? yes(`${written.peers.length} peers, and an edit of the registry counts at once`)
    : no(`when the uid of a peer was changed its mentions were ${mentions.join(' and ')}`)
}

/** Section 2.3. */
export const mentionsFromRegistry: Trial = async (mind) => {
  await withPeer(mind, '5550001')
  const mention = await mind.mention(peerName)
  if (!(await isRefused(mind.mention('Nobody of this name')))) return no('an unknown name was mentioned')
  return mention === '<@5550001>'
    ? yes(`a peer is mentioned as ${mention}, and an unknown name is refused`)
    : no(`a peer was mentioned as ${mention}`)
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
  await started(mind)
  await mind.remember(text, { topic })
  const places = {
    log: await textsIn(mind.files.logs),
    'knowledge file': await textsIn(mind.files.knowledge),
    index: await mind.recall('zanthoxyl valve'),
  }
  const missing = Object.entries(places).flatMap(([place, texts]) =>
    texts.join('').includes('zanthoxyl') ? [] : place,
  )
  return missing.length === 0 ? yes('log, knowledge file and index have it') : no(`not in: ${missing.join(', ')}`)
}

export const rememberLocked: Trial = async (mind) => {
  await started(mind)
  return await waitsForLock(mind, async (signal) => await mind.remember(text, { topic, signal }))
}

/** Section 4.2: the writer before is another one, as after a hand edit or in a public file. */
export const ownersKept: Trial = async (mind) => {
  const uid = await started(mind)
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
  return created === expected && updated === expected
    ? yes(`${uid} owns the file and wrote it last, when it is made and when it is changed`)
    : no(`made with ${created}, changed with ${updated}`)
}

async function ownersOf(mind: TriedMind): Promise<string> {
  const sql = "SELECT owner_uid, last_writer_uid FROM knowledge_files WHERE content LIKE '%zanthoxyl%'"
  return JSON.stringify(await rowsOf(mind, sql))
}

/** Section 2.2: without a platform's messages between bots, which are off by default. */
export const discoveryWithoutBots: Trial = async (mind) => {
  const ways = ['static', 'registry', 'platform']
  const what = `discovery: ${mind.discovery}`
  return await Promise.resolve(
    ways.includes(mind.discovery) ? yes(what) : no(`${what}, which needs messages between bots`),
  )
}

/** Section 6.3. */
export const sharedWrites: Trial = async (mind) => {
  await started(mind)
  const shared = { topic: 'verify shared', visibility: 'shared' } as const
  const waited = await waitsForLock(mind, async (signal) => await mind.remember(text, { ...shared, signal }))
  if (!waited.holds) return waited
  await mind.remember(text, shared)
  const before = await changelogLines(mind)
  await mind.remember('The zanthoxyl valve is red.', shared)
  return (await changelogLines(mind)) > before
    ? yes(`${waited.evidence}; each write added to the changelog`)
    : no('a write added nothing to the changelog')
}

async function changelogLines({ files }: TriedMind): Promise<number> {
  const texts = await textsIn(files.shared)
  return texts.flatMap((one) => sectionLines(one, 'Changelog')).filter((line) => line.startsWith('- ')).length
}

/** Section 6: were it filtered afterwards, what is private would take the places of what may be found. */
export const visibilityBeforeLimit: Trial = async (mind) => {
  await started(mind)
  const hidden = { uid: 'another-agent', visibility: 'private' } as const
  for (let count = 0; count < 30; count += 1) {
    const nearer = `Marlinspike, marlinspike and marlinspike ${count}.`
    await mind.plant({ ...hidden, topic: `verify-${count}`, text: nearer })
  }
  await mind.remember('A marlinspike opens the strands of a rope, among many other things.', { topic: 'ropes' })
  const found = await mind.recall('marlinspike', { top: 1 })
  return found.length === 1 && found.join('').includes('strands of a rope')
    ? yes('its own file is found behind 30 nearer ones that are private to another agent')
    : no('private files of another agent took the place of its own')
}

async function textsIn(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder)
  return await Promise.all(names.map(async (name) => await readFile(join(folder, name), 'utf8').catch(ifRefused(''))))
}
