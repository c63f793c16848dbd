import { expect, test } from 'vitest'
import { Budget } from './budget.ts'

test('reserves before, settles after, and refuses what does not fit', () => {
  const budget = new Budget({ usd: 0.03, calls: 10, minutes: 1 }, { elapsed: () => 0 })
  const first = budget.reserve({ usd: 0.02 })
  expect(budget.reserve({ usd: 0.02 })).toBe('usd')
  expect(budget.spent).toEqual({ usd: 0.02, calls: 1, ms: 0 })
  if (typeof first === 'object') {
    first.settle(0.01)
    first.settle(5)
  }
  expect(budget.spent.usd).toBeCloseTo(0.01)
  expect(budget.reserve({ usd: 0.02 })).toBeTypeOf('object')
})

test('free calls go on when the money is spent, until the calls are', () => {
  const budget = new Budget({ usd: 0, calls: 2, minutes: 1 })
  expect(budget.reserve({ usd: 0.001 })).toBe('usd')
  expect(budget.reserve({ usd: 0 })).toBeTypeOf('object')
  expect(budget.reserve({ usd: 0 })).toBeTypeOf('object')
  expect(budget.reserve({ usd: 0 })).toBe('calls')
  expect(budget.reached).toBe('calls')
})

test('money is reached when a call was refused for it or all is spent, and it is told once', () => {
  const reported: string[] = []
  const budget = new Budget({ usd: 0.1, calls: 9, minutes: 1 }, { onRefused: (limit) => reported.push(limit) })
  budget.reserve({ usd: 0.04 })
  expect(budget.reached).toBeUndefined()
  budget.reserve({ usd: 0.5 })
  budget.reserve({ usd: 0.5 })
  expect(budget.reached).toBe('usd')
  expect(reported).toEqual(['usd'])
  const resumed = new Budget({ usd: 0.1, calls: 9, minutes: 1 }, { refused: 'usd' })
  expect(resumed.reached).toBe('usd')
  const spent = { usd: 0.1, calls: 1, ms: 0 }
  expect(new Budget({ usd: 0.1, calls: 9, minutes: 1 }, { spent }).reached).toBe('usd')
  expect(new Budget({ usd: 0, calls: 9, minutes: 1 }).reached).toBeUndefined()
})

test('the time of a run counts on from where it was interrupted', () => {
  let now = 1000
  const spent = { usd: 0.5, calls: 3, ms: 50_000 }
  const budget = new Budget({ usd: 1, calls: 10, minutes: 1 }, { spent, elapsed: () => now })
  expect(budget.remainingMs).toBe(10_000)
  now += 10_000
  expect(budget.reached).toBe('minutes')
  expect(budget.spent).toEqual({ usd: 0.5, calls: 3, ms: 60_000 })
})

test('many reservations pass the limit by nothing, whatever they come to', () => {
  const budget = new Budget({ usd: 1, calls: 1000, minutes: 1 })
  const reserved = Array.from({ length: 500 }, () => budget.reserve({ usd: 0.007 })).filter(
    (one) => typeof one === 'object',
  )
  expect(reserved).toHaveLength(142)
  for (const one of reserved) one.settle(0.007)
  expect(budget.spent.usd).toBeLessThanOrEqual(1)
})
