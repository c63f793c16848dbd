import { expect, test } from 'vitest'
import { secretSpellings } from './secret-spellings.ts'

test.each([
  ['plain-Key_1', ['plain-Key_1']],
  ['sk/a+b', ['sk/a+b', 'sk\\/a+b', 'sk%2Fa%2Bb', 'sk%2fa%2bb']],
  ['a b', ['a b', 'a%20b', 'a+b']],
  ['a"b\\c\n', ['a"b\\c\n', 'a\\"b\\\\c\\n', 'a%22b%5Cc%0A', 'a%22b%5cc%0a']],
  ['half\ud800', ['half\ud800', 'half\\ud800', 'half%EF%BF%BD', 'half%ef%bf%bd']],
])('%j is looked for as %j', (secret, spellings) => {
  expect(secretSpellings(secret)).toEqual(spellings)
})
