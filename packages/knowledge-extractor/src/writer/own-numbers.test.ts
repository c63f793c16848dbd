import { expect, test } from 'vitest'
import { ownNumbers } from './own-numbers.ts'

const source =
  'On 2024-05-06 the pier cost 12,000 pounds and 1.5 million hours; version 2.1 lasted eight hours, a third of it 33 %.'

test.each([
  ['It cost 12000 pounds.', false],
  ['It took 1,500,000 hours in 2024.', false],
  ['It lasted 8 hours.', false],
  ['A third of it.', false],
  ['No number at all.', false],
  ['It cost 13,000 pounds.', true],
  ['On 6 May it was version 2.1.', false],
  ['It took 6 million hours.', true],
  ['It took 12 hours.', true],
  ['It lasted nine hours.', true],
  ['In 2025 it was closed.', true],
  ['It took 3 million hours.', true],
])('%j', (words, isOwn) => {
  expect(ownNumbers(source)(words)).toBe(isOwn)
})
