import { expect, test } from 'vitest'
import { publishedAt } from './published-at.ts'

test.each([
  ['2024', '2024'],
  ['2024-05', '2024-05'],
  [' 2024-05-06 ', '2024-05-06'],
  ['2024-05-06T10:00:00Z', '2024-05-06T10:00:00.000Z'],
  ['2024-05-06T10:00:00.123', '2024-05-06T10:00:00.123Z'],
  ['2024-05-06 10:00:00 UTC', '2024-05-06T10:00:00.000Z'],
  ['2024-05-06T10:00+0200', '2024-05-06T08:00:00.000Z'],
  ['Mon, 06 May 2024 10:00:00 +0200', '2024-05-06T08:00:00.000Z'],
  ['6 May 2024 10:00 GMT', '2024-05-06T10:00:00.000Z'],
  ['06 May 2024 10:00:00', '2024-05-06T10:00:00.000Z'],
  ['Mon, 06 May 2024', '2024-05-06'],
])('%j is %s', (text, expected) => {
  expect(publishedAt(text)).toBe(expected)
})

test.each([
  null,
  undefined,
  '',
  '2024-13',
  '2024-02-31',
  '2024-02-31T10:00:00Z',
  'yesterday',
  '05/06/2024',
  '6 Foo 2024',
])('%j is no date', (text) => {
  expect(publishedAt(text)).toBeUndefined()
})
