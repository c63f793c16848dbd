import { expect, test } from 'vitest'
import { nearestInSnapshot } from './nearest-in-snapshot.ts'
import type { StoredRow } from '../rows/row.ts'
import { placesByValue, type Snapshot } from './snapshot.ts'
import { vectorMatrix } from './vector-matrix.ts'
import { unitVector } from '../rows/encode-rows.ts'

const dimensions = 30

test.each([
  ['all rows', [], () => true],
  ['those of a filter', [{ field: 'kind', equals: 'rare' }], (place: number) => place % 100 === 0],
  ['those with a tag', [{ field: 'tags', contains: 't3' }], (place: number) => place % 7 === 3],
  [
    'those of several conditions',
    [
      { field: 'place', from: 100 },
      { field: 'kind', oneOf: ['rare', 'rare', 'none'] },
      { field: 'tags', contains: 't3' },
    ],
    (place: number) => place >= 100 && place % 100 === 0 && place % 7 === 3,
  ],
])('the nearest of %s are those of which the cosine is the greatest', (_, filter, isWanted) => {
  const snapshot = snapshotOf(3000)
  const vector = vectorOf(7)
  const wanted = Array.from({ length: 3000 }, (__, place) => ({ id: String(place), place }))
    .filter(({ place }) => isWanted(place))
    .map(({ id, place }) => ({ id, score: cosine(vector, vectorOf(place)) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 20)
  const found = nearestInSnapshot(snapshot, { vector, limit: 20, filter })
  expect(found.map(({ row }) => row.id)).toEqual(wanted.map(({ id }) => id))
  for (const [index, { score }] of found.entries()) expect(score).toBeCloseTo(wanted[index]?.score ?? 0, 5)
})

test('rows without a vector are never near, and ties go by id', () => {
  const snapshot = snapshotOf(300)
  const query = { vector: vectorOf(1), limit: 3, filter: [] }
  expect(nearestInSnapshot({ ...snapshot, embedded: new Uint32Array() }, query)).toEqual([])
  const alike = nearestInSnapshot({ ...snapshot, vectors: vectorMatrix(300, dimensions) }, query)
  expect(alike.map(({ row }) => row.id)).toEqual(['0', '1', '10'])
})

function snapshotOf(count: number): Snapshot {
  const rows = Array.from({ length: count }, (_, place): StoredRow => ({
    id: String(place),
    text: '',
    hash: '',
    fields: { kind: place % 100 === 0 ? 'rare' : 'common', place, tags: [`t${place % 7}`, `t${place % 7}`] },
  }))
  const vectors = vectorMatrix(count, dimensions)
  for (let place = 0; place < count; place += 1) vectors.at(place).set(vectorOf(place))
  const embedded = Uint32Array.from(rows.keys())
  return {
    epoch: '',
    version: 1,
    rows,
    vectors,
    embedded,
    byRowId: new Map(),
    byId: new Map(),
    placesOf: placesByValue(rows, embedded),
  }
}

function vectorOf(seed: number): Float32Array {
  let state = seed + 1
  return unitVector(
    Float32Array.from({ length: dimensions }, () => {
      state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
      return ((state ^ (state >>> 12)) >>> 0) / 2 ** 32 - 0.5
    }),
  )
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}
