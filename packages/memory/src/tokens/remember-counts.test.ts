import * as fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { loadTokenizer, rememberCounts } from './load-tokenizer.ts'

test('the counts are those of the whole text', async () => {
  const tokenizer = await loadTokenizer()
  const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
  const piece = fc.oneof(
    fc.constantFrom(
      '\n',
      '\n\n',
      '\n\n#',
      '\n#',
      ' ',
      '/',
      '.',
      '...',
      '\r\n',
      '\t',
      "'s",
      '1234',
      '# Title\n',
      'word ',
    ),
    fc.lorem({ maxCount: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constant('A sentence that is long enough to be remembered. '.repeat(4)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      expect(tokenizer.count(text)).toBe(countTokens(text, plain))
    }),
    { numRuns: 500 },
  )
})

test('a section is counted once, in whatever text it stands', () => {
  const counted: string[] = []
  const count = rememberCounts((text) => {
    counted.push(text)
    return text.length
  })
  const section = `# A\n\n${'Some words of a section. '.repeat(20)}\nEnd.`
  const whole = `## Before\n\n${section}\n\n# After\n\nx`
  expect(count(section)).toBe(section.length)
  expect(count(whole)).toBe(whole.length)
  expect(count(whole)).toBe(whole.length)
  expect(counted.filter((text) => text.includes('Some words'))).toHaveLength(1)
})

test('what is remembered is bounded', () => {
  let calls = 0
  const count = rememberCounts((text) => {
    calls += 1
    return text.length
  })
  const texts = Array.from({ length: 10 }, (_, index) => `${String(index).repeat(1_000_000)}\nx`)
  for (const text of texts) expect(count(text)).toBe(text.length)
  const before = calls
  count(texts[0] ?? '')
  expect(calls - before).toBe(2)
})
