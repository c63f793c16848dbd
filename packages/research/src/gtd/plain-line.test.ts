import { expect, test } from 'vitest'
import { plainLine } from './plain-line.ts'

test.each([
  ['Tides\n# [[x]]', 'Tides # x'],
  ['[]][evil][[]', 'evil'],
  ['[][[]][[evil]][[]]', '[]evil'],
  ['a [b] c', 'a [b] c'],
])('%j becomes one line without a link: %j', (text, line) => {
  expect(plainLine(text)).toBe(line)
})

test('of brackets within brackets no link is left', () => {
  const nested = `${'[]'.repeat(1000)}[[${']['.repeat(1000)}`
  expect(plainLine(nested)).not.toMatch(/\[\[|\]\]/)
})
