import { expect, test } from 'vitest'
import { passageOf } from './passage-of.ts'

test.each([
  ['One.\n\nTwo tides\nrise.\n\nThree.', ['tides'], 'Two tides rise.'],
  ['# Tides\n\nTides rise.', ['tides'], 'Tides rise.'],
  ['One.\n\nTwo.', ['none'], 'One.'],
  [' \n\n ', ['tides'], undefined],
])('the best paragraph of %j', (text, terms, expected) => {
  expect(passageOf(text, terms)).toBe(expected)
})

test('a long paragraph is cut around the first word', () => {
  const text = `${'ebb '.repeat(300)}tides ${'flow '.repeat(300)}`
  const passage = passageOf(text, ['tides'])
  expect([passage?.length, passage?.indexOf('tides')]).toEqual([500, 100])
})
