import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { chooseSpaceFolder } from './space-folder.ts'

test('a space is a numbered folder that is there, by its name with or without the number', async () => {
  const root = await mkdtemp(join(tmpdir(), 'space-folder-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const folder of ['1-acme', 'node_modules', 'drafts']) await mkdir(join(root, folder))
  const choose = async (given: string): Promise<string> => await chooseSpaceFolder(ownPaths(spacePaths(root)), given)
  expect(await choose('1-acme')).toBe('1-acme')
  expect(await choose('1-acme/')).toBe('1-acme')
  expect(await choose('acme')).toBe('1-acme')
  expect(await choose('0-personal/')).toBe('0-personal')
  expect(await choose('personal')).toBe('0-personal')
  for (const given of [
    'nosuch',
    'a b',
    'node_modules',
    'drafts',
    '2-other',
    '',
    '..',
    '../../etc',
    '1-acme/..',
    '.datacore',
  ])
    await expect(choose(given)).rejects.toMatchObject({ code: 'CLI_USAGE', message: expect.stringContaining('1-acme') })
})
