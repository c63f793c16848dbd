import { writeFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventLoopTurns, exitOf, firstOutput, startScript } from '../__fixtures__/run-script.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { sha256 } from '../hash.ts'
import { listWritesRuns } from './list-writes-runs.ts'
import { undoWrites } from './undo-writes.ts'
import { type WritesBrokerOptions, createWritesBroker } from './writes-broker.ts'

const grants = ['notes/**']
const old = 'notes/old.md'
const fresh = 'notes/new/fresh.md'
const other = 'notes/other.md'

async function spaceWith(files: Readonly<Record<string, string>> = { [old]: 'text', [other]: 'to old' }) {
  const root = await temporaryFolder()
  await mkdir(join(root, 'notes'))
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
  return root
}

/** The files outside of the state, with what they say; a kill may leave temporary ones. */
async function filesIn(root: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(join(root, 'notes'), { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(root.length + 1), await readFile(file, 'utf8')])),
  )
}

const moving = (text = 'text') => [
  { path: fresh, text, expected: 'absent', movedFrom: { path: old, sha256: sha256('text') } },
  { path: other, text: 'to fresh', expected: sha256('to old') },
]

async function move(root: string, options: Partial<WritesBrokerOptions> = {}): Promise<void> {
  await createWritesBroker({ root, grants, run: 'run', ...options }).writeAll(moving())
}

test('a file is moved with its time and permissions, and put back', async () => {
  const root = await spaceWith()
  await chmod(join(root, old), 0o600)
  await utimes(join(root, old), 1000, 1000)
  await move(root, { dryRun: true })
  expect(await filesIn(root)).toEqual({ [old]: 'text', [other]: 'to old' })
  await move(root)
  expect(await filesIn(root)).toEqual({ [fresh]: 'text', [other]: 'to fresh' })
  const { mode, mtimeMs } = await stat(join(root, fresh))
  expect([mode & 0o777, mtimeMs]).toEqual([0o600, 1_000_000])
  expect(await listWritesRuns(root)).toMatchObject([{ run: 'run', files: 3 }])
  const undone = { restored: [old, other], removed: [fresh], kept: [], partly: [] }
  expect(await undoWrites('run', { root, dryRun: true })).toEqual(undone)
  expect(await undoWrites('run', { root })).toEqual(undone)
  expect(await filesIn(root)).toEqual({ [old]: 'text', [other]: 'to old' })
  expect((await stat(join(root, old))).mode & 0o777).toBe(0o600)
  expect(await undoWrites('run', { root })).toEqual({ restored: [], removed: [], kept: [], partly: [] })
})

test('folders that were made for a file go with it, and those that hold something else stay', async () => {
  const root = await spaceWith({})
  await mkdir(join(root, 'notes/empty'))
  const broker = createWritesBroker({ root, grants, run: 'run' })
  const paths = ['notes/a/b/1.md', 'notes/a/b/2.md', 'notes/a/c/3.md', 'notes/empty/4.md']
  await broker.writeAll(paths.map((path) => ({ path, text: 'x' })))
  await writeFile(join(root, 'notes/a/c/theirs.md'), 'y')
  await undoWrites('run', { root })
  expect((await readdir(join(root, 'notes'), { recursive: true })).toSorted()).toEqual([
    'a',
    'a/c',
    'a/c/theirs.md',
    'empty',
  ])
})

test('where another file took the old place, all stays as the move made it', async () => {
  const root = await spaceWith()
  await move(root)
  await writeFile(join(root, old), 'another')
  const kept = [
    { path: old, reason: 'another file is there' },
    { path: other, reason: `${old} could not be put back` },
    { path: fresh, reason: `${old} could not be put back` },
  ]
  expect(await undoWrites('run', { root, dryRun: true })).toMatchObject({ kept })
  expect(await undoWrites('run', { root })).toEqual({ restored: [], removed: [], kept, partly: [] })
  expect(await filesIn(root)).toEqual({ [old]: 'another', [fresh]: 'text', [other]: 'to fresh' })
})

test('what was changed at its new place stays there, and the old text comes back beside it', async () => {
  const root = await spaceWith()
  await move(root)
  await writeFile(join(root, fresh), 'text and more')
  expect(await undoWrites('run', { root })).toMatchObject({ restored: [old, other], kept: [{ path: fresh }] })
  expect(await filesIn(root)).toEqual({ [old]: 'text', [fresh]: 'text and more', [other]: 'to old' })
})

test.each([
  ['is there', async (root: string) => await writeFile(join(root, 'notes/new'), '')],
  ['says the same', async (root: string) => await writeAt(root, fresh, 'text')],
  ['was changed', async (root: string) => await writeFile(join(root, old), 'changed')],
  ['is gone', async (root: string) => await rm(join(root, old))],
  ['another was changed', async (root: string) => await writeFile(join(root, other), 'changed')],
  ['a link', async (root: string) => await relink(root)],
])('nothing is written if a file %s', async (_, change) => {
  const root = await spaceWith()
  await change(root)
  const before = await filesIn(root)
  await expect(move(root)).rejects.toMatchObject({ code: expect.stringMatching(/^WRITES_(?:CONFLICT|REFUSED)$/) })
  expect(await filesIn(root)).toEqual(before)
})

