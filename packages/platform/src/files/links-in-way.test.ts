import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { withLock } from '../locks/with-lock.ts'
import { appendLines } from './append-lines.ts'
import { holdFolder } from './hold-folder.ts'
import { writeKeptJson } from './kept-json.ts'
import { linksIn, refuseLinks } from './links-in.ts'
import { makeFolder } from './make-folder.ts'
import { addName, move } from './move.ts'
import { openToWrite } from './open-to-write.ts'
import { removeFile, removeFolder } from './remove.ts'
import { removeStaleTemporaries } from './remove-stale-temporaries.ts'
import { removeTemporaryFiles } from './remove-temporary-files.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

const isHeld = vi.hoisted(() => ({ now: true }))

// Where the system shows no open folders, all are looked at instead.
vi.mock('node:fs', async (actual) => {
  const fs = await actual<typeof import('node:fs')>()
  return { ...fs, existsSync: (path: string) => (path === '/proc/self/fd' ? isHeld.now : true) && fs.existsSync(path) }
})

/** A space with links in `.datacore`, and a folder outside of it with a file. */
async function linkedSpace(links: Readonly<Record<string, string>> = {}) {
  const [root, outside] = [await temporaryFolder(), await temporaryFolder()]
  await mkdir(join(outside, 'folder/inner'), { recursive: true })
  for (const file of ['.bashrc', 'folder/a.md', 'folder/inner/b.md']) await writeFile(join(outside, file), file)
  await mkdir(join(root, '.datacore/state'), { recursive: true })
  await mkdir(join(root, '.datacore/cache'))
  await mkdir(join(root, '.datacore/registry'))
  for (const [path, target] of Object.entries(links))
    await symlink(join(outside, target), join(root, '.datacore', path))
  const everything = async (): Promise<unknown> =>
    await Promise.all(
      (await readdir(outside, { recursive: true, withFileTypes: true }))
        .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
        .toSorted((one, other) => (one.path < other.path ? -1 : 1))
        .map(async ({ entry, path }) => [path, entry.isFile() ? await readFile(path, 'utf8') : 'folder']),
    )
  return { root, outside, everything, at: (path: string) => join(root, '.datacore', path) }
}

const writers: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
  ['writeFileAtomically', async (path) => await writeFileAtomically(path, 'evil')],
  ['writeKeptJson', async (path) => await writeKeptJson(path, 'key', 'evil')],
  ['appendLines', async (path) => await appendLines(path, ['evil'])],
  ['withLock', async (path) => await withLock(path, async () => {}, { timeoutMs: 0 })],
  ...(['append', 'change', 'new', 'old'] as const).map(
    (how) => [`openToWrite ${how}`, async (path: string) => await (await openToWrite(path, how)).close()] as const,
  ),
]

const changers: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
  ...writers,
  ['replacesLink', async (path) => await writeFileAtomically(path, 'evil', { replacesLink: true })],
  ['makeFolder', async (path) => await makeFolder(join(path, 'new'))],
  ['removeFile', async (path) => await removeFile(path)],
  ['removeFolder', async (path) => await removeFolder(path)],
  ['move from', async (path) => await move(path, join(path, '../moved'))],
  ['move to', async (path) => await move(join(path, '../a.md'), path)],
  ['addName', async (path) => await addName(path, join(path, '../added'))],
  ['removeStaleTemporaries', async (path) => await removeStaleTemporaries(path)],
]

test.each([true, false])('nothing is written through a link in the state or the cache (held: %s)', async (held) => {
  isHeld.now = held
  onTestFinished(() => void (isHeld.now = true))
  const links = { 'state/file': '.bashrc', 'state/gone': 'new.txt', 'cache/file': '.bashrc', 'state/to': 'folder' }
  const { at, everything } = await linkedSpace(links)
  const before = await everything()
  for (const [name, write] of writers)
    for (const path of ['state/file', 'state/gone', 'cache/file', 'state/to']) {
      const outcome = await write(at(path)).catch((error: unknown) => error)
      const refusal = { code: 'PLATFORM_FILE_UNWRITABLE', hint: expect.stringContaining('Remove the link') as unknown }
      expect(outcome, `${name} ${path}`).toMatchObject(name === 'openToWrite new' ? { code: 'EEXIST' } : refusal)
      expect(await everything(), `${name} ${path}`).toEqual(before)
    }
})

