import { expect, test } from 'vitest'
import { textToEmbed, withDateLine } from './date-line.ts'

test('a date is found by its words and is not embedded', () => {
  const text = withDateLine('Title\nText.', '2022-01-05')
  expect(text).toBe('Title\nText.\n5 January 2022')
  expect(textToEmbed({ text, fields: { date: '2022-01-05' } })).toBe('Title\nText.')
})

test('texts without a date, or with another one, stay as they are', () => {
  expect(withDateLine('Text.', undefined)).toBe('Text.')
  expect(withDateLine('Text.', '2022-13-05')).toBe('Text.')
  expect(textToEmbed({ text: 'Text.\n5 January 2022', fields: {} })).toBe('Text.\n5 January 2022')
  expect(textToEmbed({ text: 'Text.\n5 January 2022', fields: { date: '2022-02-05' } })).toBe('Text.\n5 January 2022')
})
