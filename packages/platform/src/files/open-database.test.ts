import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { createSpace } from '../space/create-space.ts'
import { openDatabase } from './open-database.ts'

test('a database is made with its folder, and none through a link', async () => {
  const { paths } = await createSpace(await temporaryFolder())
  const file = join(paths.cacheDirectory, 'deep', 'rows.db')
  const database = await openDatabase(file, { timeoutMs: 0 })
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE one (id)')
  expect(await readdir(join(paths.cacheDirectory, 'deep'))).toContain('rows.db')
  database.close()
  const outside = await temporaryFolder()
  await mkdir(join(paths.cacheDirectory, 'other'))
  await symlink(join(outside, 'rows.db'), join(paths.cacheDirectory, 'other', 'rows.db'))
  await symlink(outside, join(paths.cacheDirectory, 'linked'))
  for (const [folder, code] of [
    ['other', 'PLATFORM_LINK_REFUSED'],
    ['linked', 'PLATFORM_FILE_UNWRITABLE'],
  ] as const) {
    const opening = openDatabase(join(paths.cacheDirectory, folder, 'rows.db'), { timeoutMs: 0 })
    await expect(opening).rejects.toMatchObject({ code })
  }
  expect(await readdir(outside)).toEqual([])
})
