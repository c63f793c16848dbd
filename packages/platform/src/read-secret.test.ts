import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'
import { approve } from './approvals.ts'
import { misplacedSecrets, readSecret, secretApproval } from './read-secret.ts'
import { type SpacePaths, spacePaths } from './space/space-paths.ts'

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

test('a link is followed within the folder, and never out of it', async () => {
  const paths = await spaceWith({ REAL_KEY: 'real', OTHER_KEY: 'other' })
  const outside = join(await temporaryFolder(), 'id_ed25519')
  await writeFile(outside, 'PRIVATE')
  await symlink('REAL_KEY', join(paths.envDirectory, 'LINKED_KEY'))
  await symlink(outside, join(paths.envDirectory, 'WIKI_KEY'))
  await symlink('../settings.yaml', join(paths.envDirectory, 'NEAR_KEY'))
  await writeFile(paths.settingsFile, 'secret: yes')
  vi.stubEnv('WIKI_KEY', 'from the environment')
  expect(await readSecret(paths, 'LINKED_KEY')).toBe('real')
  for (const name of ['WIKI_KEY', 'NEAR_KEY'])
    await expect(readSecret(paths, name)).rejects.toMatchObject({
      code: 'PLATFORM_SECRET_MISPLACED',
      message: expect.not.stringContaining('id_ed25519'),
      hint: expect.stringContaining(`.datacore/env/${name} (0600)`),
    })
  expect(await misplacedSecrets(paths)).toEqual(['NEAR_KEY', 'WIKI_KEY'])
})

test('the folder itself may be no link', async () => {
  const paths = await spaceWith({})
  const keys = await temporaryFolder()
  await writeFile(join(keys, 'id_ed25519'), 'PRIVATE')
  await rm(paths.envDirectory, { recursive: true })
  await symlink(keys, paths.envDirectory)
  await expect(readSecret(paths, 'id_ed25519')).rejects.toMatchObject({ code: 'PLATFORM_SECRET_MISPLACED' })
  expect(await misplacedSecrets(paths)).toEqual(['id_ed25519'])
})

test('a space that is reached through a link has its secrets', async () => {
  const paths = await spaceWith({ MODEL_KEY: 'from the file' })
  const link = join(await temporaryFolder(), 'desk')
  await symlink(paths.root, link)
  expect(await readSecret(spacePaths(link), 'MODEL_KEY')).toBe('from the file')
  expect(await misplacedSecrets(spacePaths(link))).toEqual([])
  expect(await misplacedSecrets(spacePaths(join(link, 'nowhere')))).toEqual([])
})

test('a secret goes where only the space says after a yes to it, wherever the secret lies', async () => {
  vi.stubEnv('SHELL_KEY', 'from the environment')
  const paths = await spaceWith({ FILE_KEY: 'from the file' })
  const userDirectory = await temporaryFolder()
  for (const [name, secret] of [
    ['SHELL_KEY', 'from the environment'],
    ['FILE_KEY', 'from the file'],
  ] as const) {
    const read = async (...sentTo: readonly string[]) => await readSecret(paths, name, { sentTo, userDirectory })
    expect(await read()).toBe(secret)
    for (const to of ['127.0.0.1:11434', 'evil.example']) {
      await expect(read(to)).rejects.toMatchObject({
        code: 'PLATFORM_SECRET_WITHHELD',
        hint: `If ${to} may have it: datacortex trust allow secrets.${name}@${to}`,
      })
      await approve(await secretApproval(paths, { name, to }), { userDirectory })
      expect(await read(to)).toBe(secret)
    }
    await expect(read('127.0.0.1:11435'), 'another port').rejects.toMatchObject({ code: 'PLATFORM_SECRET_WITHHELD' })
    await expect(read('evil.example', 'other.example')).rejects.toMatchObject({ code: 'PLATFORM_SECRET_WITHHELD' })
  }
  const copy = await spaceWith({ FILE_KEY: 'from the file' })
  await expect(readSecret(copy, 'FILE_KEY', { sentTo: ['evil.example'], userDirectory })).rejects.toMatchObject({
    code: 'PLATFORM_SECRET_WITHHELD',
  })
  expect(await readSecret(paths, 'SURELY_NOT_SET', { sentTo: ['evil.example'], userDirectory })).toBeUndefined()
})
