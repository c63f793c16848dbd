import { expect, test } from 'vitest'
import { count, grouped } from './format.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_234_567, '1,234,567'],
  [-1000, '-1,000'],
  [21_000_000_000_000_000_000n, '21,000,000,000,000,000,000'],
])('%s has commas between its thousands', (amount, text) => {
  expect(grouped(amount)).toBe(text)
})

test('a number with its noun is grouped too', () => {
  expect([count(1, 'agent'), count(4978, 'text'), count(0, 'entry', 'entries')]).toEqual([
    '1 agent',
    '4,978 texts',
    '0 entries',
  ])
})
