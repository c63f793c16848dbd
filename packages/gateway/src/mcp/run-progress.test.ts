import { expect, onTestFinished, test, vi } from 'vitest'
import type { StreamResponse } from '../a2a/wire.ts'
import { RunProgress } from './run-progress.ts'

const task = { taskId: 't', contextId: 'c' }

function said(text: string, append = true): StreamResponse {
  return {
    artifactUpdate: { ...task, artifact: { artifactId: 'answer', parts: [{ text }] }, append, lastChunk: false },
  }
}

test('tells what was said, not more often than it can be read, and every few seconds that it goes on', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const told: [number, string][] = []
  const progress = new RunProgress({
    tell: (...one) => void told.push(one),
    now: () => vi.getMockedSystemTime()?.getTime() ?? 0,
  })
  vi.advanceTimersByTime(5000)
  progress.note({ statusUpdate: { ...task, status: { state: 'TASK_STATE_WORKING', timestamp: '' } } })
  vi.advanceTimersByTime(5200)
  progress.note(said('One,\n'))
  progress.note(said(' two,'))
  vi.advanceTimersByTime(200)
  progress.note(said(' three.'))
  progress.note(said('x'.repeat(1000), false))
  vi.advanceTimersByTime(200)
  progress.note(said('y'))
  vi.advanceTimersByTime(10_000)
  progress[Symbol.dispose]()
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([
    [1, 'Waits its turn, 5 s so far.'],
    [2, 'Works, 10 s so far.'],
    [3, 'One,'],
    [4, 'One, two, three.'],
    [5, `${'x'.repeat(199)}y`],
    [6, 'Works, 20 s so far.'],
  ])
})
