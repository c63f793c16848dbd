import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { rowsEpoch } from '../index.ts'

const name = 'agents'

test('rows keep their name while they are there, also when another model takes them over', async () => {
  const folder = await temporaryFolder()
  const collection = await open(folder)
  const first = rowsEpoch(folder, name)
  expect(first).toBeTypeOf('string')
  await collection.upsert([row('1', 'walrus')])
  await collection.optimize()
  await open(folder, { modelId: 'm2', dimensions: 3 })
  await open(folder, { modelId: 'm3', dimensions: 3 })
  expect(rowsEpoch(folder, name)).toBe(first)
  const other = await open(folder, { modelId: 'm3', dimensions: 3, fields: {} })
  expect(other.rebuilt?.reason).toBe('fields-changed')
  expect(rowsEpoch(folder, name)).not.toBe(first)
})

test('rows that are lost have no name, and those that come after them another one', async () => {
  const folder = await temporaryFolder()
  await open(folder)
  const place = join(folder, name)
  expect([rowsEpoch(folder, 'nothing'), rowsEpoch(join(folder, 'nowhere'), name)]).toEqual([undefined, undefined])
  const seen = new Set([rowsEpoch(folder, name)])
  const damages = [
    async () => await writeFile(join(place, 'meta.json'), 'junk'),
    async () => await rm(place, { recursive: true }),
    async () => {
      for (const table of await readdir(place))
        if (table.startsWith('rows-')) await rm(join(place, table), { recursive: true })
    },
  ]
  for (const damage of damages) {
    await damage()
    expect(rowsEpoch(folder, name)).toBeUndefined()
    await (await open(folder)).upsert([row('1', 'walrus')])
    seen.add(rowsEpoch(folder, name))
  }
  expect(seen.size).toBe(4)
})
