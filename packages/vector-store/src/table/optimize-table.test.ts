import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { placeOf } from '../collection-place.ts'
import { readMeta } from './collection-meta.ts'

test('parts of many rows are merged by who writes them, and what is written by itself is merged when there is much', async () => {
  const directory = await temporaryFolder()
  const agents = await open(directory)
  const merged = (): number => {
    const read = readMeta(placeOf(directory, 'agents').metaFile)
    return read.state === 'good' ? read.meta.optimizedVersion : -1
  }
  const rows = Array.from({ length: 600 }, (_, place) => row(`${place}`, `walrus ${place}`))
  const before = merged()
  await agents.upsert(rows, { isPart: true })
  expect(merged()).toBe(before)
  expect(await agents.searchText('walrus')).toHaveLength(10)
  await agents.upsert(rows.slice(0, 1))
  expect(merged()).toBeGreaterThan(before)
})
