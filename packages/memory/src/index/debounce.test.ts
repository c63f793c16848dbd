import { expect, onTestFinished, test, vi } from 'vitest'
import { type Debounced, debounce } from './debounce.ts'

function debounced(): { readonly burst: Debounced; readonly runs: () => number } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  const run = (): void => void (runs += 1)
  return { burst: debounce(run, { quietMs: 300, longestMs: 5000 }), runs: () => runs }
}

test('a burst of calls is one run, when it has been quiet for long enough', () => {
  const { burst, runs } = debounced()
  for (let calls = 0; calls < 10; calls += 1) {
    burst.call()
    vi.advanceTimersByTime(299)
    expect(runs()).toBe(0)
  }
  vi.advanceTimersByTime(1)
  expect(runs()).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(runs()).toBe(1)
})

test('a burst without an end is cut after the longest wait', () => {
  const { burst, runs } = debounced()
  for (let calls = 0; calls < 100; calls += 1) {
    burst.call()
    vi.advanceTimersByTime(100)
  }
  expect(runs()).toBe(2)
})

test('what is cancelled does not run', () => {
  const { burst, runs } = debounced()
  burst.call()
  burst.cancel()
  vi.advanceTimersByTime(10_000)
  expect(runs()).toBe(0)
})
