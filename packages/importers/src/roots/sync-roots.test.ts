import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readRegistry } from '@datacortex/registry'
import { type OnProgress, type SpacePaths, ownPaths, spacePaths, withLock } from '@datacortex/platform'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { changeRoots, readRoots, rememberRoots } from './agent-roots.ts'
import { type RootMemory, rootMemory } from './root-memory.ts'
import { stampOf } from './root-stamps.ts'
import { type SyncOptions, syncRoots } from './sync-roots.ts'

let folder: string
let paths: SpacePaths
let memory: RootMemory

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'sync-roots-')))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(folder, 'user'))
  paths = ownPaths(spacePaths(join(folder, 'desk')))
  await mkdir(paths.datacore, { recursive: true })
  memory = rootMemory(paths)
})

const agent = (name: string, text = `Does ${name}`): string =>
  `---\nname: ${name}\ndescription: ${text}\n---\nPrompt.\n`

async function put(path: string, text = agent(path.split('/').at(-1)?.replace(/\.md$/, '') ?? '')): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const follow = async (...roots: readonly string[]): Promise<void> =>
  void (await rememberRoots(
    paths,
    roots.map((root) => ({ path: join(folder, root), options: {}, left: [] })),
  ))

/** What a sync did, by ids. */
async function synced(options: SyncOptions = {}) {
  const { report, away } = await syncRoots(paths, memory, options)
  const ids = (rows: readonly { readonly id: string }[] = []): string => rows.map(({ id }) => id).join(' ')
  return {
    added: ids(report?.imported),
    updated: ids(report?.updated),
    renamed: ids(report?.renamed),
    gone: ids(report?.gone),
    skipped: (report?.skipped ?? []).map(({ path, reason }) => `${path.slice(folder.length)} ${reason}`),
    away: away.length,
    living: (await registered()).filter((id) => !id.startsWith('(')).length,
  }
}

const registered = async (): Promise<readonly string[]> =>
  [...(await readRegistry(paths)).agents.values()].map(({ id, entry }) => (entry.removed === true ? `(${id})` : id))

const nothing = { added: '', updated: '', renamed: '', gone: '', skipped: [], away: 0 }

