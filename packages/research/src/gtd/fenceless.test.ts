import { expect, test } from 'vitest'
import { fenceless } from './fenceless.ts'

test.each([
  ['Tides\n# [[x]]', 'Tides # x'],
  ['[]][evil][[]', 'evil'],
  ['[][[]][[evil]][[]]', '[]evil'],
  ['a [b] c', 'a [b] c'],
])('%j becomes one line without a link: %j', (text, line) => {
  expect(fenceless(text)).toBe(line)
})

test('brackets within brackets without end take no time', () => {
  const nested = `${'[]'.repeat(100_000)}[[${']['.repeat(100_000)}`
  const startedAt = performance.now()
  expect(fenceless(nested)).not.toMatch(/\[\[|\]\]/)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
