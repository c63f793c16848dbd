import { expect, test } from 'vitest'
import { contentTerms } from './content-terms.ts'

test('terms are what carries meaning, without endings and addresses', () => {
  expect(contentTerms('The tides of the [Moon](https://example.org/page "T") rising')).toEqual(['tid', 'moon', 'ris'])
  expect(contentTerms('Die Gezeiten und der Mond')).toEqual(['gezeit', 'mond'])
  expect(contentTerms('潮が満ちる')).toEqual(['潮が', 'が満', '満ち', 'ちる'])
  expect(contentTerms('')).toEqual([])
})

test('forms of a word are one term, with however many endings', () => {
  expect(new Set(['shorten', 'shortens', 'shortened', 'shortening'].flatMap(contentTerms))).toEqual(new Set(['short']))
  expect(['runs', 'run', 'cats', 'news', 'miss', 'haus'].flatMap(contentTerms)).toEqual([
    'run',
    'run',
    'cat',
    'news',
    'miss',
    'haus',
  ])
})
