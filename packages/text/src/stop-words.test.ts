import { expect, test } from 'vitest'
import { isTellingWord } from './stop-words.ts'

test('words that tell something', () => {
  const words = 'What is The friction of Tides constructor'.split(' ')
  expect(words.filter(isTellingWord)).toEqual(['friction', 'Tides', 'constructor'])
})
