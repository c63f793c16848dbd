import { expect, test } from 'vitest'
import { isComparable } from './query-words.ts'

test.each([
  ['BAA', 'JIRA', false],
  ['BAA', 'hello', false],
  ['BAA', 'baa', true],
  ['BAA', 'the baa', true],
  ["'BAA'", 'база данных', false],
  ['database', 'my queries are slow', true],
  ['база', 'медленные данные', true],
  ['thank you', 'cheers', true],
  ['BAA', 'what is it', true],
  ['business associate agreement', 'JIRA', true],
])('%j beside %j', (unit, query, expected) => {
  expect(isComparable(unit, query)).toBe(expected)
})
