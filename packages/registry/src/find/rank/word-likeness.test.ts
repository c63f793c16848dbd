import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordLikeness } from './local-ridge.ts'

test('the same words are alike, the same order more so, others not at all', () => {
  const [, [order = 0] = [], [, shuffled = 0] = [], [, none = 1] = []] = wordLikeness([
    'Bake some bread',
    'bake some bread!',
    'bread bake some',
    'prune the roses',
  ])
  expect(order).toBeCloseTo(1)
  expect(shuffled).toBeGreaterThan(0.3)
  expect(shuffled).toBeLessThan(0.9)
  expect(none).toBe(0)
})

test('what all texts have says less than what two have', () => {
  const rows = wordLikeness(['my card was stolen', 'my card was eaten', 'my wallet got stolen', 'my card was lost'])
  const common = rows[1]?.[0] ?? 0
  const withRareWord = wordLikeness(['card stolen', 'card eaten', 'wallet stolen', 'card lost'])
  expect(withRareWord[2]?.[0]).toBeGreaterThan(withRareWord[1]?.[0] ?? 1)
  expect(common).toBeGreaterThan(0)
})

test('the vowels of a word are part of it', () => {
  const rows = wordLikeness(['काम', 'किम', 'काम'])
  expect(rows[1]?.[0]).toBe(0)
  expect(rows[2]?.[0]).toBeCloseTo(1)
})

test('texts without words are like none', () => {
  expect(wordLikeness(['?!', '', '?!'])).toEqual([1, 2, 3].map((length) => new Float64Array(length)))
})

test('it lies between 0 and 1 for any texts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'ü', '字', '.') }), { maxLength: 8 }),
      (texts) => {
        for (const row of wordLikeness(texts))
          for (const value of row) {
            expect(value).toBeGreaterThanOrEqual(0)
            expect(value).toBeLessThanOrEqual(1 + 1e-9)
          }
      },
    ),
  )
})
