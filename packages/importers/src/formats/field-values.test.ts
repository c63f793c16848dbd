import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commaSeparated } from './field-values.ts'

test.each([
  ['Read, Write', ['Read', 'Write']],
  ['Bash(git add, git commit), Read', ['Bash(git add, git commit)', 'Read']],
  ['a,, b,', ['a', 'b']],
  ['open (a, b', ['open (a', 'b']],
  ['a, b), c', ['a, b)', 'c']],
  [
    ['a, b', 'c'],
    ['a', 'b', 'c'],
  ],
  [undefined, []],
])('%j is %j', (value, parts) => {
  expect(commaSeparated(value)).toEqual(parts)
})

test('the same as the expression that says which commas are inside', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(',', '(', ')', 'a'), minLength: 1 }), (text) => {
      expect(commaSeparated(text)).toEqual(text.split(/,(?![^(]*\))/).filter((part) => part !== ''))
    }),
  )
})

test('a line that is nothing but commas is one part', () => {
  expect(commaSeparated(`x${','.repeat(1000)}`)).toEqual(['x'])
})
