import { expect, test } from 'vitest'
import { watchStored } from './make-findable.ts'

test('only texts of parts that are stored are counted', () => {
  const seen: number[] = []
  const { onProgress, stored } = watchStored(({ done }) => seen.push(done))
  expect(stored()).toBe('their texts are not embedded yet')
  const embed = (done: number, subject: string): void => onProgress({ stage: 'embed', done, total: 7080, subject })
  embed(16, 'a')
  embed(1402, 'a')
  expect(stored()).toBe('0 of 7,080 texts embedded for good')
  embed(1418, 'k')
  onProgress({ stage: 'wait', done: 0 })
  expect(stored()).toBe('1,402 of 7,080 texts embedded for good')
  expect(seen).toEqual([16, 1402, 1418, 0])
})
