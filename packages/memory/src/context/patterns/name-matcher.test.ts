import { expect, test } from 'vitest'
import { nameMatcher } from './name-matcher.ts'

test.each([
  ['*.md', 'a.md', true],
  ['*.md', 'a.org', false],
  ['*', '', true],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'aXcYb', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['?.md', '🌊.md', true],
  ['[a-c]x', 'bx', true],
  ['[a-c]x', 'dx', false],
  ['[!a-c]x', 'dx', true],
  ['[^a-c]x', 'bx', false],
  ['[]a]', ']', true],
  ['[-a]', '-', true],
  // What is no class stands for itself, as what means something in a regular expression does.
  ['[]*', '[]x', true],
  ['[a*', '[ab', true],
  ['(a+)*', '(a+)b', true],
  // Unicode in either form is the same name.
  ['Ü*'.normalize('NFC'), 'Über.md'.normalize('NFD'), true],
])('%s and %s: %j', (pattern, name, expected) => {
  expect(nameMatcher(pattern)(name)).toBe(expected)
})

test('many stars of which each could stand for more', () => {
  expect(nameMatcher(`${'*a'.repeat(60)}*b`)('a'.repeat(255))).toBe(false)
  expect(nameMatcher(`${'*a'.repeat(60)}*b`)(`${'a'.repeat(255)}b`)).toBe(true)
})
