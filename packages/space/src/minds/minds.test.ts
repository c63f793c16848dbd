import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import type { Caller } from '../caller/caller.ts'
import { mindFindings } from '../findings/mind-findings.ts'
import { moveMemory, retractMemory, updateMemory } from '../memory/change-memories.ts'
import { listMemories } from '../memory/list-memories.ts'
import { remember } from '../memory/remember.ts'
import { showMemory } from '../memory/show-memory.ts'
import { readNotes } from '../notes/read-notes.ts'
import { undo } from '../notes/undo.ts'
import { writeNote } from '../notes/write-note.ts'
import { checkIdentity, initIdentity, showIdentity } from './identity.ts'
import { recall } from './recall.ts'

const agent = (id: string, sender?: string): Caller => ({ kind: 'agent', id, chain: [id], parent: 'exec-1', sender })
const assistant = (sender?: string): Caller => ({ kind: 'user', isAssistant: true, sender })
const client = (name?: string): Caller => ({ kind: 'client', rights: ['read', 'write'], client: name })

async function twoMinds() {
  const { paths, work } = await workSpace({ agents: { watcher: { name: 'Wren' }, baker: {}, plain: {} } })
  await initIdentity.run(work, { agent: 'watcher', uid: '42' })
  await initIdentity.run(work, { agent: 'baker', uid: 'ci/3f2a91c0' })
  const as = (caller: Caller) => ({ ...work, caller })
  return { paths, work, as }
}

test('who remembers and recalls is who asks: an agent by its run, an assistant by its sender id, a client by its token', async () => {
  const { work, as } = await twoMinds()
  const keep = async (caller: Caller, text: string, topic: string) => await remember.run(as(caller), { text, topic })
  expect(await keep(agent('watcher'), 'Kelp is brown.', 'kelp')).toMatchObject({
    path: '0-personal/minds/watcher/knowledge/kelp.md',
  })
  expect(await keep(assistant('42'), 'Kelp is eaten.', 'kelp')).toMatchObject({ created: false })
  expect(await keep(client('ci/3f2a91c0'), 'Kelp bread is salty.', 'bread')).toMatchObject({
    path: '0-personal/minds/baker/knowledge/bread.md',
  })
  const known = async (caller: Caller) =>
    (await recall.run(as(caller), { query: 'kelp' })).results.map(({ title }) => title)
  for (const caller of [agent('watcher'), assistant('42'), agent('watcher', '42')])
    expect(await known(caller)).toEqual(['kelp'])
  expect(await known(client('ci/3f2a91c0'))).toEqual(['bread'])
  const byHand = await recall.run(work, { query: 'kelp', agent: 'watcher', full: true })
  expect(byHand.results).toMatchObject([
    { owner: 'Wren', tokens: expect.any(Number), text: expect.stringContaining('eaten') },
  ])
})

test.each([
  ['an agent in its run', agent('baker')],
  ['an assistant with a sender id', assistant('ci/3f2a91c0')],
  ['an assistant without one', assistant()],
  ['a client with an identity', client('ci/3f2a91c0')],
  ['any other client', client('somebody/00000000')],
  ['a client without a token', client()],
])('%s is nobody else', async (_, caller) => {
  const { paths, as } = await twoMinds()
  const refused = { code: 'COGNITION_NOT_THE_CALLER' }
  await expect(recall.run(as(caller), { query: 'kelp', agent: 'watcher' })).rejects.toMatchObject(refused)
  await expect(remember.run(as(caller), { text: 'x', agent: 'watcher' })).rejects.toMatchObject(refused)
  expect(await readdir(paths.cacheDirectory)).toEqual([])
})

test('a person recalls what they keep, and an assistant of theirs does not', async () => {
  const { work, as } = await twoMinds()
  await remember.run(work, { text: 'Meier answers mails on Tuesdays only.' })
  const { agent: whose, results } = await recall.run(work, { query: 'when does Meier answer' })
  expect(whose).toBe('user')
  expect(results.map(({ title }) => title)).toEqual(['meier answers mails tuesdays'])
  await expect(recall.run(as(assistant()), { query: 'Meier' })).rejects.toMatchObject({
    code: 'COGNITION_CALLER_UNKNOWN',
  })
})

