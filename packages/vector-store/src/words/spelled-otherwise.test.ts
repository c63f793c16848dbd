import { expect, test } from 'vitest'
import { partPattern, spelledOtherwise } from './spelled-otherwise.ts'

test.each([
  ['Müller', ['mueller']],
  ['Mueller', ['muller']],
  ['Häuser', ['haeuser']],
  ['haeuser', ['hauser']],
  ['values', []],
  ['blue', []],
  ['shoes', []],
  ['tides', []],
])('%s may stand as %j', (word, others) => {
  expect(spelledOtherwise(word)).toEqual(others)
})

test.each([
  ['strasse', 'straßenbahn'],
  ['STRAßE', 'hauptstrasse'],
  ['haeuser', 'gewächshäuser'],
  ['häuser', 'gewaechshaeuser'],
])('%s stands in %s', (word, text) => {
  expect(text).toMatch(new RegExp(partPattern(word), 'u'))
})
