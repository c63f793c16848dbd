import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadTokenizer } from '../tokens/load-tokenizer.ts'
import type { ContextCandidate, ContextPart } from './context-block.ts'
import { shareFairly } from './share-fairly.ts'

const tokenizer = await loadTokenizer()

function asked(origin: string, words: number, kind: 'required' | 'reference' = 'required'): ContextCandidate {
  return { kind, origin, text: 'word '.repeat(words).trim(), provenance: { because: 'required' } }
}

function shared(texts: readonly ContextCandidate[], roomTokens: number): { kept: string[]; reasons: string[] } {
  const { parts, leftOut } = shareFairly(texts, { roomTokens, tokenizer })
  return {
    kept: parts.map(({ origin, truncated }) => (truncated === true ? `${origin} cut` : origin)),
    reasons: leftOut.map(({ origin, reason }) => `${origin}: ${reason}`),
  }
}

test('short texts stay whole beside a long one, which gets what they leave, or goes before any of them', () => {
  const short = Array.from({ length: 10 }, (_, index) => asked(`s${index}`, 30))
  const texts = [asked('long', 20_000), ...short]
  const names = short.map(({ origin }) => origin)
  expect(shared(texts, 420)).toEqual({
    kept: ['long cut', ...names],
    reasons: [expect.stringMatching(/^long: over budget, step 3: cut to \d+ tokens, the first \d+ of 99999 char/)],
  })
  const piece = 'and a piece of fewer than 48 is worth nothing'
  expect(shared(texts, 360)).toEqual({
    kept: names,
    reasons: [`long: over budget, step 4: 38 tokens are left for it, ${piece}`],
  })
  expect(shared(texts, 300)).toEqual({
    kept: names.slice(0, 9),
    reasons: [
      `long: over budget, step 4: 10 tokens are left for it, ${piece}`,
      's9: over budget, step 4: it needs 32 tokens and 12 are left',
    ],
  })
})

test('specifications go before required files, but not those that need less than an equal share', () => {
  const texts = [asked('long', 400), asked('short', 40), asked('spec', 40, 'reference'), asked('tiny', 3, 'reference')]
  expect(shared(texts, 150).kept).toEqual(['long cut', 'short', 'spec', 'tiny'])
  expect(shared(texts, 110).kept).toEqual(['long cut', 'short', 'tiny'])
  expect(shared(texts, 90).kept).toEqual(['short', 'spec', 'tiny'])
  expect(shared(texts, 60).kept).toEqual(['short', 'tiny'])
})

test('what cuts after sentences leave goes to the cut texts, first to the one that lacks least', () => {
  const long =
    'Somebody wrote one rather long sentence about the tides of that spring, and nobody ever wrote it shorter. '
  const written = (origin: string, sentences: number): ContextCandidate => ({
    ...asked(origin, 1),
    text: long.repeat(sentences).trim(),
  })
  const texts = [
    written('very-long', 400),
    written('long', 30),
    ...Array.from({ length: 6 }, (_, at) => written(`t${at}`, 9 + at)),
  ]
  const roomTokens = 1240
  const { parts, leftOut } = shareFairly(texts, { roomTokens, tokenizer })
  const left = roomTokens - parts.reduce((sum, { tokens }) => sum + tokens + 2, 0)
  expect(left).toBeLessThan(tokenizer.count(long))
  const sizeOf = new Map(parts.map(({ origin, tokens }) => [origin, tokens]))
  expect(parts.filter(({ truncated }) => truncated !== true).map(({ origin }) => origin)).toEqual(['t0', 't1'])
  expect(leftOut.map(({ origin }) => origin)).toEqual(['very-long', 'long', 't2', 't3', 't4', 't5'])
  expect(sizeOf.get('t2')).toBeGreaterThan(sizeOf.get('t3') ?? Infinity)
  expect(sizeOf.get('very-long')).toBe(sizeOf.get('t5'))
})

test('a text of few tokens is a short one, however many characters it has', () => {
  const line = { ...asked('line', 1), text: '-'.repeat(1900) }
  const texts = [asked('long', 5000), line, ...Array.from({ length: 8 }, (_, index) => asked(`s${index}`, 30))]
  expect(tokenizer.count(line.text)).toBeLessThan(48)
  expect(shared(texts, 300).kept).toContain('line')
})

test('whatever the sizes and the room, it is kept, equal shares are honoured and each reason is true', () => {
  const size = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 900 }))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(size, fc.boolean()), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 1500 }),
      (sizes, roomTokens) => {
        const texts = sizes.map(([words, isRequired], index) =>
          asked(`t${index}`, words, isRequired ? 'required' : 'reference'),
        )
        const { parts, leftOut } = shareFairly(texts, { roomTokens, tokenizer })
        const left = roomTokens - parts.reduce((sum, { tokens }) => sum + tokens + 2, 0)
        expect(left).toBeGreaterThanOrEqual(0)
        const reported = new Map(leftOut.map(({ origin, reason }) => [origin, reason]))
        const given = new Map(parts.map((part) => [part.origin, part]))
        for (const { origin, text } of texts) {
          const needs = tokenizer.count(text) + 2
          const part = given.get(origin)
          const expected = truth({ needs, left, given: part })
          expect(reported.get(origin) ?? 'whole').toContain(expected)
          const isWhole = part?.text === text
          expect([isWhole, expected]).toEqual([expected === 'whole', expected])
          expect(isWhole || needs > roomTokens / texts.length).toBe(true)
        }
      },
    ),
    { numRuns: process.env['LONG'] ? 5000 : 200 },
  )
})

/** What must be said of a text; an untruth where it could have been given. */
function truth(of: { needs: number; left: number; given: ContextPart | undefined }): string {
  const { needs, left, given } = of
  if (given?.truncated === true) return `step 3: cut to ${given.tokens} tokens`
  if (given !== undefined) return 'whole'
  if (needs <= 50) return needs > left ? `step 4: it needs ${needs} tokens and ${left} are left` : 'it fits'
  return left < 50 ? `step 4: ${Math.max(0, left - 2)} tokens are left for it` : 'a piece of it fits'
}
