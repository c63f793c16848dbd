import { expect, test } from 'vitest'
import { waitUntil } from './wait-until.ts'

test('who waits is not cut off by the end of a process that has nothing else to do', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const ended = new AbortController()
  const before = timers()
  const waiting = waitUntil(ended.signal)(1_000_000)
  expect(timers()).toBe(before + 1)
  ended.abort()
  await waiting
  expect(timers()).toBe(before)
})
