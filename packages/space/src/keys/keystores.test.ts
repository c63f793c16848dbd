import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openSpace } from '../space.ts'
import { spaceless } from '../spaceless.ts'

const secrets = { passphrase: { prompt: () => Promise.resolve('correct horse') } }

test('a key is locked with the secret of the one who opened the space; nobody else has it', async () => {
  const { paths } = await workSpace()
  await using space = await openSpace(paths.root, { isTrusted: true, secrets })
  await expect(space.as({ kind: 'client', rights: ['manage'] }).keys.new({})).rejects.toMatchObject({
    code: 'EXPORT_SECRET_UNAVAILABLE',
  })
  const made = await space.keys.new({})
  expect(made).toMatchObject({ file: expect.stringContaining(paths.root), address: expect.any(String) })
  expect((await space.keys.list({})).keystores).toContainEqual({ ...only(made), origin: 'space' })
  expect(await space.keys.address({})).toMatchObject(only(made))
})

test('without secrets nobody is asked, also for a key that is taken in', async () => {
  const { paths } = await workSpace()
  await using space = await openSpace(paths.root, { isTrusted: true })
  for (const asked of [space.keys.new({}), space.keys.import({})])
    await expect(asked).rejects.toMatchObject({ code: 'EXPORT_SECRET_UNAVAILABLE' })
})

test('a path needs no space, and what is asked is checked all the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  const { keys, chain, publish } = spaceless({})
  const file = join(folder, 'x.json')
  expect(await keys.new({ file, dry_run: true })).toEqual({ file, dry_run: true, findings: [] })
  await expect(keys.new({ file: 'x' })).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' })
  await expect(keys.new({ file: '' })).rejects.toMatchObject({
    code: 'SPACE_INPUT_INVALID',
    hint: 'datacortex help keystore new',
  })
  expect((await chain.networks({})).networks).toContainEqual(expect.objectContaining({ name: 'sepolia' }))
  const { kid } = await publish.key({ file })
  expect(kid).toMatch(/^\S{43}$/)
  await expect(publish.key({ file, dry_run: true })).rejects.toMatchObject({ code: 'EXPORT_SIGNING_KEY_EXISTS' })
})

function only({ file, address }: { readonly file: string; readonly address?: string | undefined }): object {
  return { file, address }
}
