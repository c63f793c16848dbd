import { expect, test } from 'vitest'
import { turns } from './turns.ts'

const { signal } = new AbortController()

test('so many work at once, so many wait, and one more is refused', async () => {
  const turn = turns({ running: 2, waiting: 1 })
  const done = Promise.withResolvers<string>()
  let working = 0
  const call = async (): Promise<string> =>
    await turn(
      async () => {
        working += 1
        return await done.promise
      },
      { signal },
    )
  const calls = [call(), call(), call()]
  await expect(call()).rejects.toMatchObject({ code: 'MCP_OVERLOADED', message: expect.stringContaining('1 calls') })
  expect(working).toBe(2)
  done.resolve('done')
  expect(await Promise.all(calls)).toEqual(['done', 'done', 'done'])
  expect(await call()).toBe('done')
})

test('who gives up while waiting leaves its place', async () => {
  const turn = turns({ running: 1, waiting: 1 })
  const done = Promise.withResolvers<string>()
  const first = turn(async () => await done.promise, { signal })
  const leaving = new AbortController()
  const second = turn(async () => await Promise.resolve('second'), { signal: leaving.signal })
  leaving.abort()
  await expect(second).rejects.toThrow(/abort/i)
  const third = turn(async () => await Promise.resolve('third'), { signal })
  done.resolve('first')
  expect(await Promise.all([first, third])).toEqual(['first', 'third'])
})
