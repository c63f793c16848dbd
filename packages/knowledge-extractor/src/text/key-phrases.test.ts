import { expect, test } from 'vitest'
import { keyPhrases } from './key-phrases.ts'

test('what returns is a key phrase, in the spelling that it has most', () => {
  const text =
    'Spring tides follow the full moon. Neap tides are low. The spring tide floods the old harbour, and spring tides are high.'
  expect(keyPhrases(text, { limit: 3 }).map((phrase) => phrase.text)).toMatchInlineSnapshot(`
    [
      "spring tides",
    ]
  `)
  expect(keyPhrases(text, { limit: 3, title: 'Old harbour' }).map((phrase) => phrase.text)).toContain('old harbour')
})

test('a text where nothing returns has none', () => {
  expect(keyPhrases('One thing here. Another matter there.', { limit: 5 })).toEqual([])
  expect(keyPhrases('', { limit: 5 })).toEqual([])
})

test('addresses of links are no phrases', () => {
  const text = 'See [the maps](https://example.org/maps-maps). Read [the maps](https://example.org/maps-maps) again.'
  expect(keyPhrases(text, { limit: 5 }).map((phrase) => phrase.text)).toEqual(['maps'])
})

test('a sentence without an end takes no longer than others', () => {
  expect(keyPhrases('Tides '.repeat(300_000), { limit: 1 }).map((phrase) => phrase.text)).toHaveLength(1)
})

test('labels that return with other numbers count once', () => {
  const cards = Array.from({ length: 9 }, (_, place) => `Harbour lamp ${place}\n\nIn the basket for $${place}.00`).join(
    '\n\n',
  )
  expect(keyPhrases(cards, { limit: 5 })).toEqual([])
  const prose = `${cards}\n\nA harbour lamp burns oil. Who fills a harbour lamp wears gloves.`
  expect(keyPhrases(prose, { limit: 5 }).map((phrase) => phrase.text)).toContain('harbour lamp')
})

test('names of formulas are no phrases, and a noun without an ending stands for all its forms', () => {
  const formulas = 'The spread is $\\operatorname{Var}(X)$. Halves have $\\operatorname{Var}(Y)$.'
  expect(keyPhrases(formulas, { limit: 10 })).toEqual([])
  const [animal] = keyPhrases('Biber stauen Bäche. Die Burg des Bibers liegt am Bach.', { limit: 1, title: '' })
  expect(animal?.text).toBe('Biber')
})

test('half a verb is no part of a phrase, and what somebody has is another one', () => {
  const text = "The keeper's lamp doesn't burn. We've a lamp. The keeper's lamp won't burn; they've oil."
  expect(keyPhrases(text, { limit: 5 }).map((phrase) => phrase.text)).toEqual(['lamp', 'burn', 'keeper'])
})

test('of one run of words that returns one stretch is a phrase, and what is left of it', () => {
  const text = 'Grand old Sellow lamp shop opens. Grand old Sellow lamp shop closes.'
  expect(keyPhrases(text, { limit: 3 }).map((phrase) => phrase.text)).toEqual(['Grand old Sellow lamp', 'lamp shop'])
})

test.each([
  [
    'Болота хранят воду, и болота очищают воду. Учёные нашли, что болота дёшевы, что это важно и что вода чистая.',
    'что',
  ],
  ['تخزن الأراضي الماء في المدن. درس الباحثون الأراضي في المدن، ووجدوا الماء في الأراضي.', 'في'],
  ['यह शहर का पानी है। पानी का महत्व है। शहर का पानी साफ है।', 'का'],
])('small words of other scripts are no phrases', (text, small) => {
  expect(keyPhrases(text, { limit: 10 }).map((phrase) => phrase.text)).not.toContain(small)
})
