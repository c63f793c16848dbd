import { expect, onTestFinished, test, vi } from 'vitest'
import { tellProgress } from './tell-progress.ts'

test('tells what was said, not more often than it can be read, and every few seconds that it goes on', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reported: unknown[] = []
  const progress = tellProgress(
    {
      _meta: { progressToken: 't' },
      notify: async ({ params }) => {
        reported.push([params?.['progressToken'], params?.['progress'], params?.['message']])
        await Promise.resolve()
      },
    },
    () => vi.getMockedSystemTime()?.getTime() ?? 0,
  )
  const said = (subject: string): void => progress.note({ stage: 'answer', done: 1, subject })
  vi.advanceTimersByTime(5000)
  progress.begin()
  vi.advanceTimersByTime(5200)
  said('One,\n')
  said(' two,')
  vi.advanceTimersByTime(200)
  said(' three.')
  vi.advanceTimersByTime(200)
  progress.note({ stage: 'embed', done: 1200, total: 2400, subject: 'a.md' })
  progress.note({ stage: 'embed', done: 1300, total: 2400, subject: 'b.md' })
  vi.advanceTimersByTime(200)
  progress.note({ stage: 'wait', done: 0 })
  vi.advanceTimersByTime(200)
  said('x'.repeat(1000))
  vi.advanceTimersByTime(200)
  said('y')
  vi.advanceTimersByTime(10_000)
  progress[Symbol.dispose]()
  vi.advanceTimersByTime(60_000)
  expect(reported).toEqual(
    [
      'Waits its turn, 5 s so far.',
      'Works, 10 s so far.',
      'One,',
      'One, two, three.',
      'embed 1,200 of 2,400 a.md',
      'waiting for another process…',
      'x'.repeat(200),
      `${'x'.repeat(199)}y`,
      'Works, 20 s so far.',
    ].map((message, place) => ['t', place + 1, message]),
  )
})

test('who did not ask is told nothing', () => {
  const notify = vi.fn<() => Promise<void>>(async () => await Promise.resolve())
  const progress = tellProgress({ notify })
  progress.note({ stage: 'answer', done: 1, subject: 'One.' })
  progress[Symbol.dispose]()
  expect(notify).not.toHaveBeenCalled()
})
