import { expect, test } from 'vitest'
import { dayIn } from './due-night.ts'

test('the day of a night is that of its zone', () => {
  const at = Date.parse('2026-11-27T23:30:00Z')
  expect(dayIn('Europe/Vienna', at)).toBe('2026-11-28')
  expect(dayIn('UTC', at)).toBe('2026-11-27')
  expect(dayIn('Pacific/Honolulu', at)).toBe('2026-11-27')
})
