import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { idsIn } from './place.ts'

test('where a file is in the place of the recipes of an agent, that is said', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recipes-'))
  onTestFinished(async () => await rm(folder, { recursive: true }))
  for (const name of ['b.yaml', 'a.yaml', '.c.yaml', 'd.md']) await writeFile(join(folder, name), '')
  expect(await idsIn(folder)).toEqual(['a', 'b'])
  expect(await idsIn(join(folder, 'gone'))).toEqual([])
  await expect(idsIn(join(folder, 'a.yaml'))).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNREADABLE',
    details: { reason: 'a part of the path is not a folder' },
  })
})
