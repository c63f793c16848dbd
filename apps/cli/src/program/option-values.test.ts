import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { amount, noteHere } from './option-values.ts'

test('a path as shells write it is that of a file, and any other name stays', () => {
  expect(['./a.md#Sea', '../a.md'].map(noteHere)).toEqual([resolve('a.md#Sea'), resolve('../a.md')])
  expect(['a.md', '.a', '/a', '…/a'].map(noteHere)).toEqual(['a.md', '.a', '/a', '…/a'])
})

test('a price may be 0, for what is free', () => {
  expect([amount('0'), amount('0.05')]).toEqual([0, 0.05])
  for (const text of ['', ' ', '-1', 'x', 'Infinity']) expect(() => amount(text)).toThrow('0 or more')
})
