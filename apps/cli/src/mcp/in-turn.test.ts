import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

const { signal } = new AbortController()

test('so many work at once, the others in the order in which they came', async () => {
  const turn = inTurn(2)
  const begun: number[] = []
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const turns = works.map(
    async ({ promise }, place) =>
      await turn(
        async () => {
          begun.push(place)
          await promise
        },
        { signal },
      ),
  )
  expect(begun).toEqual([0, 1])
  works[1]?.resolve()
  await turns[1]
  await expect.poll(() => begun).toEqual([0, 1, 2])
  for (const { resolve } of works) resolve()
  await Promise.all(turns)
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('who is cancelled, or fails, leaves the turn to the next', async () => {
  const turn = inTurn(1)
  const first = Promise.withResolvers<void>()
  const cancelled = new AbortController()
  const held = turn(async () => await first.promise, { signal })
  const left = turn(async () => await Promise.resolve('worked'), { signal: cancelled.signal })
  const last = turn(async () => await Promise.resolve('worked'), { signal })
  cancelled.abort(new Error('cancelled'))
  first.reject(new Error('failed'))
  await expect(held).rejects.toThrow('failed')
  await expect(left).rejects.toThrow('cancelled')
  expect(await last).toBe('worked')
  const late = turn(async () => await Promise.resolve('worked'), { signal: cancelled.signal })
  await expect(late).rejects.toThrow('cancelled')
  expect(await turn(async () => await Promise.resolve('again'), { signal })).toBe('again')
})
