import { expect, test } from 'vitest'
import { askedDates } from './asked-dates.ts'

test.each([
  '2026-10-11',
  '2026/10/11',
  '2026_10_11',
  '20261011',
  '11.10.2026',
  '11. 10. 2026',
  '11 October 2026',
  '11. October 2026',
  'October 11th 2026',
  'october 11, 2026',
  'the 11th of Oct 2026',
  'Sunday, 11 October 2026',
  'what did I do on 2026-10-11?',
])('%s says a day', (text) => {
  expect(askedDates(text).dates).toEqual(['2026-10-11'])
})

test.each([
  '',
  '2026',
  'October 2026',
  '11/10/2026',
  '2026-02-31',
  '31.2.2026',
  '120261011',
  '2026-10-111',
  'May 2026',
])('%s says none', (text) => {
  expect(askedDates(text)).toEqual({ dates: [], rest: text })
})

test('each day counts once, and the rest is what else is said', () => {
  const { dates, rest } = askedDates('from 2026-10-11 (11 October 2026) to 12.10.2026 in May')
  expect(dates.toSorted()).toEqual(['2026-10-11', '2026-10-12'])
  expect(rest.replaceAll(/\s+/g, ' ')).toBe('from ( ) to in May')
})
