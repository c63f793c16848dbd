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
