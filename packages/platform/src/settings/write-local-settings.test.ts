import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { spacePaths } from '../space/space-paths.ts'
import { writeLocalSettings } from './write-local-settings.ts'

async function written(local: string | undefined, values: Readonly<Record<string, string | undefined>>) {
  const paths = spacePaths(await temporaryFolder())
  await mkdir(paths.datacore)
  if (local !== undefined) await writeFile(paths.settingsLocalFile, local)
  await writeLocalSettings(paths, 'embeddings', values)
  return await readFile(paths.settingsLocalFile, 'utf8')
}

test.each([
  [undefined, 'embeddings:\n  model: a/b\n  dtype: fp32\n'],
  ['', 'embeddings:\n  model: a/b\n  dtype: fp32\n'],
  ['# mine\n', '# mine\n\nembeddings:\n  model: a/b\n  dtype: fp32\n'],
  ['embeddings:\n', 'embeddings:\n  model: a/b\n  dtype: fp32\n'],
  [
    '# first\nfind: {min_score: 0.1} # low\nembeddings:\n  # mine\n  model: old # why\n  threads: 1\n',
    '# first\nfind: { min_score: 0.1 } # low\nembeddings:\n  # mine\n  model: a/b # why\n  threads: 1\n  dtype: fp32\n',
  ],
])('%j', async (before, after) => {
  expect(await written(before, { model: 'a/b', dtype: 'fp32' })).toBe(after)
})

test('a key is taken out, and one that is not there does no harm', async () => {
  expect(await written('embeddings: {model: a/b, dtype: q8}\n', { model: 'default', dtype: undefined })).toBe(
    'embeddings: { model: default }\n',
  )
  expect(await written('find: {}\n', { dtype: undefined })).toBe('find: {}\n')
})

test('settings that can not be read stay as they are', async () => {
  await expect(written('find: {min_score: 2}\n', { model: 'default' })).rejects.toMatchObject({
    code: 'PLATFORM_SETTINGS_INVALID',
  })
})
