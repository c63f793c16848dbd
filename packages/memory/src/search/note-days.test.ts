import { expect, test } from 'vitest'
import { askedDates } from './asked-dates.ts'
import { isDayAlone } from './note-days.ts'

test.each([
  'Sunday, 11 October 2026',
  'Sonntag, 11. Oktober 2026',
  '星期日 2026年10月11日',
  '2026年10月11日（日曜日）',
  '2026년 10월 11일 일요일',
  'воскресенье, 11 октября 2026',
  'Pazar 11 Ekim 2026',
])('%s says nothing but a day', (text) => {
  expect(isDayAlone(askedDates(text).rest)).toBe(true)
})

test.each(['Besprechung am 11. Oktober 2026', '2026年10月11日的会议'])('%s says more than a day', (text) => {
  expect(isDayAlone(askedDates(text).rest)).toBe(false)
})
