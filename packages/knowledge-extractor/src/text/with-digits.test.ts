import { expect, test } from 'vitest'
import { withDigits } from './with-digits.ts'

test.each([
  ['Caffeine has a half-life of eight hours.', 'Caffeine has a half-life of 8 hours.'],
  ['Twelve masons and forty-two carters', '12 masons and 42 carters'],
  ['two hundred and five votes, twelve hundred homes', '205 votes, 1\u202F200 homes'],
  ['three hundred thousand books, two million readers', '300\u202F000 books, 2 million readers'],
  ['a hundred homes, a million seals, two dozen eggs', '100 homes, 1 million seals, 24 eggs'],
  ['two and a half hours, half an hour', '2.5 hours, 0.5 hour'],
  ['Half of the patients, a third of them, two-thirds of all', '50% of the patients, 33% of them, 67% of all'],
  ['It lasts one hour, and the bridge has one arch.', 'It lasts 1 hour, and the bridge has 1 arch.'],
  ['acht Stunden, fünfundzwanzig Meter', '8 Stunden, 25 Meter'],
  ['zweihundertfünfzig Häuser, dreitausendeinhundert Schafe', '250 Häuser, 3\u202F100 Schafe'],
  ['Zwölf Maurer, eine Stunde, nur ein Bogen', '12 Maurer, 1 Stunde, nur 1 Bogen'],
  ['zweieinhalb Jahre, anderthalb Liter, eine halbe Stunde', '2.5 Jahre, 1.5 Liter, 0.5 Stunde'],
  ['ein Drittel der Bäume, die Hälfte aller Kinder', '33 % der Bäume, 50 % aller Kinder'],
  ['zwei Millionen Euro, ein Dutzend Eier', '2 Millionen Euro, 12 Eier'],
])('reads %j', (text, expected) => {
  expect(withDigits(text)).toBe(expected)
  expect(withDigits(expected)).toBe(expected)
})

test.each([
  ['灯塔使用二十四支蜡烛照明', '灯塔使用 24  支蜡烛照明'],
  ['建于一七五九年，高22米', '建于 1759  年，高 22 m '],
  ['一千七百五十九人和三万吨石头', ' 1759 people 和 30000 t 石头'],
  ['一个十分古老的灯塔，万一', '一个十分古老的灯塔，万一'],
])('sets the numbers of Chinese apart: %j', (text, expected) => {
  expect(withDigits(text)).toBe(expected)
})

test.each([
  'One of them is no one’s, and one never knows.',
  'The Three Gorges Dam and the Seven Years’ War',
  'Three Gorges Dam is large.',
  'The second half of the year, the twenty-fifth of May, the French Quarter',
  'thousands of people, hundreds of them, several hundred seals, 400 thousand homes',
  'in nineteen thirty-six',
  'Someone weighed often tentative bones.',
  'Ein Mann und eine Frau, in Acht und Bann, an elf in the wood',
  '',
])('leaves %j', (text) => {
  expect(withDigits(text)).toBe(text)
})
