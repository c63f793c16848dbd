import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'
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
  await expect(openSpace(join(root, 'below'))).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' })
})

test('no space anywhere', async () => {
  const folder = await temporaryFolder()
  await expect(findSpace(folder)).rejects.toThrow(`${folder} has no .datacore folder, nor has any folder above it.`)
})
