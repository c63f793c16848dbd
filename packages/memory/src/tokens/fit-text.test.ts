import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText } from './fit-text.ts'
import { loadTokenizer } from './load-tokenizer.ts'

const tokenizer = await loadTokenizer()

test('counts like the models do, special tokens as plain text', () => {
  expect(tokenizer.count('one two')).toBe(2)
  expect(tokenizer.count('')).toBe(0)
  expect(tokenizer.count('x <|endoftext|> y')).toBeGreaterThan(5)
})

test('very many letters without a blank are counted', () => {
  expect(tokenizer.count('ab'.repeat(50_000))).toBeGreaterThan(10_000)
})

test('cuts after a sentence and says so', () => {
  const text = 'The first sentence is here. The second one follows it. A third sentence ends the text.'
  const fitted = fitText(`${text} ${text}`, { budgetTokens: 29, tokenizer })
  expect(fitted.text).toBe(
    'The first sentence is here. The second one follows it.\n\n[Cut here: the first 54 of 173 characters.]',
  )
  expect(fitted).toMatchObject({ cut: true, tokens: tokenizer.count(fitted.text) })
})

test.each([
  ['a word', 'word '.repeat(500), /^(?:word )+word\n\n\[Cut here/],
  ['anywhere', '語'.repeat(2000), /^語+\n\n\[Cut here/],
])('cuts after %s where no sentence ends', (_where, text, expected) => {
  const fitted = fitText(text, { budgetTokens: 60, tokenizer })
  expect(fitted.text).toMatch(expected)
  expect(fitted.tokens).toBeLessThanOrEqual(60)
})

test.each([
  ['one line of JSON', `{"rows":[${'{"id":1,"v":"x y z"},'.repeat(12_000)}{}]}`],
  [
    'a transcript without full stops',
    `Interview\n\n${'so we went there and it was really cold you know '.repeat(6000)}`,
  ],
  ['a title above one long sentence', `# Title\n\n${'and then another clause of it, '.repeat(9000)}`],
  ['few sentences', `A short one. Then ${'it goes on and on '.repeat(15_000)}.`],
])('%s fills the budget', (_what, text) => {
  for (const budgetTokens of [100, 5000, 30_000]) {
    const fitted = fitText(text, { budgetTokens, tokenizer })
    expect(fitted.tokens).toBeGreaterThan(budgetTokens * 0.9)
    expect(fitted.tokens).toBeLessThanOrEqual(budgetTokens)
  }
})

test('cuts after a sentence also where the next one is long', () => {
  const text = `${'A sentence of some words stands here. '.repeat(100)}${'and on '.repeat(300)}`
  const fitted = fitText(text, { budgetTokens: 1000, tokenizer })
  expect(fitted.text).toContain('stands here.\n\n[Cut here')
})

test('of a text of 20 MB hardly more is counted than of a short one', () => {
  const [short = 0, long = 0] = [1000, 500_000].map((sentences) => {
    let characters = 0
    const counting = {
      ...tokenizer,
      count: (text: string) => {
        characters += text.length
        return tokenizer.count(text)
      },
    }
    const text = 'A sentence of some words stands here. '.repeat(sentences)
    expect(fitText(text, { budgetTokens: 1000, tokenizer: counting }).tokens).toBeGreaterThan(900)
    return characters
  })
  expect(long).toBeLessThan(2 * short)
})

test('whatever the text and the budget, the budget is kept', () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.lorem({ maxCount: 60 }), fc.string())
  fc.assert(
    fc.property(anyText, fc.integer({ min: -5, max: 80 }), (text, budgetTokens) => {
      const fitted = fitText(text, { budgetTokens, tokenizer })
      expect(fitted.tokens).toBe(tokenizer.count(fitted.text))
      expect(fitted.tokens).toBeLessThanOrEqual(Math.max(0, budgetTokens))
      expect(fitted.cut || fitted.text === text).toBe(true)
    }),
    { numRuns: process.env['LONG'] === undefined ? 100 : 300 },
  )
})
