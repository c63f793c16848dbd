import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { sha256 } from '../hash.ts'
import { filesOfRun } from './list-writes-runs.ts'
import { undoWrites } from './undo-writes.ts'
import { type WritesBroker, createWritesBroker } from './writes-broker.ts'

const path = 'notes/a.md'
const file = { path, sha256: sha256('one') }

async function spaceWithNote(dryRun = false): Promise<{ root: string; broker: WritesBroker }> {
  const root = await temporaryFolder()
  await mkdir(join(root, 'notes'))
  await writeFile(join(root, path), 'one')
  return { root, broker: createWritesBroker({ root, grants: ['notes/**'], dryRun }) }
}

test('a file is removed as it was read, and brought back with its permissions', async () => {
  const { root, broker } = await spaceWithNote()
  await chmod(join(root, path), 0o600)
  await broker.remove(file)
  await expect(stat(join(root, path))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await filesOfRun(root, broker.run)).toEqual([path])
  expect(await undoWrites(broker.run, { root })).toMatchObject({ restored: [path] })
  expect((await stat(join(root, path))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(root, path), 'utf8')).toBe('one')
})

test('what was brought back, and is gone since by something else, is not brought back again', async () => {
  const { root, broker } = await spaceWithNote()
  const former = createWritesBroker({ root, grants: ['notes/**'] })
  await former.write({ path: 'notes/b.md', text: 'b' })
  await broker.remove({ path: 'notes/b.md', sha256: sha256('b') })
  await undoWrites(broker.run, { root })
  expect(await undoWrites(former.run, { root })).toMatchObject({ removed: ['notes/b.md'] })
  const nothing = { restored: [], removed: [], kept: [], partly: [] }
  expect(await undoWrites(broker.run, { root, dryRun: true })).toEqual(nothing)
  await former.write({ path: 'notes/b.md', text: 'b' })
  await broker.remove({ path: 'notes/b.md', sha256: sha256('b') })
  expect(await undoWrites(broker.run, { root })).toMatchObject({ restored: ['notes/b.md'] })
})

test('a dry run checks all and removes nothing', async () => {
  const { root, broker } = await spaceWithNote(true)
  await broker.remove(file)
  expect(await readFile(join(root, path), 'utf8')).toBe('one')
  await expect(broker.remove({ path, sha256: sha256('two') })).rejects.toMatchObject({ code: 'WRITES_CONFLICT' })
})

test.each([
  [{ path, sha256: sha256('two') }, 'WRITES_CONFLICT'],
  [{ path: 'notes/b.md', sha256: sha256('one') }, 'WRITES_CONFLICT'],
  [{ path: 'other/a.md', sha256: sha256('one') }, 'WRITES_REFUSED'],
  [{ path: '../a.md', sha256: sha256('one') }, 'WRITES_REFUSED'],
  [{ path: 'notes/link.md', sha256: sha256('one') }, 'WRITES_REFUSED'],
] as const)('%j is not removed', async (wanted, code) => {
  const { root, broker } = await spaceWithNote()
  await symlink(join(root, path), join(root, 'notes/link.md'))
  await expect(broker.remove(wanted)).rejects.toMatchObject({ code })
  expect(await readFile(join(root, path), 'utf8')).toBe('one')
})
