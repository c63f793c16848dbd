import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'

const count = 2500
const vectorOf = (place: number): Float32Array =>
  Float32Array.from({ length: 384 }, (_, at) => (at === place % 384 ? 1 : 0))
const rowOf = (place: number, vector?: Float32Array) =>
  row(String(place), `walrus ${place}`, { hash: `h${place}`, vector, fields: { size: place, tags: [`t${place % 3}`] } })
const places = Array.from({ length: count }, (_, place) => place)

test('rows that are added without vectors take no room for them', async () => {
  const sizes: number[] = []
  for (const vectors of [false, true]) {
    const directory = await temporaryFolder()
    const agents = await open(directory, { dimensions: 384 })
    await agents.add(places.map((place) => rowOf(place, vectors ? vectorOf(place) : undefined)))
    sizes.push(bytesOf(directory))
  }
  const [bare = Infinity, whole = 0] = sizes
  expect(whole - bare).toBeGreaterThan(count * 384 * 3)
})

test('vectors come to rows that were added without, part by part, merged in between or not', async () => {
  const agents = await open(await temporaryFolder(), { dimensions: 384 })
  await agents.add(places.slice(0, 2000).map((place) => rowOf(place)))
  await agents.add(places.slice(2000).map((place) => rowOf(place, vectorOf(place))))
  const near = async (place: number) => (await agents.searchVector(vectorOf(place), { limit: 20 })).map(({ id }) => id)
  const alike = (place: number, from: number) =>
    places.filter((other) => other >= from && other % 384 === place % 384).map(String)
  expect((await near(5)).slice(0, alike(5, 2000).length).toSorted()).toEqual(alike(5, 2000).toSorted())
  expect((await agents.pending()).size).toBe(2000)
  for (const [round, start] of [1500, 1000, 500, 0].entries()) {
    await agents.upsert(
      places.slice(start, start + 500).map((place) => rowOf(place, vectorOf(place))),
      { isPart: true },
    )
    if (round % 2 === 0) await agents.optimize()
    expect((await agents.hashes()).size).toBe(count - start)
    expect((await near(5)).slice(0, alike(5, start).length).toSorted()).toEqual(alike(5, start).toSorted())
  }
  await agents.upsert([rowOf(7)])
  expect([...(await agents.pending()).keys()]).toEqual(['7'])
  expect((await agents.vectorsOf(['h8', 'h7'])).get('h8')).toEqual(vectorOf(8))
  expect(await agents.searchText('walrus', { limit: count })).toHaveLength(count)
  expect(await agents.count([{ field: 'tags', contains: 't1' }])).toBe(places.filter((place) => place % 3 === 1).length)
})

/** Of all files in a folder. */
function bytesOf(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(directory, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
}