test('what may not be written is not moved away either', async () => {
  const root = await spaceWith()
  const before = await filesIn(root)
  for (const path of [old, other, fresh]) {
    const refuses = (one: string): string | undefined => (one === path ? 'it is theirs' : undefined)
    await expect(move(root, { refuses })).rejects.toThrow('it is theirs')
    await expect(move(root, { refuses, dryRun: true })).rejects.toThrow('it is theirs')
  }
  await expect(move(root, { grants: ['notes/*/**', other] })).rejects.toThrow('not granted')
  expect(await filesIn(root)).toEqual(before)
})

test('what an editor saves while the others are written is not removed, and the rest can be taken back', async () => {
  const root = await spaceWith()
  const broker = createWritesBroker({
    root,
    grants,
    run: 'run',
    // Asked for while the writes are journaled, after all checks.
    now: () => {
      writeFileSync(join(root, old), 'saved')
      return new Date()
    },
  })
  await expect(broker.writeAll(moving())).rejects.toMatchObject({ code: 'WRITES_CONFLICT' })
  expect((await filesIn(root))[old]).toBe('saved')
  expect(await undoWrites('run', { root })).toMatchObject({ restored: [other], removed: [fresh], kept: [] })
  expect(await filesIn(root)).toEqual({ [old]: 'saved', [other]: 'to old' })
})

test('a kill at any moment loses nothing, and the run can be taken back', async () => {
  const root = await spaceWith({ [old]: 'text', [other]: 'to old' })
  for (let round = 0; round < (process.env['LONG'] === undefined ? 4 : 16); round += 1) {
    const child = startScript(`
      import { createWritesBroker } from ${JSON.stringify(join(import.meta.dirname, 'writes-broker.ts'))}
      console.log('ready')
      const broker = createWritesBroker({ root: ${JSON.stringify(root)}, grants: ['notes/**'], run: 'killed-${round}' })
      await broker.writeAll(${JSON.stringify(moving())})
      setInterval(() => {}, 2 ** 30)`)
    await firstOutput(child)
    await eventLoopTurns(round * 40)
    child.kill('SIGKILL')
    await exitOf(child)
    const found = await filesIn(root)
    expect(found[old] ?? found[fresh]).toBe('text')
    expect(found[other] === 'to fresh' && found[fresh] !== 'text').toBe(false)
    if ((await listWritesRuns(root)).some(({ run }) => run === `killed-${round}`))
      await undoWrites(`killed-${round}`, { root })
    expect(await filesIn(root)).toEqual({ [old]: 'text', [other]: 'to old' })
  }
})

test('a name that other systems refuse is no reason not to change, move and put back a file that is there', async () => {
  const names = ['What now?.md', 'a: b.md', 'aux.md', 'so "it" is.md', '<1|2>*.md', 'end ']
  const root = await spaceWith(Object.fromEntries(names.map((name) => [`notes/${name}`, 'one'])))
  for (const [place, name] of names.entries()) {
    const path = `notes/${name}`
    const broker = createWritesBroker({ root, grants, run: `run-${place}` })
    const code = 'WRITES_REFUSED'
    await expect(broker.write({ path, text: 'two' })).rejects.toMatchObject({ code })
    await broker.write({ path, text: 'two', expected: sha256('one') })
    expect((await filesIn(root))[path]).toBe('two')
    const movedFrom = { path, sha256: sha256('two') }
    await broker.write({ path: `notes/plain ${place}.md`, text: 'two', expected: 'absent', movedFrom })
    expect((await filesIn(root))[path]).toBeUndefined()
    expect(await undoWrites(`run-${place}`, { root })).toMatchObject({ restored: [path], kept: [] })
    expect((await filesIn(root))[path]).toBe('one')
  }
  const broker = createWritesBroker({ root, grants })
  const expected = sha256('one')
  for (const name of [
    'x?.md',
    '../notes/aux.md',
    './aux.md',
    '/aux.md',
    'a\\b.md',
    '.aux?.md',
    'aux.md/',
    `${'a'.repeat(300)}?`,
  ])
    await expect(broker.write({ path: `notes/${name}`, text: 'x', expected }), name).rejects.toMatchObject({
      code: expect.stringMatching(/^WRITES_(?:CONFLICT|REFUSED)$/),
    })
})

async function writeAt(root: string, path: string, text: string): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true })
  await writeFile(join(root, path), text)
}

async function relink(root: string): Promise<void> {
  await rm(join(root, old))
  await symlink(join(root, other), join(root, old))
}
