import { expect, test } from 'vitest'
import { eventLoopTurns } from './__fixtures__/run-script.ts'
import { createSlots } from './slots.ts'

const { signal } = new AbortController()

test('no more work goes on at the same time than there are places, in the order in which it came', async () => {
  const slots = createSlots(2)
  const began: number[] = []
  let going = 0
  let most = 0
  const work = async (number: number): Promise<void> => {
    began.push(number)
    most = Math.max(most, (going += 1))
    await eventLoopTurns(5)
    going -= 1
  }
  await Promise.all([1, 2, 3, 4, 5].map(async (number) => await slots.run(async () => await work(number), { signal })))
  expect([began, most]).toEqual([[1, 2, 3, 4, 5], 2])
})

test('who waits hears of the abort at once, and the place goes to the next', async () => {
  const slots = createSlots(1)
  const held = Promise.withResolvers<string>()
  const first = slots.run(async () => await held.promise, { signal })
  const controller = new AbortController()
  const begun: string[] = []
  const second = slots.run(() => Promise.resolve(begun.push('second')), { signal: controller.signal })
  const third = slots.run(() => Promise.resolve(begun.push('third')), { signal })
  controller.abort(new Error('given up'))
  await expect(second).rejects.toThrow('given up')
  held.resolve('done')
  expect(await first).toBe('done')
  await third
  expect(begun).toEqual(['third'])
})

test('a place comes back when the work fails or was aborted before it began', async () => {
  const slots = createSlots(1)
  await expect(slots.run(() => Promise.reject(new Error('broken')), { signal })).rejects.toThrow('broken')
  const aborted = AbortSignal.abort(new Error('too late'))
  await expect(slots.run(() => Promise.resolve(), { signal: aborted })).rejects.toThrow('too late')
  expect(await slots.run(() => Promise.resolve('free'), { signal })).toBe('free')
})
