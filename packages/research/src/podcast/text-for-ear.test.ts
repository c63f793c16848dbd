import { expect, test } from 'vitest'
import { numberWords, ordinalWords, yearWords } from './number-words.ts'
import { textForEar } from './text-for-ear.ts'

test.each([
  ['## Heading\n\nText with **bold** and `code`.', 'Heading. Text with bold and code.'],
  ['See [the report](https://a.example/x_(1)) [1, 2][^note].', 'See the report.'],
  ['More at https://www.example.org/a/b?c=d.', 'More at example dot org.'],
  ['Up 45 % since 2024-05-06.', 'Up forty five percent since May sixth, twenty twenty four.'],
  ['It costs $3.5 million, or €40.', 'It costs three point five million dollars, or forty euros.'],
  ['§ 12 says 10–20 km at 25 °C.', 'section twelve says ten to twenty kilometres at twenty five degrees Celsius.'],
  ['The moon — “our” moon – pulls…', 'The moon, our moon, pulls.'],
  [
    'In 1984 there were 1,984 of them at 14:05.',
    'In nineteen eighty four there were one thousand nine hundred eighty four of them at fourteen oh five.',
  ],
  ['As shown (Smith et al., 2019), it fell.', 'As shown, Smith and others, twenty nineteen, it fell.'],
  ['The API of NASA, e.g. for GPS.', 'The A P I of NASA, for example for G P S.'],
  ['The 21st of -5 and COVID-19, #3.', 'The twenty first of minus five and COVID-nineteen, number three.'],
  ['- one\n- two', 'one. two'],
  ['```js\nlet a\n```\n🎉 Done', 'Done'],
])('%j is spoken as %j', (text, spoken) => {
  expect(textForEar(text, { language: 'en-GB' })).toBe(spoken)
})

test('numbers of other languages are left to their voices', () => {
  expect(textForEar('Um **45 %** im Jahr 2024 – „viel“.', { language: 'de' })).toBe('Um 45 % im Jahr 2024, viel.')
})

test('numbers, years, ordinals', () => {
  expect(numberWords('1000000.05')).toBe('one million point zero five')
  expect(numberWords('0')).toBe('zero')
  expect(numberWords('007')).toBe('zero zero seven')
  expect(numberWords('999999999999999')).toMatch(/^nine hundred ninety nine trillion/)
  expect([1900, 1905, 2000, 2008, 2024].map(yearWords)).toEqual([
    'nineteen hundred',
    'nineteen oh five',
    'two thousand',
    'two thousand eight',
    'twenty twenty four',
  ])
  expect([1, 12, 20, 23].map(ordinalWords)).toEqual(['first', 'twelfth', 'twentieth', 'twenty third'])
})
