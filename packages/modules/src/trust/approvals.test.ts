import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { isModuleApproved } from './approvals.ts'

test('files of a module that version 0.2 kept a yes to stay approved', async () => {
  await using space = await temporarySpace()
  const { userDirectory } = space
  const [name, version, integrity] = ['tides', '1.0.0', `sha512-${Buffer.from('moon').toString('base64')}`]
  const folder = join(userDirectory, 'approved-modules')
  await mkdir(folder, { recursive: true })
  const note = { name, version, integrity, approvedAt: '2026-10-01T00:00:00.000Z' }
  await writeFile(join(folder, `${Buffer.from('moon').toString('hex')}.json`), JSON.stringify(note))
  expect(await isModuleApproved(integrity, { userDirectory })).toBe(true)
  expect(await isModuleApproved(`sha512-${Buffer.from('sun').toString('base64')}`, { userDirectory })).toBe(false)
})
