import { readdir } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from './__fixtures__/rows.ts'
import type { Row } from './index.ts'

const ids = (hits: readonly { id: string }[]): string[] => hits.map((hit) => hit.id)

test('stores a row with all kinds of fields and reads it back', async () => {
  const agents = await open(await temporaryFolder())
  const values = { agent: 'k8s', size: 2.5, live: false, tags: ['a', "b'c"], note: 'kept' }
  await agents.upsert([row('1', 'pods crash', { fields: values }), row('2', 'empty', { fields: { tags: [] } })])
  const found = await agents.get(['1', '2', 'none'])
  expect(found.get('1')).toEqual({ id: '1', text: 'pods crash', hash: 'h-pods crash', fields: values })
  expect(found.get('2')?.fields).toEqual({ tags: [] })
  expect([...found.keys()].sort()).toEqual(['1', '2'])
  expect(await agents.count()).toBe(2)
})

test('an id is there once; writing it again replaces text, vector and fields', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert([row('1', 'running cats', { fields: { agent: 'a' } })])
  await agents.upsert([row('1', 'sleeping horse', { vector: Float32Array.of(0, 2, 0, 0) })])
  expect(await agents.count()).toBe(1)
  expect(ids(await agents.searchText('cats'))).toEqual([])
  expect(await agents.searchText('horses')).toEqual([
    { id: '1', text: 'sleeping horse', hash: 'h-sleeping horse', fields: {}, score: expect.any(Number), rank: 1 },
  ])
  expect((await agents.searchVector(Float32Array.of(0, 1, 0, 0)))[0]?.score).toBeCloseTo(1)
})

test('rows that are added are found by words at once, beside others, and listed with them', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert([row('1', 'a walrus')])
  await agents.add(
    Array.from({ length: 4500 }, (_, index) => row(`n${index}`, `horse ${index}`, { vector: undefined })),
  )
  expect(await agents.count()).toBe(4501)
  expect(new Set(await agents.ids()).size).toBe(4501)
  expect(ids(await agents.searchText('4321'))).toEqual(['n4321'])
  await agents.optimize()
  expect(ids(await agents.searchText('4321'))).toEqual(['n4321'])
})

test('refuses a batch with the same id twice and stores nothing of it', async () => {
  const agents = await open(await temporaryFolder())
  await expect(agents.upsert([row('1', 'a'), row('1', 'b')])).rejects.toMatchObject({
    code: 'VECTOR_STORE_DUPLICATE_ID',
  })
  expect(await agents.count()).toBe(0)
})

test.each<[string, Partial<Row>]>([
  ['its id is empty', { id: '' }],
  ['its id is not valid Unicode', { id: '\ud800' }],
  ['its vector has 3 numbers and not 4', { vector: Float32Array.of(1, 2, 3) }],
  ['its vector has no direction', { vector: new Float32Array(4) }],
  ['its vector has no direction', { vector: Float32Array.of(Number.NaN, 0, 0, 1) }],
  ['the field "other" is not declared', { fields: { other: 'x' } }],
  ['the field "size" must be a number', { fields: { size: 'x' } }],
  ['the field "size" must be a number', { fields: { size: Infinity } }],
  ['the field "tags" must be a strings', { fields: { tags: 'x' } }],
  ['the field "__proto__" is not declared', { fields: Object.fromEntries([['__proto__', 'x']]) }],
])('refuses a row: %s', async (problem, change) => {
  const agents = await open(await temporaryFolder())
  const refused = agents.upsert([row('ok', 'fine'), row('1', 'a', change)])
  await expect(refused).rejects.toMatchObject({
    code: 'VECTOR_STORE_ROW_INVALID',
    message: expect.stringContaining(problem),
  })
  expect(await agents.count()).toBe(0)
})

test('a row without a vector is found by words, and listed as pending until it has one', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert([row('1', 'a walrus', { vector: undefined, hash: 'x' }), row('2', 'a horse', { hash: 'y' })])
  expect(ids(await agents.searchText('walrus'))).toEqual(['1'])
  expect(ids(await agents.searchVector(Float32Array.of(1, 0, 0, 0)))).toEqual(['2'])
  expect([...(await agents.pending())]).toEqual([['1', 'x']])
  expect([...(await agents.hashes())]).toEqual([['2', 'y']])
  await agents.upsert([row('1', 'a walrus', { hash: 'x' })])
  expect((await agents.pending()).size).toBe(0)
  expect(ids(await agents.searchVector(Float32Array.of(1, 0, 0, 0)))).toEqual(['1', '2'])
})

