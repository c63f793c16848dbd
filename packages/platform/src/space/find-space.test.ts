import { chmod, chown, lchown, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asOrdinaryUser } from '../__fixtures__/as-user.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { findSpace, openSpace } from './find-space.ts'

test('finds the nearest space upward', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, '.datacore'))
  await mkdir(join(root, 'a', 'b'), { recursive: true })
  expect((await findSpace(join(root, 'a', 'b'))).root).toBe(root)
  expect((await findSpace(root)).root).toBe(root)
  await mkdir(join(root, 'a', '.datacore'))
  expect((await findSpace(join(root, 'a', 'b'))).root).toBe(join(root, 'a'))
})

test('a file named .datacore is not a space', async () => {
  const root = await temporaryFolder()
  await writeFile(join(root, '.datacore'), '')
  await expect(openSpace(root)).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND', hint: `datacortex init ${root}` })
})

test('a given root is taken exactly, without looking upward', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, '.datacore'))
  await mkdir(join(root, 'below'))
  expect((await openSpace(root)).root).toBe(root)
  await expect(openSpace(join(root, 'below'))).rejects.toMatchObject({
    code: 'SPACE_NOT_FOUND',
    message: expect.stringContaining(`it lies in the space ${root}`),
    hint: `Name ${root} instead.`,
  })
})

test('a root that is absent, or no folder, is said to be so; the hint can be pasted', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file'), '')
  await expect(openSpace(join(folder, "ada's desk"))).rejects.toMatchObject({
    message: `${folder}/ada's desk does not exist.`,
    hint: `datacortex init '${folder}/ada'\\''s desk'`,
  })
  await expect(openSpace(join(folder, 'file'))).rejects.toMatchObject({
    message: `${folder}/file is no folder.`,
    hint: 'Name the folder of a space.',
  })
})

test('a folder that nobody can look into is not said to be without a space', async () => {
  const root = await temporaryFolder()
  await symlink('.datacore', join(root, '.datacore'))
  await mkdir(join(root, 'below'))
  const message = expect.stringContaining(`can't be looked into: too many symbolic links at ${root}/.datacore`)
  const expected = { code: 'SPACE_NOT_FOUND', message, hint: expect.not.stringContaining('init') }
  await expect(openSpace(root)).rejects.toMatchObject(expected)
  await expect(findSpace(join(root, 'below'))).rejects.toMatchObject(expected)
})

test('a space of somebody else is forbidden, not absent', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, '.datacore'))
  await chmod(root, 0)
  const opened = asOrdinaryUser(async () => await openSpace(root))
  await expect(opened).rejects.toMatchObject({ message: expect.stringContaining('permission denied') })
})

test.each(['state', 'registry', 'modules', 'cache'])(
  'a file in the place of a folder of a space refuses it: %s',
  async (name) => {
    const root = await temporaryFolder()
    await mkdir(join(root, '.datacore'))
    await writeFile(join(root, '.datacore', name), '')
    const reason = expect.stringContaining('is no folder') as unknown
    await expect(openSpace(root)).rejects.toMatchObject({ code: 'PLATFORM_LINK_REFUSED', message: reason })
  },
)

test('no space anywhere', async () => {
  const folder = await temporaryFolder()
  await expect(findSpace(folder)).rejects.toThrow(`${folder} has no .datacore folder, nor has any folder above it.`)
})

test('a space above that is of somebody else is passed over', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root may give files to somebody else')
  const root = await temporaryFolder()
  const shared = join(root, 'shared')
  const start = join(shared, 'mine', 'deeper')
  await mkdir(start, { recursive: true })
  await mkdir(join(shared, '.datacore'))
  await chown(join(shared, '.datacore'), 1234, 1234)
  await expect(findSpace(start)).rejects.toMatchObject({
    code: 'SPACE_NOT_FOUND',
    message: `${start} has no .datacore folder, and the space above it, ${shared}, belongs to somebody else.`,
    hint: expect.stringContaining(`--root ${shared}`),
  })
  expect((await findSpace(shared)).root).toBe(shared)
  expect((await openSpace(shared)).root).toBe(shared)
  // As in a container, where the folder is mounted and everything in it is another user's.
  await chown(start, 1234, 1234)
  expect((await findSpace(start)).root).toBe(shared)
  await chown(start, 0, 0)
  await mkdir(join(root, '.datacore'))
  expect((await findSpace(start)).root).toBe(root)
})

test('a link that somebody else made leads to no space', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root may give files to somebody else')
  const root = await temporaryFolder()
  await mkdir(join(root, 'mine', '.datacore'), { recursive: true })
  await mkdir(join(root, 'shared', 'below'), { recursive: true })
  await symlink(join(root, 'mine', '.datacore'), join(root, 'shared', '.datacore'))
  expect((await findSpace(join(root, 'shared', 'below'))).root).toBe(join(root, 'shared'))
  await lchown(join(root, 'shared', '.datacore'), 1234, 1234)
  await expect(findSpace(join(root, 'shared', 'below'))).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' })
})
