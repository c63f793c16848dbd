import { expect, test } from 'vitest'
import { fileNameDate, isoDate, readNoteFields } from './note-fields.ts'

test.each([
  ['2025-01-31', '2025-01-31'],
  ['2025-01-31T23:59:00Z', '2025-01-31'],
  ['[2025-01-31 Fri]', '2025-01-31'],
  ['2025/01/31', '2025-01-31'],
  ['1596566527331', '2020-08-04'],
  ['1596566527', '2020-08-04'],
  ['999999999', '2001-09-09'],
  ['2025-02-31', undefined],
  ['31.01.2025', undefined],
  ['2025', undefined],
  [null, undefined],
  [['2025-01-31'], undefined],
])('the date of %j is %s', (value, date) => {
  expect(isoDate(value)).toBe(date)
})

test.each([
  ['2025-01-31', '2025-01-31'],
  ['2025_01_31', '2025-01-31'],
  ['daily.journal.2025.01.31', '2025-01-31'],
  ['20250131 Bees', '2025-01-31'],
  ['202501311230', '2025-01-31'],
  ['20251399', undefined],
  ['2501311200', undefined],
  ['3014445555', undefined],
  ['Bees 2025', undefined],
])('the date in the name %s is %s', (name, date) => {
  expect(fileNameDate(name)).toBe(date)
})

test('fields of wrong shape are passed over, lists are read as people write them', () => {
  const fields = new Map<string, unknown>([
    ['Title', { a: 1 }],
    ['TAGS', [1, 'two', null, { x: 1 }, ' #Three ']],
    ['tag', 'four, five'],
    ['alias', '[One, "Two"]'],
  ])
  expect(readNoteFields(fields)).toEqual({
    title: undefined,
    type: undefined,
    tags: ['two', 'three', 'four', 'five'],
    aliases: ['One', 'Two'],
    date: undefined,
  })
})
