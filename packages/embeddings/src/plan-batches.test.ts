import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planBatches } from './plan-batches.ts'

const limits = { batchSize: 3, batchCharacters: 20, textCharacters: 10 }

test('puts texts of similar length together', () => {
  expect(planBatches(['aaaaaaaaa', 'b', 'cc', 'dddddddd', 'e'], limits)).toEqual([
    [1, 4, 2],
    [3, 0],
  ])
})

test('a long text counts as much as the model reads of it', () => {
  expect(planBatches(['a'.repeat(1000), 'b'.repeat(1000), 'c'.repeat(1000)], limits)).toEqual([[0, 1], [2]])
})

test('has every text once and keeps the limits', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 })), fc.integer({ min: 1, max: 5 }), (texts, batchSize) => {
      const batches = planBatches(texts, { ...limits, batchSize })
      expect(batches.flat().toSorted((a, b) => a - b)).toEqual(texts.map((_, index) => index))
      for (const batch of batches) expect(batch.length).toBeGreaterThan(0)
      for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(batchSize)
    }),
  )
})
