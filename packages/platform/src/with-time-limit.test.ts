import { expect, test } from 'vitest'
import { withTimeLimit } from './with-time-limit.ts'

const never = async (): Promise<never> => await new Promise(() => {})

test('work in time gives its result', async () => {
  expect(await withTimeLimit(() => 7, { timeoutMs: 1_000_000, what: 'counting' })).toBe(7)
})

test.each([
  ['what was done', { what: 'counting' }, 'counting took longer than 10 ms'],
  ['the error of the caller', { late: new Error('too late') }, 'too late'],
])('work that takes longer is told, and ends with %s', async (_, reported, message) => {
  let reason: unknown
  const work = async (signal: AbortSignal): Promise<void> => {
    signal.addEventListener('abort', () => (reason = signal.reason))
    await never()
  }
  await expect(withTimeLimit(work, { timeoutMs: 10, ...reported })).rejects.toThrow(message)
  expect(reason).toMatchObject({ message })
})

test('who gives up is heard before and while it is worked', async () => {
  const limit = { timeoutMs: 1_000_000, what: 'waiting' }
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(withTimeLimit(never, { ...limit, signal })).rejects.toThrow('enough')
  const controller = new AbortController()
  const waiting = withTimeLimit(never, { ...limit, signal: controller.signal })
  controller.abort(new Error('enough of it'))
  await expect(waiting).rejects.toThrow('enough of it')
})
