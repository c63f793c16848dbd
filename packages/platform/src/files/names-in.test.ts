import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { namesIn } from './names-in.ts'

test('a folder that is not there has no names; what is no folder is an error', async () => {
  const folder = await temporaryFolder()
  expect(await namesIn(join(folder, 'gone'))).toEqual([])
  await mkdir(join(folder, 'a'))
  await writeFile(join(folder, 'b'), '')
  expect((await namesIn(folder)).toSorted()).toEqual(['a', 'b'])
  await expect(namesIn(join(folder, 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})
