import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Rating, reputationOf, reputationScore } from './reputation.ts'

const rating = fc.record({
  value: fc.double({ min: 0, max: 1, noNaN: true }),
  by: fc.constantFrom('user', 'a', 'b', 'c'),
})
const ratings = fc.array(rating, { maxLength: 60 })
const rounding = 1e-9

test('it is bounded, and without ratings it is the prior', () => {
  expect(reputationScore([])).toBe(50)
  expect(reputationOf([])).toBeUndefined()
  fc.assert(
    fc.property(ratings, (given) => {
      const score = reputationScore(given)
      expect(score).toBeGreaterThan(0)
      expect(score).toBeLessThan(100)
    }),
  )
})

test('a better rating never lowers it, and the best one more never either', () => {
  fc.assert(
    fc.property(ratings, rating, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (given, one, better, place) => {
      const at = place % (given.length + 1)
      const withOne = given.toSpliced(at, 0, one)
      const withBetter = given.toSpliced(at, 0, { ...one, value: Math.max(one.value, better) })
      expect(reputationScore(withBetter)).toBeGreaterThanOrEqual(reputationScore(withOne) - rounding)
      expect(reputationScore([...given, { ...one, value: 1 }])).toBeGreaterThanOrEqual(
        reputationScore(given) - rounding,
      )
      expect(reputationScore([...given, { ...one, value: 0 }])).toBeLessThanOrEqual(reputationScore(given) + rounding)
    }),
  )
})

test('the order does not matter', () => {
  fc.assert(
    fc.property(ratings, (given) => {
      expect(reputationScore(given.toReversed())).toBeCloseTo(reputationScore(given), 9)
    }),
  )
})

test('one rating moves it by at most 8.4, and one agent alone never beyond 25 or 75', () => {
  fc.assert(
    fc.property(rating, (one) => {
      expect(Math.abs(reputationScore([one]) - 50)).toBeLessThanOrEqual(8.4)
    }),
  )
  const flood = Array.from({ length: 10_000 }, (): Rating => ({ value: 1, by: 'friend' }))
  expect(reputationScore(flood)).toBe(75)
  expect(reputationScore(flood.map((one) => ({ ...one, value: 0 })))).toBe(25)
})

test('many ratings of persons get where they point to', () => {
  const positive = Array.from({ length: 95 }, (): Rating => ({ value: 1, by: 'user' }))
  expect(reputationOf([...positive, { value: 0, by: 'user' }, { value: 0.5, by: 'user' }])).toEqual({
    score: 96.1,
    feedback_count: 97,
    positive_rate: 0.9794,
  })
})
