import { expect, test } from 'vitest'
import { holdsPhrase, quotedPhrases } from './quoted-phrases.ts'

test.each([
  ['"blue can"', ['blue can']],
  ['who said "to be" and “or  not”', ['to be', 'or not']],
  ['„zu sein“ «ou pas»', ['zu sein', 'ou pas']],
  ['"a" "a"', ['a']],
  ['no phrase', []],
  ['a 27" screen', []],
  ['"" "?!"', []],
  [' 🚀  ✅ ', ['🚀 ✅']],
  ['"->"', ['->']],
  ['🚀 launch', []],
])('%s', (query, phrases) => {
  expect(quotedPhrases(query)).toEqual(phrases)
})

test.each([
  ['The Blue\n  Can stood there.', 'blue can'],
  ['the **blue** can', 'blue can'],
  ['the [[blue can]].', 'blue can'],
  ['(blue can)', 'blue can'],
  ['blue canister, blue can', 'blue can'],
  ['don’t', "don't"],
  ['链条要上油，刹车片每年检查一次。', '每年检查'],
])('%s holds %s', (text, phrase) => {
  expect(holdsPhrase(text, phrase)).toBe(true)
})

test.each([
  ['blue canister', 'blue can'],
  ['a skyblue can', 'blue can'],
  ['blue and can', 'blue can'],
  ['', 'blue can'],
])('%s does not hold %s', (text, phrase) => {
  expect(holdsPhrase(text, phrase)).toBe(false)
})
