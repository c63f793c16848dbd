import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { createSpace } from './create-space.ts'

test('makes a space, and finds it complete the next time', async () => {
  const root = await temporaryFolder()
  const { created } = await createSpace(root)
  expect(created).toContain('.datacore/settings.yaml')
  expect(created).toContain('.gitignore')
  expect((await createSpace(root)).created).toEqual([])
})

test('adds to a .gitignore without a change of a byte of it, whatever its encoding', async () => {
  const root = await temporaryFolder()
  const file = join(root, '.gitignore')
  const before = Buffer.from('caf\u00e9/\r\n.datacore/env/\r\n', 'latin1')
  await writeFile(file, before)
  await createSpace(root)
  const after = await readFile(file)
  expect(after.subarray(0, before.length)).toEqual(before)
  const lines = after.toString('latin1').split(/\r?\n/)
  expect(lines.filter((line) => line === '.datacore/env/')).toHaveLength(1)
  expect(lines).toContain('.datacore/state/')
})

test.each([
  ['the folder itself', '', 'desk', 'desk'],
  ['.datacore', 'desk', 'desk/.datacore', 'desk'],
  ['a folder above', '', 'file', 'file/desk'],
])('a file in the place of %s is named, also in a dry run', async (_what, folder, file, wanted) => {
  const root = await temporaryFolder()
  await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, file), '')
  const expected = { code: 'PLATFORM_FILE_UNWRITABLE', hint: expect.stringContaining('Move the file') }
  await expect(createSpace(join(root, wanted))).rejects.toMatchObject(expected)
  await expect(createSpace(join(root, wanted), { dryRun: true })).rejects.toMatchObject(expected)
})

test('a folder named .gitignore is a coded error', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, '.gitignore'))
  await expect(createSpace(root)).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNREADABLE' })
})
