import { expect, test } from 'vitest'
import { splitOrg } from './split-org.ts'

test('short sections stay together, word for word', () => {
  const text = 'a\n* one\nb\n\n** two\nc'
  expect(splitOrg(text)).toEqual([{ source: text, isPlain: false }])
})

test('long sections are cut at blank lines, what is odd is not parsed', () => {
  const long = `* one\n${Array.from({ length: 50 }, (_, index) => `${index} ${'word '.repeat(200)}`).join('\n\n')}`
  const pieces = splitOrg(`${long}\n* two\n${'['.repeat(3000)}`)
  expect(pieces.map(({ isPlain }) => isPlain)).toEqual([false, false, false, true])
  expect(pieces.map(({ source }) => source.length).every((length) => length <= 20_000)).toBe(true)
  expect(
    pieces
      .map(({ source }) => source)
      .join(' ')
      .replaceAll(/\s+/g, ' '),
  ).toBe(`${long} * two ${'['.repeat(3000)}`.replaceAll(/\s+/g, ' '))
})
