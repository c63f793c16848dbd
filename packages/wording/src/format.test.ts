import { expect, test } from 'vitest'
import { count, duration, grouped, usedText } from './format.ts'

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

test('a time that rounds up to the next unit is told in that one', () => {
  expect([0, 999, 999.7, 1000, 59_949, 59_960, 60_000, 119_600, 125_000].map(duration)).toEqual([
    '0 ms',
    '999 ms',
    '1.0 s',
    '1.0 s',
    '59.9 s',
    '1 min 0 s',
    '1 min 0 s',
    '2 min 0 s',
    '2 min 5 s',
  ])
})

test('what a run used is said as far as it is known', () => {
  expect(usedText({})).toBeUndefined()
  expect(usedText({ tokens_out: 3 })).toBe('0 tokens in, 3 out')
  expect(usedText({ tokens_in: 9, tokens_out: 3, cost_usd: 0.02 })).toBe('9 tokens in, 3 out, $0.0200')
})
