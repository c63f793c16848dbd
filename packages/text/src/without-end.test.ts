import { expect, test } from 'vitest'
import { withoutEnd } from './without-end.ts'

test.each([
  ['a/b//', '/', 'a/b'],
  ['a .!', '.! ', 'a'],
  ['//', '/', ''],
  ['', '/', ''],
  ['a', '', 'a'],
])('%j without %j at its end is %j', (text, characters, expected) => {
  expect(withoutEnd(text, characters)).toBe(expected)
})
