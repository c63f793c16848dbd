import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { equalLengths } from './plan-batches.ts'

const ids = (...lengths: readonly number[]) => lengths.map((length) => ({ length }))

test('puts texts of one length together, as many as there is room for', () => {
  const limits = { batchSize: 3, batchTokens: 20 }
  expect(equalLengths(ids(9, 5, 9, 5, 9, 5, 5, 5), limits)).toEqual([[1, 3, 5], [6, 7], [0, 2], [4]])
  expect(equalLengths(ids(100, 100), limits)).toEqual([[0], [1]])
})

test('has every text once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 2, max: 9 })), fc.integer({ min: 1, max: 5 }), (lengths, batchSize) => {
      const batches = equalLengths(ids(...lengths), { batchSize, batchTokens: 16 })
      expect(batches.flat().toSorted((a, b) => a - b)).toEqual(lengths.map((_, place) => place))
      for (const batch of batches) expect(new Set(batch.map((place) => lengths[place])).size).toBe(1)
      for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(batchSize)
    }),
  )
})
