import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from './__fixtures__/rows.ts'
import type { Collection, VectorSource } from './collection.ts'
import { rowModels } from './table/rows-epoch.ts'

const probe = Float32Array.of(1, 0, 0, 0)
const second = { modelId: 'm2', dimensions: 3, servesEarlier: true } as const
const tables = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(folder, 'agents'))).filter((name) => name.startsWith('rows-'))

/** Three rows of one model, opened for another. */
async function changed(): Promise<{ readonly folder: string; readonly agents: Collection }> {
  const folder = await temporaryFolder()
  const before = await open(folder)
  await before.upsert([
    row('near', 'walrus', { fields: { agent: 'a', tags: ['t'] } }),
    row('far', 'otter', { vector: Float32Array.of(0, 1, 0, 0), fields: { agent: 'b' } }),
    row('bare', 'badger', { vector: undefined }),
  ])
  return { folder, agents: await open(folder, second) }
}

/** The vectors of the model before. */
async function earlierOf(agents: Collection): Promise<VectorSource | undefined> {
  const sources = await agents.vectorSources()
  return sources.length > 1 ? sources[0] : undefined
}

const embedded = (id: string, text: string) => row(id, text, { vector: Float32Array.of(1, 0, 0) })

test('the vectors of the model before answer until they are given up', async () => {
  const { folder, agents } = await changed()
  const earlier = await earlierOf(agents)
  expect(earlier).toMatchObject({ modelId: 'm1', dimensions: 4 })
  expect(await earlier?.searchVector(probe)).toMatchObject([
    { id: 'near', score: 1, rank: 1, text: 'walrus', fields: { agent: 'a', tags: ['t'] } },
    { id: 'far', score: 0, rank: 2 },
  ])
  expect(await earlier?.searchVector(probe, { filter: [{ field: 'agent', equals: 'b' }] })).toMatchObject([
    { id: 'far' },
  ])
  expect([...((await earlier?.hashes()) ?? [])]).toHaveLength(2)
  expect((await earlier?.vectorsOf(['h-otter']))?.get('h-otter')).toEqual(Float32Array.of(0, 1, 0, 0))
  expect(await earlierOf(agents)).toBe(earlier)
  expect(await tables(folder)).toHaveLength(2)
  expect(rowModels(folder, 'agents')).toEqual({ present: 'm2', answering: 'm1' })
  expect(rowModels(folder, 'others')).toBeUndefined()
  await agents.upsert([embedded('near', 'walrus'), embedded('far', 'otter')])
  await agents.optimize()
  expect(await earlierOf(agents)).toBe(earlier)
  await agents.dropEarlier()
  expect(rowModels(folder, 'agents')).toEqual({ present: 'm2', answering: 'm2' })
  expect(await earlierOf(agents)).toBeUndefined()
  expect(await tables(folder)).toHaveLength(1)
  // Somebody may have it still.
  expect(await earlier?.searchVector(probe)).toEqual([])
  expect(await agents.searchVector(Float32Array.of(1, 0, 0))).toHaveLength(2)
  await agents.dropEarlier()
})

test('what has gone or changed since is not among the hits, nor what no longer fits the filter', async () => {
  const { agents } = await changed()
  await agents.upsert([row('far', 'otters', { vector: undefined }), row('new', 'vole', { vector: undefined })])
  const earlier = await earlierOf(agents)
  expect((await earlier?.searchVector(probe))?.map(({ id, rank }) => [id, rank])).toEqual([['near', 1]])
  await agents.upsert([row('near', 'walrus', { vector: undefined, fields: { agent: 'c' } })])
  expect(await earlier?.searchVector(probe, { filter: [{ field: 'agent', equals: 'a' }] })).toEqual([])
  await agents.delete(['near'])
  expect(await earlier?.searchVector(probe)).toEqual([])
  await expect(earlier?.searchVector(Float32Array.of(1, 0, 0))).rejects.toMatchObject({
    code: 'VECTOR_STORE_QUERY_INVALID',
  })
})

