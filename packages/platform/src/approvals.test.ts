import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'
import { type Approvable, approvalOf, approve, changesOf, hasApproval, revokeApproval } from './approvals.ts'
import { factsDigest } from './commands/bind-command.ts'

const key = { kind: 'approved-commands', digest: 'ab12', at: 'runners.claude', facts: {} } as const

test('a yes is a file of the user alone, and can be taken back', async () => {
  const userDirectory = await temporaryFolder()
  expect(await approvalOf(key, { userDirectory })).toBeUndefined()
  await approve(key, { note: { tools: {} }, userDirectory })
  const file = join(userDirectory, 'approved-commands', 'ab12.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const note = { tools: {}, at: 'runners.claude', facts: {}, approvedAt: expect.any(String) as unknown }
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(note)
  expect(await approvalOf(key, { userDirectory })).toEqual(note)
  expect(await approvalOf({ ...key, kind: 'approved-mcp' }, { userDirectory })).toBeUndefined()
  expect(await hasApproval(key, { userDirectory })).toBe(true)
  expect(await revokeApproval(key, { userDirectory })).toBe(true)
  expect(await hasApproval(key, { userDirectory })).toBe(false)
  expect(await revokeApproval(key, { userDirectory })).toBe(false)
  expect(await approvalOf(key, { userDirectory })).toBeUndefined()
})

test.each(['{"command":', '[]', ''])('a note that is damaged is no yes: %j', async (text) => {
  const userDirectory = await temporaryFolder()
  await approve(key, { userDirectory })
  await writeFile(join(userDirectory, 'approved-commands', 'ab12.json'), text)
  expect(await approvalOf(key, { userDirectory })).toBeUndefined()
  expect(await hasApproval(key, { userDirectory }), 'can be taken away').toBe(true)
})

function command(facts: Readonly<Record<string, string>>, at = 'runners.judge'): Approvable {
  const all = { folder: '/desk', command: '["node","a.js"]', ...facts }
  return { kind: 'approved-commands', at, facts: all, digest: factsDigest(all) }
}

test('the question about a changed command says what changed since the last yes at its place', async () => {
  const userDirectory = await temporaryFolder()
  const options = { userDirectory }
  const before = command({ 'file a.js': 'SHA-256 1', 'variable STAGE': 'test', 'variable GONE': '1' })
  expect(await changesOf(before, options)).toEqual([])
  await approve(before, { ...options, note: { tools: {} } })
  expect(await approvalOf(before, options)).toMatchObject({ at: 'runners.judge', tools: {}, facts: before.facts })
  expect(await changesOf(before, options)).toEqual([])
  const now = {
    command: '["node","b.js"]',
    'file a.js': 'SHA-256 2',
    'file b.js': 'SHA-256 3',
    'variable STAGE': 'live',
  }
  expect(await approvalOf(command(now), options)).toBeUndefined()
  expect(await changesOf(command(now), options)).toEqual([
    'command was ["node","a.js"]',
    'file a.js changed',
    'variable STAGE was test',
    'variable GONE is gone',
    'file b.js is new',
  ])
  expect(await changesOf(command(now, 'runners.other'), options)).toEqual([])
  expect(await changesOf(command({ ...now, folder: '/copy' }), options)).toEqual([])
})

test('a command that is revoked stays so when it is changed back', async () => {
  const userDirectory = await temporaryFolder()
  const [before, now] = [command({ 'file a.js': 'SHA-256 1' }), command({ 'file a.js': 'SHA-256 2' })]
  await approve(before, { userDirectory })
  expect(await hasApproval(now, { userDirectory })).toBe(true)
  expect(await revokeApproval(now, { userDirectory })).toBe(true)
  expect(await hasApproval(now, { userDirectory })).toBe(false)
  expect(await approvalOf(before, { userDirectory })).toBeUndefined()
  expect(await revokeApproval(now, { userDirectory })).toBe(false)
})
