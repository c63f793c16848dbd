import { statSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { placeOf } from '../collection-place.ts'
import { loadLance } from '../lance.ts'
import { readMeta } from './collection-meta.ts'
import { NewestVersion } from './newest-version.ts'
import { tableDirectory, tableName } from './rebuild-table.ts'

/** A collection that somebody writes, and its table in the eyes of another process. */
async function world() {
  const directory = await temporaryFolder()
  const writer = await open(directory)
  const place = placeOf(directory, 'agents')
  const found = readMeta(place.metaFile)
  if (found.state !== 'good') throw new Error('There is no table.')
  const table = await (await loadLance().lancedb.connect(place.directory)).openTable(tableName(found.meta.epoch))
  const folder = tableDirectory(place, found.meta.epoch)
  return { writer, table, folder, newest: new NewestVersion(table, folder), listed: vi.spyOn(table, 'checkoutLatest') }
}

const commitTime = (folder: string): number => statSync(join(folder, '_versions')).mtimeMs
const later = (folder: string): number => commitTime(folder) + 60_000

test.skipIf(process.platform === 'win32')('versions are listed once as long as nobody writes', async () => {
  const { writer, table, folder, newest, listed } = await world()
  for (let round = 0; round < 3; round += 1) await newest.checkOut(later(folder))
  expect(listed).toHaveBeenCalledTimes(1)
  await writer.upsert([row('1', 'walrus')])
  await newest.checkOut(later(folder))
  expect(listed).toHaveBeenCalledTimes(2)
  expect(await table.countRows()).toBe(1)
  expect(newest.version).toBe(await table.version())
})

test('just after a commit they are listed each time, as another one may have left the same time', async () => {
  const { writer, table, folder, newest } = await world()
  await writer.upsert([row('1', 'walrus')])
  await newest.checkOut(commitTime(folder))
  const now = new Date()
  await utimes(join(folder, '_versions'), now, now)
  await newest.checkOut(now.getTime())
  await writer.upsert([row('2', 'seal')])
  await utimes(join(folder, '_versions'), now, now)
  await newest.checkOut(now.getTime())
  expect(await table.countRows()).toBe(2)
})
