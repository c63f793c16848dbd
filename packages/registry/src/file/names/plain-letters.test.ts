import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLetters } from './name-keys.ts'

test.each([
  ['Prüfer', 'Prufer'],
  ['Nguyễn', 'Nguyen'],
  ['İstanbul', 'Istanbul'],
  ['Ελεγκτής', 'Ελεγκτης'],
  ['مُراجِع', 'مراجع'],
  ['שָׁלוֹם', 'שלום'],
  ['Ｆｕｌｌ', 'Full'],
  ['ﾃﾞｰﾀ', 'データ'],
  ['Чай', 'Чай'],
  ['कोड', 'कोड'],
  ['โค้ด', 'โค้ด'],
  ['번역가', '번역가'],
])('%s is typed as %s', (text, plain) => {
  expect(plainLetters(text)).toBe(plain)
  expect(plainLetters(text.normalize('NFD'))).toBe(plain)
})

test('what is plain stays as it is', () => {
  const letters = fc.constantFrom(
    'a',
    'é',
    'ß',
    'й',
    'क',
    'ो',
    '\u0301',
    '\u064b',
    'デ',
    '\u3099',
    ' ',
    '\u200d',
    '1',
    '\u20e3',
  )
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
      const plain = plainLetters(text)
      expect(plainLetters(plain)).toBe(plain)
    }),
    { numRuns: 2000 },
  )
})
