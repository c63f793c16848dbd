import { readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readTrust, sha256, spacePaths, trustSpace, withTrust } from '@datacortex/platform'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import type { Caller } from '../caller/caller.ts'
import { addToken } from './add-token.ts'
import { knownClients } from './known-clients.ts'
import { listTokens } from './list-tokens.ts'
import { removeTokens } from './remove-tokens.ts'

async function spaceOfUser() {
  const { paths, work } = await workSpace()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  return { paths, work, folder: join(paths.root, '.user', 'tokens') }
}

test('of a token only the hash is kept, outside of the space and for its user alone', async () => {
  const { paths, work, folder } = await spaceOfUser()
  const { token = '', ...added } = await addToken.run(work, { name: 'ci', rights: ['read', 'find'] })
  expect(token).toMatch(/^datacortex_[\w-]{43}$/)
  expect(added).toEqual({ name: 'ci', rights: ['find', 'read'] })
  const file = join(folder, (await readdir(folder)).find((name) => name.endsWith('.json')) ?? '')
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain(token)
  expect(text).toContain(sha256(token))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { tokens } = await listTokens.run(work, {})
  expect(tokens).toEqual([
    { ...added, made_at: expect.any(String), client: expect.stringMatching(/^\w+\/[0-9a-f]{8}$/) },
  ])
  const [client] = await knownClients(paths)()
  expect(client?.hash.toString('hex')).toBe(sha256(token))
  expect(client?.caller).toEqual({
    kind: 'client',
    rights: ['find', 'read'],
    client: `ci/${sha256(token).slice(0, 8)}`,
  })
})

test('tokens move with a space that its user trusts, and a copy in its place has none', async () => {
  const { paths, work } = await spaceOfUser()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', `${paths.root}-user`)
  const moved = spacePaths(`${paths.root}-moved`)
  onTestFinished(async () => {
    for (const folder of [moved.root, `${paths.root}-user`]) await rm(folder, { recursive: true, force: true })
  })
  const trust = await trustSpace(paths.root, { allowed: [] })
  await addToken.run({ ...work, paths: withTrust(paths, { trust }) }, { name: 'ci' })
  await rename(paths.root, moved.root)
  // Also for a program that answers for the space itself.
  for (const now of [moved, withTrust(moved, { trust: await readTrust(moved.root) })])
    expect((await listTokens.run({ ...work, paths: now }, {})).tokens.map(({ name }) => name)).toEqual(['ci'])
  const other = await workSpace()
  await rename(other.paths.root, paths.root)
  await trustSpace(paths.root, { allowed: [] })
  expect((await listTokens.run(work, {})).tokens).toEqual([])
  expect(await knownClients(moved)()).toHaveLength(1)
})

test('tokens of one space are none of another', async () => {
  const { work, folder } = await spaceOfUser()
  await addToken.run(work, { name: 'ci' })
  const other = await workSpace()
  expect((await listTokens.run(other.work, {})).tokens).toEqual([])
  expect(await knownClients(other.paths)()).toEqual([])
  expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toHaveLength(1)
})

test('what is added or removed is known at once; without any change nothing is read again', async () => {
  const { paths, work } = await spaceOfUser()
  const clients = knownClients(paths)
  expect(await clients()).toEqual([])
  await Promise.all(['a', 'b', 'c'].map(async (name) => await addToken.run(work, { name })))
  const known = await clients()
  expect(new Set(known.map(({ caller }) => caller.client?.slice(0, 2)))).toEqual(new Set(['a/', 'b/', 'c/']))
  expect(await clients()).toBe(known)
  expect(await removeTokens.run(work, { names: ['a', 'c'] })).toEqual({ removed: ['a', 'c'] })
  expect((await clients()).map(({ caller }) => caller.client?.slice(0, 2))).toEqual(['b/'])
})

test('names are taken once, and what is not there is not removed', async () => {
  const { work } = await spaceOfUser()
  await addToken.run(work, { name: 'ci' })
  for (const dry of [true, false]) {
    await expect(addToken.run(work, { name: 'ci', dry_run: dry })).rejects.toMatchObject({ code: 'SPACE_TOKEN_TAKEN' })
    const removing = removeTokens.run(work, { names: ['ci', 'none'], dry_run: dry })
    await expect(removing).rejects.toMatchObject({ code: 'SPACE_TOKEN_UNKNOWN' })
  }
  expect(await addToken.run(work, { name: 'phone', dry_run: true })).toEqual({
    dry_run: true,
    name: 'phone',
    rights: ['find', 'run'],
  })
  expect(await removeTokens.run(work, { names: ['ci'], dry_run: true })).toEqual({ dry_run: true, removed: ['ci'] })
  expect((await listTokens.run(work, {})).tokens.map(({ name }) => name)).toEqual(['ci'])
})

test.each(['', '.hidden', 'a b', '../up', 'a/b', 'x'.repeat(65)])('%j is no name of a token', (name) => {
  expect(addToken.input.safeParse({ name }).success).toBe(false)
})

test.each<Caller>([
  { kind: 'agent', id: 'writer', chain: ['writer'], parent: undefined },
  { kind: 'client', rights: ['manage'] },
  { kind: 'night' },
])('only the user decides who may call, not %j', async (caller) => {
  const { work } = await spaceOfUser()
  const other = { ...work, caller }
  await expect(addToken.run(other, { name: 'ci' })).rejects.toMatchObject({ code: 'SPACE_RIGHT_MISSING' })
  await expect(removeTokens.run(other, { names: ['ci'] })).rejects.toMatchObject({ code: 'SPACE_RIGHT_MISSING' })
})
