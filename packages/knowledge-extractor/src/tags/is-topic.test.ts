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
