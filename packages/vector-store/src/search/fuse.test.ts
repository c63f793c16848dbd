import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuse } from './fuse.ts'

const ids = (hits: readonly { id: string }[]): string[] => hits.map((hit) => hit.id)

test('mixes normalised scores by weight and says what each leg said', () => {
  const vector = [
    { id: 'a', score: 0.9 },
    { id: 'b', score: 0.5 },
    { id: 'c', score: 0.1 },
  ]
  const text = [
    { id: 'c', score: 8 },
    { id: 'b', score: 4 },
  ]
  expect(fuse({ vector, text }, { weights: { vector: 0.7, text: 0.3 } })).toEqual([
    { id: 'a', score: expect.closeTo(0.7), vectorScore: 0.9, vectorRank: 1, textScore: undefined, textRank: undefined },
    { id: 'b', score: expect.closeTo(0.35), vectorScore: 0.5, vectorRank: 2, textScore: 4, textRank: 2 },
    { id: 'c', score: expect.closeTo(0.3), vectorScore: 0.1, vectorRank: 3, textScore: 8, textRank: 1 },
  ])
})

test('drops text hits without a match', () => {
  expect(
    ids(
      fuse({
        vector: [],
        text: [
          { id: 'a', score: 2 },
          { id: 'b', score: 0 },
        ],
      }),
    ),
  ).toEqual(['a'])
})

test('a single hit and hits of equal score count fully', () => {
  expect(fuse({ vector: [{ id: 'a', score: 0.2 }], text: [] })[0]?.score).toBeCloseTo(0.7)
  const equal = fuse({
    vector: [],
    text: [
      { id: 'y', score: 3 },
      { id: 'x', score: 3 },
    ],
  })
  expect(equal.map((hit) => [hit.id, hit.score])).toEqual([
    ['x', expect.closeTo(0.3)],
    ['y', expect.closeTo(0.3)],
  ])
})

test('weights say only a ratio; a leg of weight zero still names its hits', () => {
  const legs = { vector: [{ id: 'a', score: 1 }], text: [{ id: 'b', score: 1 }] }
  expect(fuse(legs, { weights: { vector: 7, text: 3 } })).toEqual(fuse(legs, { weights: { vector: 0.7, text: 0.3 } }))
  expect(fuse(legs, { weights: { vector: 1, text: 0 } }).map((hit) => hit.score)).toEqual([1, 0])
})

test.each([
  { vector: 0, text: 0 },
  { vector: -1, text: 2 },
  { vector: Number.NaN, text: 1 },
  { vector: Infinity, text: 1 },
])('refuses the weights %o', (weights) => {
  expect(() => fuse({ vector: [], text: [] }, { weights })).toThrow(
    expect.objectContaining({ code: 'VECTOR_STORE_QUERY_INVALID' }),
  )
})

test('limits the result', () => {
  const vector = [
    { id: 'a', score: 3 },
    { id: 'b', score: 2 },
    { id: 'c', score: 1 },
  ]
  expect(ids(fuse({ vector, text: [] }, { limit: 2 }))).toEqual(['a', 'b'])
})

const leg = fc
  .uniqueArray(fc.record({ id: fc.string(), score: fc.double({ min: 0.001, max: 1000, noNaN: true }) }), {
    selector: (hit) => hit.id,
  })
  .map((hits) => hits.toSorted((a, b) => b.score - a.score))

test('any legs: each id once, scores 0–1 and falling, best of both legs on top', () => {
  fc.assert(
    fc.property(leg, leg, (vector, text) => {
      const fused = fuse({ vector, text })
      expect(new Set(ids(fused))).toEqual(new Set([...ids(vector), ...ids(text)]))
      expect(fused).toHaveLength(new Set(ids(fused)).size)
      for (const [index, hit] of fused.entries()) {
        expect(hit.score).toBeGreaterThanOrEqual(0)
        expect(hit.score).toBeLessThanOrEqual(1 + 1e-9)
        expect(hit.score).toBeLessThanOrEqual(fused[index - 1]?.score ?? 2)
      }
      const agreed = vector[0] !== undefined && vector[0].id === text[0]?.id
      expect(agreed ? (fused[0]?.score ?? 0) : 1).toBeCloseTo(1)
    }),
  )
})
