import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, ifMissing, undoWrites, withLock } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { mindSpace } from '../__fixtures__/mind-space.ts'
import { recall } from '../memory/recall.ts'
import { mindOf } from '../mind.ts'
import { remember } from '../remember.ts'
import { logEntries } from '../reflect/log-entries.ts'
import { changeMemory } from './change-memory.ts'
import { logMemory } from './log-memory.ts'
import { bringBack, moveOver, movedRun } from './move-over.ts'
import { readMemories } from './read-memories.ts'

const journal = join(import.meta.dirname, '__fixtures__', 'session-memories.jsonl')

/** A space with what the version before wrote. */
async function formerSpace(): Promise<SpacePaths> {
  const { paths } = await mindSpace('watcher')
  await mkdir(paths.stateDirectory, { recursive: true })
  await cp(journal, join(paths.stateDirectory, 'session-memories.jsonl'))
  return paths
}

const moved = async (paths: SpacePaths) =>
  await withLock(join(paths.locksDirectory, 'minds'), async () => await moveOver(paths))

const said = async (paths: SpacePaths) =>
  (await readMemories(paths)).memories.map(({ path: _path, visibility: _visible, expired_at: end, ...memory }) => ({
    ...memory,
    expired_at: end?.slice(0, 10),
    source: memory.source?.path,
  }))

async function filesOf(paths: SpacePaths): Promise<Readonly<Record<string, string>>> {
  const root = join(paths.root, '0-personal')
  const all = await readdir(root, { recursive: true }).catch(ifMissing([]))
  // What stands beside a log is made anew with its next entry.
  const names = all.filter((name) => name.endsWith('.md')).toSorted()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const)),
  )
}

test('memories of the version before say the same, under the same ids, once they have moved', async () => {
  const paths = await formerSpace()
  const before = await said(paths)
  expect(before).toHaveLength(8)
  expect(await moved(paths)).toMatchObject([{ code: 'COGNITION_MEMORIES_MOVED' }])
  expect(await readdir(paths.stateDirectory)).toContain('session-memories.moved.jsonl')
  expect(await said(paths)).toEqual(before)
  expect(await moved(paths)).toEqual([])
  const places = (await readMemories(paths)).memories.map(({ id, agent_id: agent, visibility, path }) => [
    id,
    agent,
    visibility,
    path?.replace('0-personal/minds/', ''),
  ])
  expect(places).toEqual([
    ['mem-2025-12-21-001', 'researcher', 'shared', 'researcher/logs/2025-12-21.md'],
    ['mem-2025-12-22-001', 'researcher', 'shared', 'researcher/knowledge/earlier-memories.md'],
    ['mem-2026-01-05-001', 'user', 'shared', 'user/knowledge/pier.md'],
    ['mem-2026-01-06-001', 'user', 'shared', 'user/knowledge/pier.md'],
    ['mem-2026-01-06-002', 'user', 'shared', 'user/knowledge/earlier-memories.md'],
    ['mem-2026-01-07-001', 'watcher', 'private', 'watcher/knowledge/insight.md'],
    ['mem-2026-01-07-002', 'watcher', 'private', 'watcher/knowledge/insight.md'],
    ['mem-2026-01-09-001', 'researcher', 'shared', 'researcher/logs/2026-01-09.md'],
  ])
  const { results } = await recall(await mindOf(paths, 'user'), 'when does the pier close')
  expect(results[0]?.points).toEqual([{ id: 'mem-2026-01-06-001', text: 'The pier closes at nine.' }])
  expect(results.map(({ owner }) => owner)).not.toContain('watcher')
})

test('whatever was written when a move was killed, the next one writes the rest, and byte for byte the same', async () => {
  const whole = await formerSpace()
  await moved(whole)
  const files = await filesOf(whole)
  const names = Object.keys(files)
  for (let killed = 0; killed <= names.length; killed += 1) {
    const paths = await formerSpace()
    // New files come first, in any order; then the journal gets its new name.
    for (const name of names.slice(0, killed)) {
      await mkdir(join(paths.root, '0-personal', name, '..'), { recursive: true })
      await writeFile(join(paths.root, '0-personal', name), files[name] ?? '')
    }
    const ids = (await readMemories(paths)).memories.map(({ id }) => id)
    expect(ids.toSorted()).toEqual((await readMemories(whole)).memories.map(({ id }) => id).toSorted())
    await moved(paths)
    expect(await filesOf(paths)).toEqual(files)
    expect(await said(paths)).toEqual(await said(whole))
  }
})

test('a move is taken back, and done again by what is remembered next', async () => {
  const paths = await formerSpace()
  await rm(join(paths.root, '0-personal/minds'), { recursive: true, force: true })
  const before = await said(paths)
  await moved(paths)
  const undone = await undoWrites(movedRun, { root: paths.root })
  expect(undone.kept).toEqual([])
  await bringBack(paths)
  expect(await filesOf(paths)).toEqual({})
  expect(await said(paths)).toEqual(before)
  const kept = await remember(await mindOf(paths, 'user'), { text: 'Gulls steal chips.', topic: 'gulls' })
  expect(kept.findings).toMatchObject([{ code: 'COGNITION_MEMORIES_MOVED' }])
  expect(await said(paths)).toHaveLength(before.length + 1)
})