test('gives the vector of a hash under whatever id, at unit length', async () => {
  const agents = await open(await temporaryFolder())
  const vectors = [Float32Array.of(3, 0, 4, 0), Float32Array.of(0, 0, 0, 1)]
  await agents.upsert([
    row('0', 'pending', { hash: 'p', vector: undefined }),
    row('1', 'a', { hash: "it's", vector: vectors[0] }),
    row('2', 'b', { hash: 'y', vector: vectors[1] }),
  ])
  const found = await agents.vectorsOf(["it's", 'y', 'p', 'none'])
  expect([...found.keys()].sort()).toEqual(["it's", 'y'])
  expect([...(found.get("it's") ?? [])]).toEqual([expect.closeTo(0.6), 0, expect.closeTo(0.8), 0])
  expect([...(found.get('y') ?? [])]).toEqual([0, 0, 0, 1])
})

test('deletes by id and by filter, and says how many', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert(['a', 'b', 'c', 'd'].map((id) => row(id, id, { fields: { agent: id < 'c' ? 'x' : 'y' } })))
  expect(await agents.delete(['a', "no'ne"])).toBe(1)
  expect(await agents.deleteWhere([{ field: 'agent', equals: 'y' }])).toBe(2)
  expect([...(await agents.hashes()).keys()]).toEqual(['b'])
  await expect(agents.deleteWhere([])).rejects.toMatchObject({ code: 'VECTOR_STORE_FILTER_INVALID' })
  expect(await agents.delete([])).toBe(0)
})

test('a search that completes another one is no second search, which would read the table into memory', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert([row('1', 'pods crash'), row('2', 'cats run')])
  // What is in memory is given whole.
  const ask = async (completes: boolean): Promise<unknown> => {
    const hits = await agents.searchVector(Float32Array.of(0, 1, 0, 0), { select: ['agent'], completes })
    expect(hits).toHaveLength(2)
    return hits.every(({ text }) => text !== '')
  }
  expect([await ask(false), await ask(true), await ask(true)]).toEqual([false, false, false])
  expect([await ask(false), await ask(true)]).toEqual([true, true])
})

test('from the second search on, rows come from memory, and a change is seen all the same', async () => {
  const directory = await temporaryFolder()
  const [agents, writer] = [await open(directory), await open(directory)]
  await writer.upsert([row('1', 'pods crash', { fields: { agent: 'k8s' } }), row('2', 'cars crash')])
  const look = async () => [await agents.searchText('crash'), [...(await agents.get(['1', '2', 'none'])).values()]]
  const first = await look()
  expect(await look()).toEqual(first)
  expect(await look()).toEqual(first)
  await writer.upsert([row('2', 'boats sink')])
  expect([...(await agents.get(['2'])).values()]).toMatchObject([{ text: 'boats sink' }])
  expect(ids(await agents.searchText('crash'))).toEqual(['1'])
  await writer.delete(['1'])
  expect((await agents.get(['1'])).size).toBe(0)
})

test('reads only what is selected', async () => {
  const agents = await open(await temporaryFolder(), { snapshotRows: 0 })
  await agents.upsert([
    row('1', 'pods crash', { fields: { agent: 'k8s', size: 2 }, vector: Float32Array.of(1, 0, 0, 0) }),
  ])
  const nothing = { id: '1', text: '', hash: '', fields: {} }
  expect(await agents.searchText('crash', { select: [] })).toMatchObject([nothing])
  const some = { ...nothing, text: 'pods crash', fields: { agent: 'k8s' } }
  expect(await agents.searchVector(Float32Array.of(1, 0, 0, 0), { select: ['text', 'agent'] })).toEqual([
    { ...some, score: 1, rank: 1 },
  ])
})

test.each([0, 1000])(
  'gives the vectors of near rows if they are selected, with %d rows in memory',
  async (snapshotRows) => {
    const agents = await open(await temporaryFolder(), { snapshotRows })
    const vectors = [Float32Array.of(0.6, 0.8, 0, 0), Float32Array.of(0, 0, 1, 0), Float32Array.of(1, 0, 0, 0)]
    await agents.upsert(vectors.map((vector, index) => row(String(index), 'pods', { vector })))
    const near = async (select: readonly string[]) =>
      await agents.searchVector(Float32Array.of(1, 0, 0, 0), { limit: 2, select })
    // The first search of a version never reads it into memory.
    for (let round = 0; round < 3; round += 1) {
      const hits = await near(['vector'])
      expect(hits.map(({ id }) => id)).toEqual(['2', '0'])
      expect(hits.map(({ vector }) => vector)).toEqual([vectors[2], vectors[0]])
      expect((await near(['text'])).map(({ vector }) => vector)).toEqual([undefined, undefined])
    }
  },
)

test.each([0, -1, 1.5, 2 ** 31, 2 ** 32, 2 ** 32 + 1, Infinity])('refuses the limit %d', async (limit) => {
  const agents = await open(await temporaryFolder())
  await expect(agents.searchText('a', { limit })).rejects.toMatchObject({ code: 'VECTOR_STORE_QUERY_INVALID' })
})

