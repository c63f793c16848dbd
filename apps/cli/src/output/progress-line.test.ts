import { expect, test } from 'vitest'
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

test('nothing is drawn where nobody watches', () => {
  const drawn: string[] = []
  const { onProgress, clear } = createProgressLine({ write: (text) => drawn.push(text) })
  onProgress({ stage: 'discover', done: 3, total: 3 })
  clear()
  expect(drawn).toEqual([])
})