test('lines that are none are passed over and said, and what the version before wrote after a move moves too', async () => {
  const paths = await formerSpace()
  const file = join(paths.stateDirectory, 'session-memories.jsonl')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, [...lines.slice(0, 3), '{"event":', ''].join('\n'))
  expect((await readMemories(paths)).findings).toMatchObject([{ code: 'MEMORY_JOURNAL_LINE' }])
  await moved(paths)
  await writeFile(file, lines.slice(3).join('\n'))
  await moved(paths)
  expect(await said(paths)).toHaveLength(8)
  expect(await readFile(file.replace('.jsonl', '.moved.jsonl'), 'utf8')).toContain(lines.at(-2))
})

test('old ids resolve for whatever is done to a memory: confirmed, changed, moved, taken back, and each undone', async () => {
  const paths = await formerSpace()
  const id = 'mem-2025-12-21-001'
  const one = async () => (await readMemories(paths)).memories.find((memory) => memory.id === id)
  const confirmed = await changeMemory(paths, id, { kind: 'confirm' }, { by: 'user' })
  expect(confirmed).toMatchObject({
    changed: true,
    memory: { status: 'confirmed', path: '0-personal/minds/researcher/knowledge/rwa.md', insights: { length: 3 } },
  })
  expect(confirmed.memory.summary).toContain('Asked: How are assets tokenized?')
  expect(await changeMemory(paths, id, { kind: 'confirm' })).toMatchObject({ changed: false })
  const updated = await changeMemory(paths, id, { kind: 'update', text: 'Deeds are\nbetter.' })
  expect(updated.memory).toMatchObject({ id, summary: 'Deeds are better.', status: 'confirmed' })
  await undoWrites(updated.undo ?? '', { root: paths.root })
  expect((await one())?.summary).toContain('SPVs enable')
  const elsewhere = await changeMemory(paths, id, { kind: 'move', topic: 'Deeds' })
  expect(elsewhere.memory.path).toBe('0-personal/minds/researcher/knowledge/deeds.md')
  expect(await changeMemory(paths, id, { kind: 'move', topic: 'DEEDS' })).toMatchObject({ changed: false })
  const retracted = await changeMemory(paths, id, { kind: 'retract', reason: 'a joke' }, { dryRun: true })
  expect(retracted).toMatchObject({ changed: false, memory: { status: 'confirmed' } })
  await changeMemory(paths, id, { kind: 'retract', reason: 'a joke' })
  expect(await one()).toMatchObject({ status: 'retracted', retraction: 'a joke' })
  const text = await readFile(join(paths.root, '0-personal/minds/researcher/knowledge/rwa.md'), 'utf8')
  expect(text).toContain(`moved ^${id} to Deeds`)
  await expect(changeMemory(paths, 'mem-x', { kind: 'confirm' })).rejects.toMatchObject({
    code: 'COGNITION_POINT_UNKNOWN',
  })
})

test('nothing is moved into a topic that only a person changes', async () => {
  const { paths, minds } = await mindSpace('watcher')
  const { knowledge } = minds.watcher
  const text = '---\nowner_uid: "100watcher"\nread_only: true\n---\n\n# Rules\n'
  const { id } = await remember(minds.watcher, { text: 'Gulls steal chips.', topic: 'gulls' })
  await writeFile(join(knowledge, 'rules.md'), text)
  const before = await readFile(join(knowledge, 'gulls.md'), 'utf8')
  await expect(changeMemory(paths, id ?? '', { kind: 'move', topic: 'Rules' })).rejects.toMatchObject({
    code: 'COGNITION_READ_ONLY',
  })
  expect(await readFile(join(knowledge, 'rules.md'), 'utf8')).toBe(text)
  expect(await readFile(join(knowledge, 'gulls.md'), 'utf8')).toBe(before)
})

test('a memory is pinned by its topic, once, keeps whom it was pinned for, and the pin is taken off and undone', async () => {
  const paths = await formerSpace()
  const id = 'mem-2025-12-21-001'
  const file = join(paths.root, '0-personal/minds/researcher/knowledge/rwa.md')
  const pinned = await changeMemory(paths, id, { kind: 'pin' }, { by: 'user' })
  expect(pinned).toMatchObject({ changed: true, memory: { pinned: true, status: 'candidate' } })
  expect(await readFile(file, 'utf8')).toMatch(/^pin: \["all"\]$/m)
  expect(await changeMemory(paths, id, { kind: 'pin' })).toMatchObject({ changed: false })
  const text = (await readFile(file, 'utf8')).replace('pin: ["all"]', 'pin:\n- all\n- writer\n- critic')
  await writeFile(file, text)
  const off = await changeMemory(paths, id, { kind: 'unpin' })
  expect(off.memory.pinned).toBeUndefined()
  expect(await readFile(file, 'utf8')).toMatch(/^pin: \["writer","critic"\]$/m)
  await undoWrites(off.undo ?? '', { root: paths.root })
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('what is known of an entry is no part of what it says, and what has moved is not made knowledge of again', async () => {
  const paths = await formerSpace()
  await moved(paths)
  const mind = await mindOf(paths, 'researcher')
  const facts = { executions: ['exec-1'], outputs: ['a.md'], insights: ['Deeds are kept twice.'] }
  await logMemory(mind, { text: 'Deeds are public.', facts, now: new Date('2026-02-01T10:00:00Z') })
  const logs = Object.entries(await filesOf(paths)).filter(([name]) => name.startsWith('minds/researcher/logs/'))
  expect(logs.flatMap(([, text]) => logEntries(text).map((entry) => entry.text)).filter((text) => text !== '')).toEqual(
    ['- Deeds are public.\n- Deeds are kept twice.'],
  )
})
