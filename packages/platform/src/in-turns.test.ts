import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

const { signal } = new AbortController()

test('results stand in the order of the items', async () => {
  const second = Promise.withResolvers<void>()
  const work = async (item: string): Promise<string> => {
    // The first ends after the second, and so after the third has begun.
    if (item === 'a') await second.promise
    if (item === 'c') second.resolve()
    return item
  }
  expect(await inTurns(['a', 'b', 'c'], { atOnce: 2, signal }, work)).toEqual(['a', 'b', 'c'])
})

test('after a failure nothing is begun, and what was begun has ended', async () => {
  const [begun, ended]: [number[], number[]] = [[], []]
  const all = Promise.withResolvers<void>()
  const failing = inTurns([1, 2, 3, 4, 5, 6], { atOnce: 3, signal }, async (item) => {
    begun.push(item)
    if (item === 1) throw new Error('the first')
    await all.promise
    ended.push(item)
    if (item === 2) throw new Error('the second')
  })
  let isOver = false
  const over = failing.finally(() => (isOver = true))
  over.catch(() => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  all.resolve()
  await expect(over).rejects.toThrow('the first')
  expect([begun, ended]).toEqual([
    [1, 2, 3],
    [2, 3],
  ])
  // Whatever was begun behind its back would be by then: nothing here waits for anything outside.
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual([1, 2, 3])
})

test('an abort stops it', async () => {
  const stop = new AbortController()
  const begun: number[] = []
  const stopping = inTurns([1, 2, 3], { atOnce: 1, signal: stop.signal }, async (item) => {
    begun.push(item)
    stop.abort(new Error('stopped'))
    await Promise.resolve()
  })
  await expect(stopping).rejects.toThrow('stopped')
  expect(begun).toEqual([1])
})