test('a third model leaves the last complete one, and anyone who comes back has its vectors', async () => {
  const { folder, agents } = await changed()
  await agents.upsert([embedded('near', 'walrus')])
  const third = await open(folder, { ...second, modelId: 'm3' })
  expect(await earlierOf(third)).toMatchObject({ modelId: 'm1' })
  expect(await tables(folder)).toHaveLength(2)
  const back = await open(folder, { servesEarlier: true })
  expect(await earlierOf(back)).toMatchObject({ modelId: 'm1' })
  expect((await back.hashes()).size).toBe(0)
  expect([...(await back.vectorsOf(['h-walrus', 'h-otter', 'h-badger'])).keys()].toSorted()).toEqual([
    'h-otter',
    'h-walrus',
  ])
})

test('nothing is kept of a model without vectors, of one that is not asked for, or of a damaged table', async () => {
  const folder = await temporaryFolder()
  await (await open(folder)).upsert([row('bare', 'badger', { vector: undefined })])
  expect(await earlierOf(await open(folder, second))).toBeUndefined()
  const unasked = await temporaryFolder()
  await (await open(unasked)).upsert([row('near', 'walrus')])
  expect(await earlierOf(await open(unasked, { ...second, servesEarlier: false }))).toBeUndefined()
  const damaged = await temporaryFolder()
  await (await open(damaged)).upsert([row('near', 'walrus')])
  const [earlier = ''] = await tables(damaged)
  await open(damaged, second)
  await rm(join(damaged, 'agents', earlier), { recursive: true })
  const again = await open(damaged, second)
  expect(await earlierOf(again)).toBeUndefined()
  expect(await again.searchText('walrus')).toHaveLength(1)
})

test.each([null, 'm1', {}, { epoch: 'e', modelId: 'm1', dimensions: '4', trainedRows: 0 }])(
  'a meta file whose model before is %j is a rebuild',
  async (earlier) => {
    const { folder } = await changed()
    const file = join(folder, 'agents', 'meta.json')
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), earlier }))
    const again = await open(folder, second)
    expect(again.rebuilt).toMatchObject({ reason: 'corrupt' })
    expect(await again.vectorSources()).toHaveLength(1)
    expect(await tables(folder)).toHaveLength(1)
  },
)

test('a reader of any model makes nothing anew, and goes on with what others make', async () => {
  const folder = await temporaryFolder()
  const writer = await open(folder)
  await writer.upsert([row('near', 'walrus')])
  const reader = await open(folder, { ...second, anyModel: true })
  const [only, ...none] = await reader.vectorSources()
  expect([only?.modelId, only?.dimensions, none]).toEqual(['m1', 4, []])
  expect(await only?.searchVector(probe)).toMatchObject([{ id: 'near', score: 1 }])
  expect(reader.rebuilt).toBeUndefined()
  expect(await writer.searchVector(probe)).toHaveLength(1)
  // Another process with a third model.
  const third = { ...second, modelId: 'm3' }
  await (await open(folder, third)).upsert([embedded('near', 'walrus')])
  expect(await only?.searchVector(probe)).toEqual([])
  expect((await reader.vectorSources()).map(({ modelId }) => modelId)).toEqual(['m1', 'm3'])
  expect(await reader.searchText('walrus')).toHaveLength(1)
  // Vectors of two models are never mixed.
  await expect(reader.upsert([embedded('far', 'otter')])).rejects.toMatchObject({
    code: 'VECTOR_STORE_COLLECTION_CHANGED',
  })
  await expect(reader.searchVector(Float32Array.of(1, 0, 0))).rejects.toMatchObject({
    code: 'VECTOR_STORE_COLLECTION_CHANGED',
  })
  expect(reader.rebuilt).toBeUndefined()
  expect(await reader.count()).toBe(1)
})
