import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { unitVector } from '../rows/encode-rows.ts'
import { vectorIndexRows } from './vector-index.ts'

const near = { limit: 20 }

// Those of the model too in `pnpm test:long`.
const sizes = process.env['LONG'] === undefined ? [16] : [16, 384]

test.each(sizes)(
  '%d dimensions, many rows: the index finds nearly all true neighbours, new rows and filtered ones',
  async (dimensions) => {
    const random = seeded(7)
    const centres = Array.from({ length: 200 }, () => direction(random, dimensions))
    const around = (): Float32Array => {
      const centre = centres[Math.floor(random() * centres.length)] ?? direction(random, dimensions)
      return unitVector(direction(random, dimensions).map((value, index) => value * 0.5 + (centre[index] ?? 0)))
    }
    const rows = Array.from({ length: vectorIndexRows + 500 }, (_, index) =>
      row(String(index), 'walrus', {
        vector: around(),
        hash: String(index),
        fields: { agent: index % 1000 === 0 ? 'rare' : 'common' },
      }),
    )
    const agents = await open(await temporaryFolder(), { dimensions, snapshotRows: 0 })
    await agents.upsert(rows)
    await agents.optimize()

    let found = 0
    const queries = Array.from({ length: 20 }, around)
    for (const query of queries) {
      const truth = rows
        .map(({ id, vector }) => ({ id, score: vector === undefined ? 0 : dot(query, vector) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, near.limit)
      const hits = await agents.searchVector(query, near)
      const scores = new Map(truth.map(({ id, score }) => [id, score]))
      for (const hit of hits.filter(({ id }) => scores.has(id))) {
        found += 1
        expect(hit.score).toBeCloseTo(scores.get(hit.id) ?? 0, 4)
      }
    }
    expect(found / (queries.length * near.limit)).toBeGreaterThan(0.9)

    const rare = await agents.searchVector(around(), { limit: 50, filter: [{ field: 'agent', equals: 'rare' }] })
    expect(rare).toHaveLength(rows.filter(({ fields }) => fields['agent'] === 'rare').length)

    const added = around()
    await agents.upsert([row('new', 'a horse', { vector: added })])
    expect((await agents.searchVector(added, { limit: 1 }))[0]?.id).toBe('new')
    await agents.delete(['new'])
    expect((await agents.searchVector(added, { limit: 1 }))[0]?.id).not.toBe('new')
  },
  120_000,
)

test('memory and table give the same exact neighbours', async () => {
  const random = seeded(3)
  const rows = Array.from({ length: 300 }, (_, index) =>
    row(String(index), 'walrus', { vector: direction(random, 16), hash: String(index) }),
  )
  const [folder, other] = [await temporaryFolder(), await temporaryFolder()]
  const inMemory = await open(folder, { dimensions: 16 })
  const inTable = await open(other, { dimensions: 16, snapshotRows: 0 })
  await Promise.all([inMemory.upsert(rows), inTable.upsert(rows)])
  await inMemory.warm()
  for (let round = 0; round < 10; round += 1) {
    const query = direction(random, 16)
    const [a, b] = await Promise.all([inMemory.searchVector(query, near), inTable.searchVector(query, near)])
    expect(a.map((hit) => [hit.id, hit.rank])).toEqual(b.map((hit) => [hit.id, hit.rank]))
    for (const [index, hit] of a.entries()) expect(hit.score).toBeCloseTo(b[index]?.score ?? 0, 4)
  }
})

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

function direction(random: () => number, dimensions: number): Float32Array {
  return unitVector(Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5))
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
