import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { placeOf } from '../collection-place.ts'
import { loadLance } from '../load-lance.ts'
import { readMeta } from './collection-meta.ts'
import { NewestVersion } from './open-table.ts'
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
  const listed = vi.spyOn(table, 'checkoutLatest')
  return { writer, table, versions: join(folder, '_versions'), newest: new NewestVersion(table, folder), listed }
}

/** The time that the folder of versions has before somebody writes. */
const before = new Date('2026-01-01T00:00:00Z')
const longAfter = before.getTime() + 60_000

test.skipIf(process.platform === 'win32')('versions are listed once as long as nobody writes', async () => {
  const { writer, table, versions, newest, listed } = await world()
  await utimes(versions, before, before)
  for (let round = 0; round < 3; round += 1) await newest.checkOut(longAfter)
  expect(listed).toHaveBeenCalledTimes(1)
  await writer.upsert([row('1', 'walrus')])
  await newest.checkOut(longAfter)
  expect(listed).toHaveBeenCalledTimes(2)
  expect(await table.countRows()).toBe(1)
  expect(newest.version).toBe(await table.version())
})

test('just after a commit they are listed each time, as another one may have left the same time', async () => {
  const { writer, table, versions, newest } = await world()
  for (const count of [1, 2]) {
    await writer.upsert([row(String(count), 'walrus')])
    await utimes(versions, before, before)
    await newest.checkOut(before.getTime() + 1000)
    expect(await table.countRows()).toBe(count)
  }
})
