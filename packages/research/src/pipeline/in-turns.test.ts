import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

const { signal } = new AbortController()

test('results stand in the order of the items', async () => {
  const work = async (ms: number): Promise<string> => await sleep(ms, `${ms}`)
  expect(await inTurns([20, 1, 10], { atOnce: 2, signal }, work)).toEqual(['20', '1', '10'])
})

test('after a failure nothing is begun, and what was begun has ended', async () => {
  const [begun, ended]: [number[], number[]] = [[], []]
  const failing = inTurns([1, 2, 3, 4, 5, 6], { atOnce: 3, signal }, async (item) => {
    begun.push(item)
    if (item === 1) throw new Error('the first')
    await sleep(20)
    ended.push(item)
    if (item === 2) throw new Error('the second')
  })
  await expect(failing).rejects.toThrow('the first')
  expect([begun, ended]).toEqual([
    [1, 2, 3],
    [2, 3],
  ])
  await sleep(60)
  expect(begun).toEqual([1, 2, 3])
})

test('an abort stops it', async () => {
  const stop = new AbortController()
  const begun: number[] = []
  const stopping = inTurns([1, 2, 3], { atOnce: 1, signal: stop.signal }, async (item) => {
    begun.push(item)
    stop.abort(new Error('stopped'))
    await sleep(1)
  })
  await expect(stopping).rejects.toThrow('stopped')
  expect(begun).toEqual([1])
})
