import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from './__fixtures__/rows.ts'
import type { Collection } from './collection.ts'
import { answeringModel } from './rows-epoch.ts'

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

const embedded = (id: string, text: string) => row(id, text, { vector: Float32Array.of(1, 0, 0) })

test('the vectors of the model before answer until they are given up', async () => {
  const { folder, agents } = await changed()
  const earlier = await agents.earlier()
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
  expect(await agents.earlier()).toBe(earlier)
  expect(await tables(folder)).toHaveLength(2)
  expect([answeringModel(folder, 'agents'), answeringModel(folder, 'others')]).toEqual(['m1', undefined])
  await agents.upsert([embedded('near', 'walrus'), embedded('far', 'otter')])
  await agents.optimize()
  expect(await agents.earlier()).toBe(earlier)
  await agents.dropEarlier()
  expect(answeringModel(folder, 'agents')).toBe('m2')
  expect(await agents.earlier()).toBeUndefined()
  expect(await tables(folder)).toHaveLength(1)
  // Somebody may have it still.
  expect(await earlier?.searchVector(probe)).toEqual([])
  expect(await agents.searchVector(Float32Array.of(1, 0, 0))).toHaveLength(2)
  await agents.dropEarlier()
})

test('what has gone or changed since is not among the hits, nor what no longer fits the filter', async () => {
  const { agents } = await changed()
  await agents.upsert([row('far', 'otters', { vector: undefined }), row('new', 'vole', { vector: undefined })])
  const earlier = await agents.earlier()
  expect((await earlier?.searchVector(probe))?.map(({ id, rank }) => [id, rank])).toEqual([['near', 1]])
  await agents.upsert([row('near', 'walrus', { vector: undefined, fields: { agent: 'c' } })])
  expect(await earlier?.searchVector(probe, { filter: [{ field: 'agent', equals: 'a' }] })).toEqual([])
  await agents.delete(['near'])
  expect(await earlier?.searchVector(probe)).toEqual([])
  await expect(earlier?.searchVector(Float32Array.of(1, 0, 0))).rejects.toMatchObject({
    code: 'VECTOR_STORE_QUERY_INVALID',
  })
})

test('a third model leaves the last complete one, and whoever comes back has its vectors', async () => {
  const { folder, agents } = await changed()
  await agents.upsert([embedded('near', 'walrus')])
  const third = await open(folder, { ...second, modelId: 'm3' })
  expect(await third.earlier()).toMatchObject({ modelId: 'm1' })
  expect(await tables(folder)).toHaveLength(2)
  const back = await open(folder, { servesEarlier: true })
  expect(await back.earlier()).toMatchObject({ modelId: 'm1' })
  expect((await back.hashes()).size).toBe(0)
  expect([...(await back.vectorsOf(['h-walrus', 'h-otter', 'h-badger'])).keys()].toSorted()).toEqual([
    'h-otter',
    'h-walrus',
  ])
})

test('nothing is kept of a model without vectors, of one that is not asked for, or of a damaged table', async () => {
  const folder = await temporaryFolder()
  await (await open(folder)).upsert([row('bare', 'badger', { vector: undefined })])
  expect(await (await open(folder, second)).earlier()).toBeUndefined()
  const unasked = await temporaryFolder()
  await (await open(unasked)).upsert([row('near', 'walrus')])
  expect(await (await open(unasked, { ...second, servesEarlier: false })).earlier()).toBeUndefined()
  const damaged = await temporaryFolder()
  await (await open(damaged)).upsert([row('near', 'walrus')])
  const [earlier = ''] = await tables(damaged)
  await open(damaged, second)
  await rm(join(damaged, 'agents', earlier), { recursive: true })
  const again = await open(damaged, second)
  expect(await again.earlier()).toBeUndefined()
  expect(await again.searchText('walrus')).toHaveLength(1)
})
