import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isFolder, isThere } from './is-there.ts'

test('files, folders and what links lead to are there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'is-there-'))
  onTestFinished(async () => await rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), '')
  await symlink(folder, join(folder, 'link'))
  await symlink(join(folder, 'gone'), join(folder, 'dangling'))
  const look = async (name: string): Promise<readonly boolean[]> => {
    const path = join(folder, name)
    return [await isThere(path), await isFolder(path)]
  }
  expect(await look('')).toEqual([true, true])
  expect(await look('file')).toEqual([true, false])
  expect(await look('link')).toEqual([true, true])
  expect(await look('dangling')).toEqual([false, false])
  expect(await look('file/below')).toEqual([false, false])
})
