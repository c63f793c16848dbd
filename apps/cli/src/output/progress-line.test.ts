import { expect, onTestFinished, test, vi } from 'vitest'
import { createProgressLine } from './progress-line.ts'

test('one line is drawn anew, and cleared once', () => {
  const drawn: string[] = []
  const { onProgress, clear } = createProgressLine({ isTTY: true, write: (text) => drawn.push(text) })
  clear()
  expect(drawn).toEqual([])
  onProgress({ stage: 'discover', done: 1, total: 3, subject: 'lime' })
  onProgress({ stage: 'discover', done: 2, total: 3 })
  onProgress({ stage: 'discover', done: 3, total: 3 })
  expect(drawn).toEqual(['\r\u001b[Kdiscover  1 of 3  lime', '\r\u001b[Kdiscover  3 of 3'])
  clear()
  clear()
  expect(drawn.slice(2)).toEqual(['\r\u001b[K'])
})

test('of one thing that was just begun nothing is counted', () => {
  const drawn: string[] = []
  const { onProgress } = createProgressLine({ isTTY: true, write: (text) => drawn.push(text) })
  onProgress({ stage: 'check', done: 0, subject: './outliner' })
  onProgress({ stage: 'install', done: 0, total: 3 })
  expect(drawn).toEqual(['\r\u001b[Kcheck  ./outliner', '\r\u001b[Kinstall  0 of 3'])
})

test('nothing is drawn where nobody watches', () => {
  const drawn: string[] = []
  const { onProgress, clear } = createProgressLine({ write: (text) => drawn.push(text) })
  onProgress({ stage: 'discover', done: 3, total: 3 })
  clear()
  expect(drawn).toEqual([])
})

test('a wait is told: at once on a terminal, elsewhere once if it lasts', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const wait = { stage: 'wait', done: 0, subject: 'another update of the index' }
  const drawn: string[] = []
  const watched = createProgressLine({ isTTY: true, write: (text) => drawn.push(text) })
  watched.onProgress({ stage: 'ingest', done: 1, total: 1 })
  watched.onProgress(wait)
  expect(drawn.at(-1)).toBe('\r\u001b[Kwaiting for another update of the index…')
  const logged: string[] = []
  const { onProgress, clear } = createProgressLine({ write: (text) => logged.push(text) })
  onProgress(wait)
  vi.advanceTimersByTime(1000)
  onProgress({ stage: 'scan', done: 1 })
  vi.advanceTimersByTime(5000)
  expect(logged).toEqual([])
  onProgress(wait)
  onProgress(wait)
  vi.advanceTimersByTime(10_000)
  clear()
  expect(logged).toEqual(['waiting for another update of the index…\n'])
})

test('where nobody watches, long work is told every ten seconds', () => {
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const logged: string[] = []
  const { onProgress, clear } = createProgressLine({ write: (text) => logged.push(text) })
  for (let second = 1; second <= 25; second += 1) {
    onProgress({ stage: 'embed', done: 100 * second, total: 12_611, subject: 'lime' })
    vi.advanceTimersByTime(1000)
  }
  expect(logged).toEqual(['embed  1,000 of 12,611  lime\n', 'embed  2,000 of 12,611  lime\n'])
  // Of what has ended, or does not move, nothing is told again.
  vi.advanceTimersByTime(30_000)
  clear()
  vi.advanceTimersByTime(30_000)
  expect(logged.slice(2)).toEqual(['embed  2,500 of 12,611  lime\n'])
})
