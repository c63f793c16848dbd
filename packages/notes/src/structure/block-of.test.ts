import { expect, test } from 'vitest'
import { blockOf } from './block-of.ts'

const text = [
  '# Bees', // 1
  '',
  'They dance',
  'in the dark. ^dance',
  '',
  '- queen ^Queen', // 6
  '  - eggs',
  '- drone',
  '',
  '| a | b |',
  '| - | - |', // 11
  '',
  '^table',
  '',
  'No mark^none',
].join('\n')

test.each([
  ['dance', 3, 4],
  ['queen', 6, 7],
  ['table', 10, 13],
])('^%s is lines %i to %i', (id, start, end) => {
  expect(blockOf(text, id)).toEqual({ start, end })
})

test('a mark is one behind a space only', () => {
  expect(blockOf(text, 'none')).toBeUndefined()
  expect(blockOf('^a', 'a')).toEqual({ start: 1, end: 1 })
  expect(blockOf('', 'a')).toBeUndefined()
})