test('new, changed, renamed and gone files are followed, and what comes back is there again', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await put(`far/${name}.md`)
  await follow('far')
  expect(await synced()).toEqual({ ...nothing, added: 'a b c d', living: 4 })
  await put('far/b.md', agent('b', 'Does b better'))
  await rename(join(folder, 'far/c.md'), join(folder, 'far/moved.md'))
  await rm(join(folder, 'far/d.md'))
  await put('far/deep/e.md')
  expect(await synced()).toEqual({ ...nothing, added: 'e', updated: 'b c', renamed: 'c', gone: 'd', living: 4 })
  expect(await registered()).toEqual(['a', 'b', 'c', '(d)', 'e'])
  await put('far/d.md')
  expect(await synced()).toEqual({ ...nothing, updated: 'd', living: 5 })
  expect(await registered()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('what did not change is not read, in a new process neither', async () => {
  for (const name of ['a', 'b', 'c']) await put(`far/${name}.md`)
  await follow('far')
  await synced()
  // Files that changed just now are read once more.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2040-01-01') })
  await synced()
  memory = rootMemory(paths)
  const onProgress = vi.fn<OnProgress>()
  await synced({ onProgress })
  expect(onProgress).not.toHaveBeenCalled()
  await put('far/b.md', agent('b', 'Other'))
  await synced({ onProgress })
  expect(onProgress.mock.calls.flatMap(([{ subject }]) => subject ?? [])).toEqual([join(folder, 'far/b.md')])
  vi.useRealTimers()
})

test('an agent that is left out of a file of several is gone, and one of a file that gives nothing stays', async () => {
  const modes = (...slugs: readonly string[]): string =>
    JSON.stringify({ customModes: slugs.map((slug) => ({ slug, name: slug, roleDefinition: `You do ${slug}.` })) })
  await put('far/.roomodes', modes('one', 'two'))
  await put('far/a.md')
  await follow('far')
  expect(await synced()).toMatchObject({ living: 3 })
  await put('far/.roomodes', modes('two'))
  await writeFile(join(folder, 'far/a.md'), Uint8Array.of(0xff, 0xfe, 65, 0))
  expect(await synced()).toMatchObject({ gone: 'one', living: 2, skipped: [expect.stringContaining('/far/a.md')] })
  await put('far/.roomodes', '{')
  expect(await synced()).toMatchObject({
    gone: '',
    living: 2,
    skipped: expect.arrayContaining([expect.stringContaining('.roomodes')]),
  })
})

test('of a root that can not be reached, or is empty where a disk was, everything stays', async () => {
  await put('disk/agents/a.md')
  await follow('disk/agents')
  await synced()
  await rename(join(folder, 'disk'), join(folder, 'elsewhere'))
  expect(await synced()).toMatchObject({ away: 1, gone: '' })
  await mkdir(join(folder, 'disk/agents'), { recursive: true })
  expect(await synced()).toMatchObject({ away: 1, gone: '' })
  expect(await synced({ isFull: true })).toMatchObject({ away: 1, gone: '' })
  expect(await registered()).toEqual(['a'])
  await rm(join(folder, 'disk'), { recursive: true })
  await rename(join(folder, 'elsewhere'), join(folder, 'disk'))
  await put('disk/agents/a.md', agent('a', 'Other'))
  expect(await synced()).toMatchObject({ away: 0, updated: 'a' })
  // A file that was imported by its name is another matter.
  await put('one/b.md')
  await put('one/notes.txt', '')
  await follow('one/b.md')
  await synced()
  await rm(join(folder, 'one/b.md'))
  expect(await synced()).toMatchObject({ away: 0, gone: 'b', skipped: [] })
})

test('a file that is written while it is read stays as it was until the next sync', async () => {
  await put('far/a.md')
  await follow('far')
  await synced()
  await put('far/a.md', agent('a', 'Half'))
  const { writeFileSync } = await import('node:fs')
  const onProgress = (): void => writeFileSync(join(folder, 'far/a.md'), agent('a', 'Half and half'))
  expect(await synced({ onProgress })).toMatchObject({
    updated: '',
    skipped: [expect.stringContaining('being written')],
  })
  expect((await readRegistry(paths)).agents.get('a')?.entry.description).toBe('Does a')
  expect(await synced()).toMatchObject({ updated: 'a' })
  expect((await readRegistry(paths)).agents.get('a')?.entry.description).toBe('Half and half')
})

test('links and circles: a folder that is reached twice is one root, and counts once', async () => {
  await put('far/a.md')
  await symlink(join(folder, 'far'), join(folder, 'far/again'))
  await symlink(join(folder, 'far'), join(folder, 'link'))
  await symlink(join(folder, 'nowhere'), join(folder, 'far/b.md'))
  await follow('far')
  await follow('link')
  expect((await readRoots(paths)).map(({ path }) => path)).toEqual([join(folder, 'link')])
  expect(await synced()).toMatchObject({ added: 'a', living: 1 })
  expect(await synced()).toMatchObject({ added: '', updated: '', living: 1 })
})

test('names that differ by case are two agents, and a file that changes its case is one', async () => {
  await put('far/Writer.md', agent('Writer', 'Writes'))
  await put('far/x/writer.md', agent('writer', 'Writes too'))
  await follow('far')
  const before = await synced()
  expect(before.living).toBe(2)
  await rename(join(folder, 'far/Writer.md'), join(folder, 'far/WRITER.md'))
  expect(await synced()).toMatchObject({ added: '', gone: '', living: 2 })
  expect((await registered()).length).toBe(2)
})

test('two processes that sync take turns, and who only asks does not wait', async () => {
  for (let index = 0; index < 20; index += 1) await put(`far/${index}.md`, agent(`a${index}`))
  await follow('far')
  const other = rootMemory(paths)
  const [one, two] = await Promise.all([syncRoots(paths, memory), syncRoots(paths, other)])
  const added = [one, two].flatMap(({ report }) => report?.imported ?? [])
  expect(added.length).toBe(20)
  expect(await registered()).toHaveLength(20)
  await put('far/new.md')
  await withLock(join(paths.locksDirectory, 'roots'), async () => {
    expect(await synced({ most: 100 })).toMatchObject({ added: '' })
  })
  expect(await synced({ most: 100 })).toMatchObject({ added: 'new' })
})

test('what was registered before a process was killed is known to the next sync', async () => {
  await put('far/a.md')
  await follow('far')
  // Killed between the registry and what is kept of the root.
  await expect(syncRoots(paths, { ...memory, keep: () => Promise.reject(new Error('killed')) })).rejects.toThrow(
    'killed',
  )
  memory = rootMemory(paths)
  expect(await synced()).toMatchObject({ added: '', updated: '', living: 1 })
  await writeFile(join(paths.cacheDirectory, 'agent-roots.json'), 'cut sho')
  memory = rootMemory(paths)
  await rm(join(folder, 'far/a.md'))
  await put('far/b.md')
  expect(await synced()).toMatchObject({ added: 'b', gone: 'a', living: 1 })
})

test('a file that was only new when it was looked at is looked at again, and not said to have changed', async () => {
  const file = join(folder, 'far/a.md')
  await put('far/a.md')
  await utimes(file, 1e9, 1e9)
  await follow('far')
  await synced()
  const known = (await memory.stateOf(join(folder, 'far'))) ?? { stamps: {}, broken: [] }
  const fresh = { ...known, stamps: { ...known.stamps, [file]: `${stampOf(file)}:fresh` } }
  await memory.keep(new Map([[join(folder, 'far'), fresh]]))
  expect(await syncRoots(paths, memory, { most: -1 })).toMatchObject({ report: undefined, waiting: [] })
  expect((await syncRoots(paths, memory, { most: 1 })).report).toMatchObject({ unchanged: [{ id: 'a' }] })
  await put('far/a.md', agent('a', 'Does a better'))
  expect(await syncRoots(paths, memory, { most: -1 })).toMatchObject({ waiting: [file] })
})

test('more changed files than asked for stay as they are', async () => {
  await put('far/a.md')
  await follow('far')
  await synced()
  for (let index = 0; index < 3; index += 1) await put(`far/b${index}.md`)
  const { report, waiting } = await syncRoots(paths, memory, { most: 2 })
  expect(report).toBeUndefined()
  expect(waiting).toEqual(expect.arrayContaining([0, 1, 2].map((index) => join(folder, `far/b${index}.md`))))
  expect(await synced({ most: 4 })).toMatchObject({ added: 'b0 b1 b2' })
})

test('of 10,000 files the one that changed is read, and no other', async () => {
  // Most of a large folder is about something else.
  for (let index = 0; index < 10_000; index += 1)
    await put(`far/${index % 100}/a${index}.md`, index % 200 === 7 ? undefined : `Note ${index}.\n`)
  await follow('far')
  const { report, waiting } = await syncRoots(paths, memory, { most: 200 })
  expect([report, waiting.length], 'too many for somebody who waits').toEqual([undefined, 10_000])
  expect((await syncRoots(paths, memory)).report?.counts).toMatchObject({ seen: 10_000, imported: 50 })
  // What was written a moment before is looked at twice.
  await syncRoots(paths, memory)
  await put('far/7/a7.md', agent('a7', 'Does it better'))
  const read: unknown[] = []
  const onProgress: OnProgress = ({ subject }) => void (subject !== undefined && read.push(subject))
  const again = await syncRoots(paths, rootMemory(paths), { most: 200, onProgress })
  expect([again.report?.updated.map(({ id }) => id), read]).toEqual([['a7'], [join(folder, 'far/7/a7.md')]])
  expect((await syncRoots(paths, memory)).report?.updated ?? []).toEqual([])
})

test('a root in another one has options of its own', async () => {
  await put('far/a.md')
  await put('far/prompts/b.md', '# Bakes\n\nBakes bread.\n')
  await follow('far')
  await rememberRoots(paths, [{ path: join(folder, 'far/prompts'), options: { format: 'prompt' }, left: [] }])
  expect(await synced()).toMatchObject({ living: 2 })
  await put('far/prompts/b.md', '# Bakes\n\nBakes cakes.\n')
  expect(await synced()).toMatchObject({ updated: 'b' })
  expect(await synced()).toMatchObject({ updated: '', living: 2 })
})

test('roots outside of a space lie in the folder of the user, and what a space brings of them is nothing', async () => {
  await put('desk/agents/a.md')
  await put('far/b.md')
  await symlink(join(folder, 'far'), join(folder, 'desk/link'))
  await follow('desk/agents', 'far')
  const file = join(dirname(paths.agentsFile), 'roots.json')
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ roots: [{ path: 'agents' }] })
  const own = ['agents', '..', '../far', join(folder, 'far'), 'link', 7, { path: 3 }]
  await rm(join(folder, 'user'), { recursive: true })
  await writeFile(file, JSON.stringify({ roots: own.map((path) => ({ path })) }))
  expect((await readRoots(paths)).map(({ path }) => path)).toEqual([join(folder, 'desk/agents')])
  expect(await readRoots({ ...paths, trust: { state: 'restricted', allowed: [] } })).toEqual([])
  await writeFile(file, '[')
  expect(await readRoots(paths)).toEqual([])
  await changeRoots(paths, () => [])
})