test('refuses a query vector that does not fit', async () => {
  const agents = await open(await temporaryFolder())
  for (const vector of [Float32Array.of(1), new Float32Array(4)]) {
    await expect(agents.searchVector(vector)).rejects.toMatchObject({ code: 'VECTOR_STORE_QUERY_INVALID' })
  }
})

test('an aborted operation stops, a closed collection refuses', async () => {
  const agents = await open(await temporaryFolder())
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(agents.searchText('a', { signal })).rejects.toThrow('enough')
  await expect(agents.upsert([row('1', 'a')], { signal })).rejects.toThrow('enough')
  expect(await agents.count()).toBe(0)
  await agents[Symbol.asyncDispose]()
  await expect(agents.count()).rejects.toMatchObject({ code: 'VECTOR_STORE_CLOSED' })
})

test.each([
  ['name', { name: '../up' }],
  ['model', { modelId: '' }],
  ['dimensions', { dimensions: 0 }],
  ['field', { fields: { 'a`b': 'string' } }],
  ['case', { fields: { a: 'string', A: 'string' } }],
] as const)('refuses to open with a bad %s', async (_, options) => {
  await expect(open(await temporaryFolder(), options)).rejects.toMatchObject({
    code: 'VECTOR_STORE_COLLECTION_INVALID',
  })
})

const words = ['pods', 'crash', 'walrus', 'horse', 'cluster', 'invoice']
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('upsert' as const),
      ids: fc.uniqueArray(fc.nat(12), { minLength: 1 }),
      word: fc.constantFrom(...words),
    }),
  },
  fc.record({ kind: fc.constant('delete' as const), ids: fc.uniqueArray(fc.nat(12)) }),
  fc.record({ kind: fc.constant('optimize' as const) }),
)

test('any sequence of writes and optimisations leaves exactly the expected rows, found by both retrievers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 12 }), async (operations) => {
      const agents = await open(await temporaryFolder())
      const model = new Map<string, string>()
      for (const step of operations) {
        if (step.kind === 'optimize') await agents.optimize()
        else if (step.kind === 'delete') {
          await agents.delete(step.ids.map(String))
          for (const id of step.ids) model.delete(String(id))
        } else {
          await agents.upsert(step.ids.map((id) => row(String(id), `the ${step.word} of ${id}`, { hash: step.word })))
          for (const id of step.ids) model.set(String(id), step.word)
        }
      }
      expect(new Map(await agents.hashes())).toEqual(model)
      for (const word of words) {
        const expected = [...model]
          .filter(([, value]) => value === word)
          .map(([id]) => id)
          .sort()
        expect(ids(await agents.searchText(word, { limit: 50 })).sort()).toEqual(expected)
      }
      expect(ids(await agents.searchVector(Float32Array.of(1, 0, 0, 0), { limit: 50 })).sort()).toEqual(
        [...model.keys()].sort(),
      )
    }),
    { numRuns: process.env['LONG'] === undefined ? 4 : 12 },
  )
})

test('is closed also while it is searched, as where another search beside it failed', async () => {
  const directory = await temporaryFolder()
  const first = await open(directory)
  await first.upsert(Array.from({ length: 200 }, (_, index) => row(`${index}`, `pods crash ${index}`)))
  for (let round = 0; round < 16; round += 1) {
    const agents = await open(directory)
    const searching = [
      agents.searchText('pods'),
      agents.searchVector(Float32Array.of(1, 0, 0, 0)),
      agents.count([{ field: 'agent', equals: 'a' }]),
    ]
    for (let turns = 0; turns < round % 8; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    await expect(agents[Symbol.asyncDispose](), `after ${round % 8} turns`).resolves.toBeUndefined()
    await Promise.allSettled(searching)
  }
})

test('optimising what nobody wrote since writes nothing', async () => {
  const directory = await temporaryFolder()
  const agents = await open(directory)
  await agents.upsert([row('1', 'running cats')])
  await agents.optimize()
  const files = await readdir(directory, { recursive: true })
  await agents.optimize()
  expect(await readdir(directory, { recursive: true })).toEqual(files)
})

test('texts of all lengths and scripts come back as they were', async () => {
  const agents = await open(await temporaryFolder())
  const texts = ['', 'a', 'élan', '🐝 bees', '', 'x'.repeat(5000)]
  await agents.upsert(
    texts.map((text, index) => row(String(index), text, { fields: index % 2 ? { agent: text } : {} })),
  )
  const found = await agents.get(texts.map((_, index) => String(index)))
  expect([...found.values()].map(({ text }) => text).sort()).toEqual([...texts].sort())
  expect(found.get('3')?.fields).toEqual({ agent: '🐝 bees' })
  expect(await agents.count([{ field: 'agent', equals: 'a' }])).toBe(1)
  expect(await agents.count([{ field: 'agent', equals: '' }])).toBe(0)
})
