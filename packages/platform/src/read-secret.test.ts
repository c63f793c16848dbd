import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'
import { readSecret } from './read-secret.ts'
import type { SpacePaths } from './space-paths.ts'
import { spacePaths } from './space-paths.ts'

async function spaceWith(secrets: Readonly<Record<string, string>>): Promise<SpacePaths> {
  const paths = spacePaths(await temporaryFolder())
  await mkdir(paths.envDirectory, { recursive: true })
  for (const [name, secret] of Object.entries(secrets)) await writeFile(join(paths.envDirectory, name), secret)
  return paths
}

test('the file wins over the environment, without its line end', async () => {
  vi.stubEnv('MODEL_KEY', 'from the environment')
  expect(await readSecret(await spaceWith({ MODEL_KEY: 'from the file\n' }), 'MODEL_KEY')).toBe('from the file')
  expect(await readSecret(await spaceWith({}), 'MODEL_KEY')).toBe('from the environment')
})

test('what is nowhere or empty is not there', async () => {
  expect(await readSecret(await spaceWith({ EMPTY: ' \n' }), 'EMPTY')).toBeUndefined()
  expect(await readSecret(await spaceWith({}), 'SURELY_NOT_SET')).toBeUndefined()
})

test.each(['../settings.yaml', '', 'A B', '1A', 'A/B', 'A\0'])('refuses the name %j', async (name) => {
  await expect(readSecret(await spaceWith({}), name)).rejects.toMatchObject({ code: 'PLATFORM_PATH_REFUSED' })
})

test('a file that is no text is named', async () => {
  const paths = await spaceWith({ BROKEN: 'a\0b' })
  await expect(readSecret(paths, 'BROKEN')).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNREADABLE' })
})
