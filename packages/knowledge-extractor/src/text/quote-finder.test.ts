import { expect, test } from 'vitest'
import { quoteFinder } from './quote-finder.ts'

const source = 'He said “yes”.\n\nIt’s a well‑known\n  fact — they\u200B say.'

test.each<readonly [string, string]>([
  ['He said', 'He said'],
  ['said "yes".', 'said “yes”.'],
  ["It's a well-known fact - they say.", 'It’s a well‑known\n  fact — they\u200B say.'],
  ['"He said"', 'He said'],
  ['  fact — they say ', 'fact — they\u200B say'],
])('finds %j', (quote, wording) => {
  const found = quoteFinder(source)(quote)
  expect(found?.text).toBe(wording)
  expect(source.slice(found?.start, found?.end)).toBe(wording)
})

test.each(['He says', '', '  ', '“”', '...', 'yes he'])('finds no %j', (quote) => {
  expect(quoteFinder(source)(quote)).toBeUndefined()
})

test('a finder answers many quotations', () => {
  const find = quoteFinder(source)
  expect([find('"yes"')?.start, find('nothing'), find('"yes"')?.end]).toEqual([8, undefined, 13])
})