test.each([true, false])('nothing is changed in a folder that a link leads to (held: %s)', async (held) => {
  isHeld.now = held
  onTestFinished(() => void (isHeld.now = true))
  const { at, everything } = await linkedSpace({ 'state/to': 'folder', modules: 'folder', 'state/none': 'none' })
  const before = await everything()
  for (const [name, change] of changers)
    for (const path of ['state/to/a.md', 'modules/inner', 'state/to/inner/b.md', 'state/none/c.md']) {
      const outcome = await change(at(path)).catch(codedError)
      const isRefused = CodedError.is(outcome, 'PLATFORM_FILE_UNWRITABLE')
      expect(isRefused, `${name} ${path}`).toBe(name !== 'removeStaleTemporaries')
      expect(await everything(), `${name} ${path}`).toEqual(before)
    }
  expect(await removeTemporaryFiles(at('state/to'), { now: Number.MAX_SAFE_INTEGER })).toEqual([])
})

test('all of `.datacore` is no link either, but the space may be reached through one', async () => {
  const { at, everything, outside, root } = await linkedSpace({})
  const other = await temporaryFolder()
  await symlink(join(outside, 'folder'), join(other, '.datacore'))
  const before = await everything()
  await expect(appendLines(join(other, '.datacore/state/a.jsonl'), ['one'])).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
  })
  expect(await everything()).toEqual(before)
  await symlink(root, join(other, 'desk'))
  await appendLines(join(other, 'desk/.datacore/state/a.jsonl'), ['one'])
  expect(await readFile(at('state/a.jsonl'), 'utf8')).toBe('one\n')
})

test('a file with several names is replaced, and never changed where it is', async () => {
  const { at, outside, everything } = await linkedSpace()
  await link(join(outside, '.bashrc'), at('state/hard'))
  const before = await everything()
  await expect(appendLines(at('state/hard'), ['evil'])).rejects.toMatchObject({
    message: expect.stringContaining('hard links'),
  })
  await writeFileAtomically(at('state/hard'), 'good')
  expect([await readFile(at('state/hard'), 'utf8'), await everything()]).toEqual(['good', before])
})

test('the registry is written through a link to the like of it, and to no other file', async () => {
  const { at, outside } = await linkedSpace({ 'registry/agents.yaml': 'agents.yaml', 'settings.yaml': '.bashrc' })
  await writeFile(join(outside, 'agents.yaml'), '')
  await writeFileAtomically(at('registry/agents.yaml'), 'agents: {}\n')
  expect(await readFile(join(outside, 'agents.yaml'), 'utf8')).toBe('agents: {}\n')
  await expect(writeFileAtomically(at('settings.yaml'), 'evil')).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
  })
  expect(await readFile(join(outside, '.bashrc'), 'utf8')).toBe('.bashrc')
})

test('what a folder is swapped for while it is held is not written into', async () => {
  const { at, outside, everything } = await linkedSpace()
  await mkdir(at('state/runs'))
  const before = await everything()
  using held = holdFolder(at('state/runs'))
  await move(at('state/runs'), at('state/away'))
  await symlink(join(outside, 'folder'), at('state/runs'))
  await writeFile(join(held.folder, 'b.md'), 'mine')
  expect([await readFile(at('state/away/b.md'), 'utf8'), await everything()]).toEqual(['mine', before])
})

test('a folder without the right to read it can be written into', async () => {
  const { root } = await linkedSpace()
  await makeFolder(join(root, '.datacore/state/dark'), { mode: 0o300 })
  await writeFileAtomically(join(root, '.datacore/state/dark/a'), 'a', { isRebuildable: true })
  expect(await readFile(join(root, '.datacore/state/dark/a'), 'utf8')).toBe('a')
})

test('removing a folder leaves what its links lead to', async () => {
  const { at, outside, everything } = await linkedSpace({ 'state/link': 'folder' })
  await mkdir(at('cache/a/b'), { recursive: true })
  await writeFile(at('cache/a/b/c'), '')
  await symlink(join(outside, 'folder'), at('cache/a/b/link'))
  const before = await everything()
  await removeFolder(at('cache/a'))
  await removeFolder(at('state/link'))
  await removeFolder(at('nothing'))
  expect([await readdir(at('cache')), await readdir(at('state')), await everything()]).toEqual([[], [], before])
})

test('links among files are found, and refused', async () => {
  const { at } = await linkedSpace({ 'cache/a.lance': 'folder', 'state/b': 'none' })
  expect(linksIn(at('.'))).toEqual({ isWhole: true, links: [at('state/b'), at('cache/a.lance')] })
  expect(linksIn(at('cache/a.lance')).links).toEqual([at('cache/a.lance')])
  expect(linksIn(at('.'), { most: 1 }).isWhole).toBe(false)
  expect(() => refuseLinks(at('cache'))).toThrow(expect.objectContaining({ code: 'PLATFORM_LINK_REFUSED' }))
  refuseLinks(at('nothing'))
})
