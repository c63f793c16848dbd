import { expect, test } from 'vitest'
import { nearestInSnapshot } from './nearest-in-snapshot.ts'
import type { StoredRow } from '../rows/row.ts'
import { signCodes } from './sign-codes.ts'
import type { Snapshot } from './snapshot.ts'
import { unitVector } from '../rows/unit-vector.ts'

const dimensions = 96
const centres = Array.from({ length: 64 }, (_, group) => randomNumbers(group + 1))
const exact = snapshotOf(20_000)
const coded: Snapshot = { ...exact, codes: signCodes(exact.vectors, dimensions) }

test('by codes nearly the same rows are found as by comparing all vectors, with their exact cosines', () => {
  const shares = Array.from({ length: 10 }, (_, place) => {
    const query = { vector: vectorOf(place * 7, 3), limit: 20, filter: [] }
    const wanted = nearestInSnapshot(exact, query)
    const found = new Map(nearestInSnapshot(coded, query).map(({ row, score }) => [row.id, score]))
    expect(found.size).toBe(20)
    const hits = wanted.filter(({ row, score }) => found.has(row.id) && found.get(row.id) === score)
    return hits.length / wanted.length
  })
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.95)
})

test('a filter that leaves few rows compares all of them', () => {
  const filter = [{ field: 'kind', equals: 'rare' }]
  const vector = vectorOf(1, 0)
  const found = nearestInSnapshot(coded, { vector, limit: 30, filter })
  expect(found).toEqual(nearestInSnapshot(exact, { vector, limit: 30, filter }))
  expect(found.every(({ row }) => row.fields['kind'] === 'rare')).toBe(true)
})

test('rows without a vector are never near, and ties go by id', () => {
  const snapshot = snapshotOf(300)
  snapshot.embedded.fill(0)
  expect(nearestInSnapshot(snapshot, { vector: vectorOf(1, 0), limit: 5, filter: [] })).toEqual([])
  snapshot.embedded.fill(1)
  snapshot.vectors.fill(0)
  const alike = nearestInSnapshot(snapshot, { vector: vectorOf(1, 0), limit: 3, filter: [] })
  expect(alike.map(({ row }) => row.id)).toEqual(['0', '1', '10'])
})

/** Rows in 50 groups; the vectors of a group are like each other, as texts about one thing are. */
function snapshotOf(count: number): Snapshot {
  const rows = Array.from({ length: count }, (_, place): StoredRow => ({
    id: String(place),
    text: '',
    hash: '',
    fields: { kind: place % 100 === 0 ? 'rare' : 'common' },
  }))
  const vectors = new Float32Array(count * dimensions)
  for (let place = 0; place < count; place += 1) vectors.set(vectorOf(place % 50, place), place * dimensions)
  return {
    epoch: '',
    version: 1,
    rows,
    vectors,
    embedded: new Uint8Array(count).fill(1),
    codes: undefined,
    byRowId: new Map(),
    byId: new Map(),
  }
}

function vectorOf(group: number, seed: number): Float32Array {
  const centre = centres[group] ?? []
  const own = randomNumbers(seed + 1000)
  return unitVector(Float32Array.from(centre, (value, column) => value + 0.8 * (own[column] ?? 0)))
}

function randomNumbers(seed: number): readonly number[] {
  let state = seed
  return Array.from({ length: dimensions }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 12)) >>> 0) / 2 ** 32 - 0.5
  })
}
