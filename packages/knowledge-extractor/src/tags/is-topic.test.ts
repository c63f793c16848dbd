import { expect, test } from 'vitest'
import { isTopic } from './is-topic.ts'

test.each([
  ['spring tides', true],
  ['AI', true],
  ['delivery robots', true],
  ['go', false],
  ['hours ago', false],
  ['average rating', false],
  ['Optionen auswählen', false],
  ['tower of the old', false],
])('whether %j can be a topic: %j', (text, expected) => {
  expect(isTopic({ text })).toBe(expected)
})

test.each([
  [{ text: 'tide', count: 3 }, '', true],
  [{ text: 'tide', count: 2 }, '', false],
  [{ text: 'harbour', count: 2 }, 'Harbours of the bay', true],
  [{ text: 'served', count: 9 }, 'Who is served', false],
  [{ text: 'moved', count: 9 }, 'We moved our queue', false],
  [{ text: 'years', count: 9 }, 'years', false],
  [{ text: 'Jahres', count: 9 }, 'Jahres', false],
  [{ text: 'années', count: 9 }, 'années', false],
  [{ text: 'días', count: 9 }, 'días', false],
  [{ text: 'лет', count: 9 }, 'лет', false],
  [{ text: 'metres', count: 9 }, 'Walls', false],
  [{ text: 'Kilometer', count: 9 }, 'Mauern', false],
  [{ text: 'euros', count: 9 }, '', false],
  [{ text: 'degrés', count: 9 }, '', false],
  [{ text: 'toneladas', count: 9 }, '', false],
  [{ text: 'рублей', count: 9 }, '', false],
  [{ text: '公里', count: 9 }, '', false],
  [{ text: 'メートル', count: 9 }, '', false],
  [{ text: 'metre', count: 3 }, 'How the metre was measured', true],
  [{ text: 'supporting', count: 9 }, '', false],
  [{ text: 'parking', count: 2 }, 'Parking in the town', true],
  [{ text: 'seed', count: 3 }, '', true],
  [{ text: 'апреля', count: 5 }, '', false],
  [{ text: 'three boats', count: 5 }, '', false],
])('whether %j is a topic under the title %j: %j', (phrase, title, expected) => {
  expect(isTopic(phrase, title)).toBe(expected)
})
