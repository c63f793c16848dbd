import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'
import { type ApprovalKey, hasApproval, readApproval, removeApproval, writeApproval } from './approvals.ts'

const key: ApprovalKey = { kind: 'approved-commands', digest: 'ab12' }

test('a yes is a file of the user alone, and can be taken back', async () => {
  const userDirectory = await temporaryFolder()
  expect(await readApproval(key, { userDirectory })).toBeUndefined()
  await writeApproval(key, { note: { command: '["claude"]' }, userDirectory })
  const file = join(userDirectory, 'approved-commands', 'ab12.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ command: '["claude"]', approvedAt: expect.any(String) })
  expect(await readApproval(key, { userDirectory })).toMatchObject({ command: '["claude"]' })
  expect(await readApproval({ ...key, kind: 'approved-mcp' }, { userDirectory })).toBeUndefined()
  expect(await hasApproval(key, { userDirectory })).toBe(true)
  expect(await removeApproval(key, { userDirectory })).toBe(true)
  expect(await hasApproval(key, { userDirectory })).toBe(false)
  expect(await removeApproval(key, { userDirectory })).toBe(false)
  expect(await readApproval(key, { userDirectory })).toBeUndefined()
})

test.each(['{"command":', '[]', ''])('a note that is damaged is no yes: %j', async (text) => {
  const userDirectory = await temporaryFolder()
  await writeApproval(key, { note: {}, userDirectory })
  await writeFile(join(userDirectory, 'approved-commands', 'ab12.json'), text)
  expect(await readApproval(key, { userDirectory })).toBeUndefined()
  expect(await hasApproval(key, { userDirectory }), 'can be taken away').toBe(true)
})
