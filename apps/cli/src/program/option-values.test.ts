import { expect, test } from 'vitest'
import { amount } from './option-values.ts'

test('a price may be 0, for what is free', () => {
  expect([amount('0'), amount('0.05')]).toEqual([0, 0.05])
  for (const text of ['', ' ', '-1', 'x', 'Infinity']) expect(() => amount(text)).toThrow('0 or more')
})
