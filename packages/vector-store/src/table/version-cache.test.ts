import { expect, test, vi } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { placeOf } from '../collection-place.ts'
import { readMeta } from './collection-meta.ts'
import { loadLance } from '../load-lance.ts'
import { type OpenTable, NewestVersion } from './open-table.ts'
import { tableDirectory, tableName } from './rebuild-table.ts'
import { snapshotCache } from '../search/snapshot.ts'

const lance = loadLance()

/** A collection of some rows, its table as an operation sees it, and a cache. */
async function world(count: number, mostAwaitedRows?: number) {
  const directory = await temporaryFolder()
  const writer = await open(directory)
  await writer.upsert(Array.from({ length: count }, (_, place) => row(String(place), 'walrus')))
  const place = placeOf(directory, 'agents')
  const found = readMeta(place.metaFile)
  if (found.state !== 'good') throw new Error('There is no table.')
  const table = await (await lance.lancedb.connect(place.directory)).openTable(tableName(found.meta.epoch))
  const look = async (): Promise<OpenTable> => {
    const newest = new NewestVersion(table, tableDirectory(place, found.meta.epoch))
    await newest.checkOut(0)
    return { table, meta: found.meta, stamp: undefined, newest }
  }
  return { writer, table, look, now: await look(), cache: snapshotCache({ lance, mostRows: 20_000, mostAwaitedRows }) }
}

test('all that ask at the same time share one reading, and what is there is not read again', async () => {
  const { table, now, cache } = await world(50)
  const read = vi.spyOn(table, 'query')
  expect(await Promise.all([cache.of(now, 'vector'), cache.of(now, 'text')])).toEqual([undefined, undefined])
  expect(read).not.toHaveBeenCalled()
  const taken = await Promise.all([cache.of(now, 'vector'), cache.of(now, 'text'), cache.of(now, 'vector')])
  expect(new Set([...taken, await cache.take(now), cache.present(now)]).size).toBe(1)
  expect(taken[0]?.rows).toHaveLength(50)
  expect(read).toHaveBeenCalledTimes(1)
})

test('many rows are read while others are answered from the disk', async () => {
  const { now, cache } = await world(10_001)
  await cache.of(now, 'vector')
  expect(await Promise.all([cache.of(now, 'vector'), cache.of(now, 'vector')])).toEqual([undefined, undefined])
  await expect.poll(() => cache.present(now)?.rows.length).toBe(10_001)
})

test('a version that is old before it is read is thrown away, again and again', async () => {
  const { writer, table, look, now, cache } = await world(50)
  const count = table.countRows.bind(table)
  let counted = 0
  vi.spyOn(table, 'countRows').mockImplementation(async (filter) => {
    counted += 1
    // The second count is that of the reading itself, whose version is set by then.
    if (counted % 2 === 0) {
      await writer.upsert([row(`new ${counted}`, 'walrus')])
      await table.checkoutLatest()
    }
    return await count(filter)
  })
  for (let round = 0; round < 3; round += 1) {
    expect(await cache.take(now)).toBeUndefined()
    expect(cache.present(now)).toBeUndefined()
  }
  vi.restoreAllMocks()
  expect((await cache.take(await look()))?.rows).toHaveLength(53)
})

test('closing ends a reading and keeps nothing of it', async () => {
  const { table, now, cache } = await world(50, 40)
  await cache.of(now, 'vector')
  await cache.of(now, 'vector')
  const taking = cache.take(now)
  cache.close()
  expect(await taking).toBeUndefined()
  expect(cache.present(now)).toBeUndefined()
  table.close()
  await new Promise((resolve) => setImmediate(resolve))
})

test('what fails in the background is nobody else’s failure', async () => {
  const { table, now, cache } = await world(50, 40)
  await cache.of(now, 'vector')
  const failing = vi.spyOn(table, 'countRows').mockRejectedValue(new Error('gone'))
  // Vitest fails for a rejection that nobody handles.
  await expect(cache.of(now, 'vector')).rejects.toThrow('gone')
  failing.mockRestore()
  vi.spyOn(table, 'query').mockImplementation(() => {
    throw new Error('gone')
  })
  expect(await cache.of(now, 'vector')).toBeUndefined()
  await new Promise((resolve) => setImmediate(resolve))
  vi.restoreAllMocks()
  expect((await cache.take(now))?.rows).toHaveLength(50)
})
