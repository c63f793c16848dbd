import { expect, test } from 'vitest'
import { CallRate } from './call-rate.ts'

test('a client has a tenth of a minute at once, and gets more with time', () => {
  let now = 0
  const rate = new CallRate({ callsPerMinute: 60, now: () => now })
  for (let call = 0; call < 6; call += 1) expect(rate.take('a')).toBe(0)
  expect([rate.take('a'), rate.wait('a'), rate.wait('a')]).toEqual([1, 1, 1])
  expect([rate.wait('b'), rate.take('b')]).toEqual([0, 0])
  now = 1000
  expect([rate.take('a'), rate.take('a')]).toEqual([0, 1])
  now = 3_600_000
  for (let call = 0; call < 6; call += 1) expect(rate.take('a')).toBe(0)
  expect(rate.take('a')).toBe(1)
})

test('clients that called long ago are forgotten first', () => {
  const rate = new CallRate({ callsPerMinute: 10, now: () => 0 })
  expect([rate.take('first'), rate.take('first')]).toEqual([0, 6])
  for (let client = 0; client < 10_000; client += 1) rate.take(`client ${client}`)
  expect(rate.take('first')).toBe(0)
})
