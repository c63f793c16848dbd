import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.UTC(2026, 0, 1)

test.each([
  ['120', 120_000],
  ['0.5', 500],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['99999999999', 24 * 3_600_000],
  ['soon', undefined],
  ['-3', undefined],
  ['', undefined],
  [null, undefined],
])('%j is %s ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected)
})
