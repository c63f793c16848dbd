import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { createSpace } from '../space/create-space.ts'
import { makeFolder } from './make-folder.ts'

test('makes what is missing, with the mode, and is content with what is there', async () => {
  const root = await temporaryFolder()
  await makeFolder(join(root, 'a', 'b', 'c'), { mode: 0o700 })
  await makeFolder(join(root, 'a', 'b', 'c'))
  expect((await stat(join(root, 'a', 'b'))).mode & 0o777).toBe(0o700)
  await mkdir(join(root, 'real'))
  await symlink(join(root, 'real'), join(root, 'link'))
  await makeFolder(join(root, 'link', 'd'))
  expect(await readdir(join(root, 'real'))).toEqual(['d'])
})

test('many at once make one tree', async () => {
  const root = await temporaryFolder()
  const names = Array.from({ length: 40 }, (_, index) => join(root, 'x', 'y', String(index % 4), 'z'))
  await Promise.all(names.map(async (name) => await makeFolder(name)))
  expect(await readdir(join(root, 'x', 'y'))).toEqual(['0', '1', '2', '3'])
})

test('what is in the way is named by its code', async () => {
  const root = await temporaryFolder()
  await writeFile(join(root, 'file'), '')
  await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(root, 'file', 'x'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  await symlink(join(root, 'nowhere'), join(root, 'dangling'))
  await expect(makeFolder(join(root, 'dangling', 'x'))).rejects.toMatchObject({ code: 'EEXIST' })
})

test.runIf(process.platform === 'linux')('ends where nothing can be made', async () => {
  await expect(makeFolder('/proc/x/y/z')).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(createSpace('/proc/x')).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
    message: expect.stringContaining('/proc/x'),
  })
})
