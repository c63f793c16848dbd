import { expect, test, vi } from 'vitest'
import { watchTicks } from './watch-main-thread.ts'

test('Ctrl-C is let go after 2 s, it is told after 10 s and broken off after 10 minutes, in ticks of 250 ms', () => {
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  expect(watchTicks({})).toEqual({ letGo: 8, tell: 40, breakOff: 2400, tickMs: 250 })
  vi.stubEnv('DATACORTEX_PATIENCE', '3')
  expect(watchTicks({})).toEqual({ letGo: 24, tell: 120, breakOff: 7200, tickMs: 250 })
})

test('limits that are given count as they are, and never after a single tick', () => {
  const limits = { letGoMs: 1, tellMs: 751, breakOffMs: 1500 }
  expect(watchTicks(limits)).toEqual({ letGo: 2, tell: 4, breakOff: 6, tickMs: 250 })
  expect(watchTicks({ ...limits, tickMs: 50 })).toEqual({ letGo: 2, tell: 16, breakOff: 30, tickMs: 50 })
})
