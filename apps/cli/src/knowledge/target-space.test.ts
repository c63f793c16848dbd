import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { targetSpace } from './target-space.ts'

test('a space is a numbered folder that is there, and 0-personal', async () => {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-target-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = spacePaths(root)
  await mkdir(join(root, '1-acme'))
  await mkdir(join(root, 'drafts'))
  await writeFile(join(root, '2-file'), '')
  expect(await targetSpace(paths, '0-personal')).toBe('0-personal')
  expect(await targetSpace(paths, '1-acme')).toBe('1-acme')
  expect(await targetSpace(paths, 'acme')).toBe('1-acme')
  for (const space of ['../../etc', 'nospace', '3-none', 'drafts', '2-file', '1-acme/..', '.datacore', ''])
    await expect(targetSpace(paths, space)).rejects.toMatchObject({
      code: 'CLI_USAGE',
      message: expect.stringContaining('There are: 0-personal, 1-acme.'),
    })
})