test('another sender id than the uid is refused before anything is written, and so is one that nobody has', async () => {
  const { paths, as } = await twoMinds()
  const mismatch = { code: 'COGNITION_SENDER_MISMATCH' }
  for (const caller of [agent('watcher', '43'), { kind: 'user', sender: '43' } as const])
    await expect(remember.run(as(caller), { text: 'x', agent: 'watcher' })).rejects.toMatchObject(mismatch)
  const unknown = remember.run(as(assistant('43')), { text: 'x' })
  await expect(unknown).rejects.toMatchObject({ code: 'COGNITION_SENDER_UNKNOWN' })
  await expect(readdir(join(paths.root, '0-personal'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('without an agent that is known nothing is recalled; an agent without an identity shares what it keeps', async () => {
  const { paths, work, as } = await twoMinds()
  for (const caller of [assistant(), client('other/1'), { kind: 'user' } as const])
    await expect(recall.run(as(caller), { query: 'kelp' })).rejects.toMatchObject({ code: 'COGNITION_CALLER_UNKNOWN' })
  for (const asked of [
    async () => await recall.run(work, { query: 'x', agent: 'plain' }),
    async () => await recall.run(as(agent('plain')), { query: 'x' }),
  ])
    await expect(asked()).rejects.toMatchObject({ code: 'COGNITION_IDENTITY_MISSING' })
  const kept = await remember.run(as(agent('plain')), { text: 'Kelp is plain.', topic: 'kelp', tags: ['Sea'] })
  expect(kept).toMatchObject({ path: '0-personal/minds/plain/knowledge/kelp.md', indexed: true })
  for (const id of ['plain', 'watcher'])
    expect((await recall.run(as(agent(id)), { query: 'kelp' })).results).toMatchObject([{ owner: 'plain' }])
  const said = await remember.run(as(assistant()), { text: 'Kelp is mine.', topic: 'kelp' })
  expect(said.path).toBe('0-personal/minds/user/knowledge/kelp.md')
  expect((await listMemories.run(as(client('a/1')), {})).memories).toMatchObject([
    { id: said.id, agent_id: 'user', tags: ['kelp'] },
    { id: kept.id, agent_id: 'plain', tags: ['kelp', 'sea'], visibility: 'shared' },
  ])
  // Its id stood for its uid; now it has another one, and what it knows is still its own.
  await initIdentity.run(work, { agent: 'plain', uid: '77' })
  expect((await recall.run(as(agent('plain')), { query: 'kelp is plain' })).results[0]).toMatchObject({
    owner: 'plain',
  })
  await remember.run(as(agent('plain')), { text: 'Kelp sways.', topic: 'kelp' })
  expect(await readFile(join(paths.root, kept.path), 'utf8')).toContain('last_writer_uid: "77"')
})

test('memories of an agent with an identity are shown to it and by hand, and are changed by nobody else', async () => {
  const { work, as } = await twoMinds()
  const kept = await remember.run(as(agent('watcher')), { text: 'Kelp is brown.', topic: 'kelp' })
  expect(kept.indexed).toBeUndefined()
  const id = kept.id ?? ''
  const shown = async (caller: Caller) =>
    (await listMemories.run(as(caller), { all: true })).memories.map((one) => one.id)
  for (const caller of [work.caller, agent('watcher'), assistant('42')]) expect(await shown(caller)).toEqual([id])
  for (const caller of [agent('baker'), agent('plain'), assistant(), client('ci/3f2a91c0'), client()]) {
    expect(await shown(caller)).toEqual([])
    for (const asked of [
      async () => await showMemory.run(as(caller), { id }),
      async () => await updateMemory.run(as(caller), { id, text: 'x' }),
      async () => await moveMemory.run(as(caller), { id, topic: 'x' }),
      async () => await retractMemory.run(as(caller), { id }),
      async () => await remember.run(as(caller), { text: 'x', supersedes: id }),
    ])
      await expect(asked()).rejects.toMatchObject({ code: 'MEMORY_UNKNOWN' })
  }
  const changed = await updateMemory.run(as(agent('watcher')), { id, text: 'Kelp is green.' })
  expect(changed).toMatchObject({ summary: 'Kelp is green.', undo: expect.any(String) })
  await undo.run(work, { run: changed.undo ?? '' })
  expect((await showMemory.run(work, { id })).summary).toBe('Kelp is brown.')
  expect(await moveMemory.run(work, { id, topic: 'Sea weeds' })).toMatchObject({
    path: '0-personal/minds/watcher/knowledge/sea-weeds.md',
  })
  const shared = await remember.run(as(agent('baker')), { text: 'Rye is dark.', visibility: 'shared', topic: 'rye' })
  const others = { code: 'CLI_MEMORY_OF_OTHERS' }
  for (const caller of [agent('watcher'), assistant()])
    await expect(retractMemory.run(as(caller), { id: shared.id ?? '' })).rejects.toMatchObject(others)
})

test('an agent does the bootstrap flow of itself only', async () => {
  const { as } = await twoMinds()
  expect(await checkIdentity.run(as(agent('watcher')), { agent: 'watcher' })).toMatchObject({ agent: 'watcher' })
  const other = checkIdentity.run(as(agent('watcher')), { agent: 'baker' })
  await expect(other).rejects.toMatchObject({ code: 'COGNITION_NOT_THE_CALLER' })
})

test('only the user gives identities', async () => {
  const { as } = await twoMinds()
  for (const caller of [agent('plain'), client('a/1'), { kind: 'night' } as const])
    await expect(initIdentity.run(as(caller), { agent: 'plain' })).rejects.toMatchObject({
      code: 'SPACE_RIGHT_MISSING',
    })
})

test('the files of minds are no notes: nobody finds them, and nobody but `remember` writes there', async () => {
  const { paths, work, as } = await twoMinds()
  const kept = await remember.run(work, { text: 'Kelp is brown.', topic: 'kelp', agent: 'watcher' })
  expect(await readFile(join(paths.root, kept.path ?? ''), 'utf8')).toContain('Kelp is brown.')
  for (const caller of [work.caller, agent('baker'), client('a/1')])
    await expect(readNotes.run(as(caller), { notes: [kept.path ?? ''] })).rejects.toMatchObject({
      code: 'CLI_NOTE_UNKNOWN',
    })
  const forged = { title: 'kelp2', text: 'Kelp is poison.', folder: '0-Personal/minds/watcher/knowledge', index: false }
  for (const caller of [agent('baker'), client('a/1'), assistant()])
    await expect(writeNote.run(as(caller), forged)).rejects.toMatchObject({ code: 'WRITES_REFUSED' })
})

test('nothing is remembered for an agent that a person names and that is not there', async () => {
  const { work } = await twoMinds()
  const asked = { text: 'Kelp is brown.', agent: 'wacher' }
  await expect(remember.run(work, asked)).rejects.toMatchObject({ code: 'REGISTRY_AGENT_NOT_FOUND' })
  expect(await remember.run(work, { ...asked, agent: 'plain' })).toMatchObject({ created: true })
})

test('an identity is shown with what it declares', async () => {
  const { paths, work } = await twoMinds()
  await mkdir(join(paths.root, '.github'))
  await writeFile(join(paths.root, '.github/copilot-instructions.md'), 'Be brief.\n')
  await initIdentity.run(work, { agent: 'watcher', entry: '.github/copilot-instructions.md' })
  expect(await showIdentity.run(work, { agent: 'watcher' })).toMatchObject({
    name: 'Wren',
    uid: '42',
    level: 2,
    mode: 'per-agent',
    discovery: ['static'],
    entry_files: ['.github/copilot-instructions.md'],
    folder: '0-personal/minds/watcher',
  })
  await mkdir(join(paths.root, '0-personal/minds/_shared'), { recursive: true })
  expect(await showIdentity.run(work, { agent: 'watcher' })).toMatchObject({ mode: 'shared' })
})

test('doctor names a file of a mind that nobody can recall, once', async () => {
  const { paths } = await twoMinds()
  for (const folder of ['watcher/knowledge', '_shared'])
    await mkdir(join(paths.root, '0-personal/minds', folder), { recursive: true })
  await writeFile(join(paths.root, '0-personal/minds/watcher/knowledge/tides.md'), '---\nowner_uid: 42\n---\n# Tides\n')
  await writeFile(join(paths.root, '0-personal/minds/_shared/piers.md'), '# Piers\n')
  const codes = (await mindFindings(paths)).map(({ code }) => code)
  expect(codes.toSorted()).toEqual(['COGNITION_KNOWLEDGE_INVALID', 'COGNITION_SHARED_UNREADABLE'])
})
