import { expect, test } from 'vitest'
import { leftOutLines } from './left-out-lines.ts'

const parts = (amount: number): readonly { origin: string; reason: string }[] =>
  Array.from({ length: amount }, (_, index) => ({ origin: `notes/${index}.md`, reason: 'the budget is used up' }))

test('a few parts that were left out are named, of thousands the first', () => {
  expect(leftOutLines({ left_out: parts(20) })).toHaveLength(20)
  const lines = leftOutLines({ left_out: parts(3950) })
  expect(lines).toHaveLength(21)
  expect(lines[0]).toBe('left out   notes/0.md: the budget is used up')
  expect(lines.at(-1)).toBe('left out   3,930 other parts; --json names each')
})
