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
  'Sonntag, 11. Oktober 2026',
  '11. Okt. 2026',
  'le 11 octobre 2026',
  '11 de octubre de 2026',
  '11 de outubro de 2026',
  '11 ottobre 2026',
  '11 października 2026 r.',
  '11 ОКТЯБРЯ 2026 г.',
  '11 Οκτωβρίου 2026',
  '11 Ekim 2026',
  'ngày 11 tháng 10 năm 2026',
  '11 أكتوبر 2026',
  '11 באוקטובר 2026',
  '11 अक्टूबर 2026',
  '我在2026年10月11日做了什么',
  '2026年10月11日（日）',
  '2026년 10월 11일',
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

test.each([
  ['1er mars 2026', '2026-03-01'],
  ['3 mart 2026', '2026-03-03'],
  ['4. märz 2026', '2026-03-04'],
  ['5 mai 2026', '2026-05-05'],
  ['6 juin 2026', '2026-06-06'],
  ['7 juli 2026', '2026-07-07'],
  ['8 августа 2026', '2026-08-08'],
  ['9. Dez. 2026', '2026-12-09'],
])('%s is the day %s', (text, day) => {
  expect(askedDates(text.normalize('NFD')).dates).toEqual([day])
})

test('each day counts once, and the rest is what else is said', () => {
  const { dates, rest } = askedDates('from 2026-10-11 (11 October 2026) to 12.10.2026 in May')
  expect(dates.toSorted()).toEqual(['2026-10-11', '2026-10-12'])
  expect(rest.replaceAll(/\s+/g, ' ')).toBe('from ( ) to in May')
})
