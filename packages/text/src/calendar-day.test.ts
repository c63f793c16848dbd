import { expect, test } from 'vitest'
import { calendarDay } from './iso-date.ts'

test.each([
  [{ year: 2024, month: 2, day: 29 }, '2024-02-29'],
  [{ year: '2024', month: '05', day: '6' }, '2024-05-06'],
  [{ year: 2023, month: 2, day: 29 }, undefined],
  [{ year: 2024, month: 13, day: 1 }, undefined],
  [{ year: 2024, month: 0, day: 1 }, undefined],
  [{ year: 2024, month: 5 }, undefined],
  [undefined, undefined],
])('%j is %s', (parts, day) => {
  expect(calendarDay(parts)).toBe(day)
})
