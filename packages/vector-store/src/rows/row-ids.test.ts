import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import type { Collection } from '../collection.ts'

const vector = Float32Array.of(1, 0, 0, 0)
const options = { limit: 50, select: [] }

/** A collection that is too large to be kept as a whole. */
async function large(): Promise<Collection> {
  return await open(await temporaryFolder(), { snapshotRows: 0 })
}

/** Both retrievers and the rows of their hits, as somebody who asks for ids first. */
async function ask(agents: Collection, word: string) {
  const [text, near] = [await agents.searchText(word, options), await agents.searchVector(vector, options)]
  const found = await agents.get([...text, ...near].map(({ id }) => id))
  return { text: text.map(({ id }) => id), near: near.map(({ id }) => id), rows: found }
}

test('hits of which only ids are asked have their scores and ranks, and their rows are got', async () => {
  const agents = await large()
  await agents.upsert([
    row('a', 'walrus walrus', { fields: { agent: 'x', size: 3, live: false, tags: ['t'], note: 'kept' } }),
    row('b', 'walrus and others', { vector: Float32Array.of(0, 1, 0, 0) }),
    row('c', 'otter', { vector: undefined }),
  ])
  const before = { text: await agents.searchText('walrus', options), near: await agents.searchVector(vector, options) }
  await agents.warm()
  const after = { text: await agents.searchText('walrus', options), near: await agents.searchVector(vector, options) }
  expect(after).toEqual({
    text: before.text.map((hit) => ({ ...hit, hash: '', text: '', fields: {} })),
    near: before.near.map((hit) => ({ ...hit, hash: '', text: '', fields: {} })),
  })
  expect(after.near.map(({ id, score, rank }) => [id, score, rank])).toEqual([
    ['a', 1, 1],
    ['b', 0, 2],
  ])
  const rows = await agents.get(['c', 'a', 'unknown'])
  expect([...rows.keys()].toSorted()).toEqual(['a', 'c'])
  expect(rows.get('a')).toMatchObject({ text: 'walrus walrus', fields: { size: 3, live: false, note: 'kept' } })
  expect(await agents.searchText('walrus', { ...options, filter: [{ field: 'tags', contains: 't' }] })).toHaveLength(1)
})

const words = ['walrus', 'otter', 'badger'] as const
const someIds = fc.uniqueArray(fc.integer({ min: 0, max: 9 }).map(String), { minLength: 1, maxLength: 4 })
const operation = fc.record({
  kind: fc.constantFrom('upsert' as const, 'upsert' as const, 'delete' as const, 'optimize' as const),
  ids: someIds,
  word: fc.constantFrom(...words),
})

test('whatever is written in between, by this process or another, every answer is that of the newest rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 12 }), async (operations) => {
      const directory = await temporaryFolder()
      const reader = await open(directory, { snapshotRows: 0 })
      const writers = [reader, await open(directory)]
      const model = new Map<string, string>()
      for (const [place, { kind, ids, word }] of operations.entries()) {
        const writer = writers[place % 2] ?? reader
        if (kind === 'optimize') await writer.optimize()
        if (kind === 'delete') await writer.delete(ids)
        if (kind === 'upsert') await writer.upsert(ids.map((id) => row(id, `the ${word} of ${id}`)))
        for (const id of kind === 'delete' ? ids : []) model.delete(id)
        for (const id of kind === 'upsert' ? ids : []) model.set(id, word)
        // Every other time the ids are asked as they are known from the version before.
        if (place % 2 === 0) await reader.warm()
        const { text, near, rows } = await ask(reader, word)
        expect(text.toSorted()).toEqual([...model.keys()].filter((id) => model.get(id) === word).toSorted())
        expect(near.toSorted()).toEqual([...model.keys()].toSorted())
        const texts = new Map([...rows].map(([id, row]) => [id, row.text]))
        expect(texts).toEqual(new Map(near.map((id) => [id, `the ${model.get(id) ?? ''} of ${id}`])))
      }
    }),
    { numRuns: process.env['LONG'] === undefined ? 4 : 12 },
  )
})

test('a row that is written again while it is read is found, old or new', async () => {
  const directory = await temporaryFolder()
  const [reader, writer] = [await open(directory, { snapshotRows: 0 }), await open(directory)]
  const ids = Array.from({ length: 30 }, (_, place) => String(place))
  await writer.upsert(ids.map((id) => row(id, 'walrus 0')))
  for (let round = 1; round <= 15; round += 1) {
    await reader.warm()
    const [found, near] = await Promise.all([
      reader.get(ids),
      reader.searchVector(vector, options),
      reader.count(),
      writer.upsert(ids.slice(round).map((id) => row(id, `walrus ${round}`))),
    ])
    expect(found.size).toBe(ids.length)
    expect(new Set(near.map(({ id }) => id)).size).toBe(ids.length)
  }
})
