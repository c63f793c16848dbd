import { expect, test, vi } from 'vitest'
import { localTime } from './local-time.ts'

test.each([
  ['America/New_York', '2026-11-23 09:06'],
  ['Asia/Kolkata', '2026-11-23 19:36'],
  ['UTC', '2026-11-23 14:06'],
])('in %s it is %s', (zone, shown) => {
  vi.stubEnv('TZ', zone)
  expect(localTime('2026-11-23T14:06:59.999Z')).toBe(shown)
  expect(localTime(new Date('2026-11-23T14:06:00Z'))).toBe(shown)
})

test('what says no time stays as it is', () => {
  expect(localTime('yesterday')).toBe('yesterday')
})
