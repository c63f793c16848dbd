import { expect, test } from 'vitest'
import { snippet } from './snippet.ts'

test('the best line with those beside it, and where they stand', () => {
  const text = 'One.\nTwo.\nSpring tides.\nThree.\n\nFour.'
  expect(snippet(text, ['tide', 'spring'], { firstLine: 10 })).toEqual({
    text: 'Two.\nSpring tides.\nThree.',
    start: 11,
    end: 13,
  })
  expect(snippet('', ['x'], { firstLine: 1 })).toEqual({ text: '', start: 1, end: 1 })
  expect(snippet('\n\nText.\n', [], { firstLine: 1 })).toEqual({ text: 'Text.', start: 3, end: 3 })
})

test('of a long line the part with the word', () => {
  const long = `${'before '.repeat(200)}walrus ${'after '.repeat(200)}`
  const { text, start, end } = snippet(long, ['walrus'], { firstLine: 4 })
  expect([text.includes('walrus'), text.length <= 402, text.startsWith('…'), start, end]).toEqual([
    true,
    true,
    true,
    4,
    4,
  ])
  expect(snippet(long, ['absent'], { firstLine: 1 }).text.startsWith('before')).toBe(true)
})

test('words are found in texts that macOS has decomposed', () => {
  const text = `Nothing.\nMore.\n\n${'before '.repeat(200)}Das Gemüse ist reif.`.normalize('NFD')
  const { text: shown, start } = snippet(text, ['gemüse'], { firstLine: 1 })
  expect([shown.normalize('NFC').includes('Gemüse'), start]).toEqual([true, 4])
})

test('Windows line ends are no part of it', () => {
  expect(snippet('One.\r\nTwo.\r\n', ['two'], { firstLine: 1 })).toEqual({ text: 'One.\nTwo.', start: 1, end: 2 })
})

test('a text of more lines than a call takes arguments has a best line as well', () => {
  const lines = Array.from({ length: 200_000 }, (_, place) => (place === 150_000 ? 'the tide tables' : 'x'))
  expect(snippet(lines.join('\n'), ['tide'], { firstLine: 1 }).text).toContain('the tide tables')
})
