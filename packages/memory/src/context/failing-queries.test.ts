import { CodedError } from '@datacortex/errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SearchPort } from '../search/search-port.ts'
import { memorySpace } from '../memories/__fixtures__/memory-space.ts'
import { gatherContext } from './gather-context.ts'

/** An answer that never comes: only an abort ends the waiting. */
const never = async (signal: AbortSignal | undefined): Promise<never> =>
  await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('given up'))))

test('a query without a time of its own has half a minute', async () => {
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const port: SearchPort = async (_query, { filter, signal }) => {
    if (filter !== undefined) return []
    resolve()
    return await never(signal)
  }
  let isDone = false
  const options = { agent: { id: 'x' }, task: 'Do.', search: port }
  const gathering = gatherContext(await memorySpace(), options).finally(() => (isDone = true))
  await asked
  await vi.advanceTimersByTimeAsync(29_999)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect((await gathering).left_out).toContainEqual({
    origin: 'query: the task itself',
    reason: 'no answer within 30000 ms',
  })
})

test('queries that fail, wait too long or are for later are named', async () => {
  const paths = await memorySpace()
  const port: SearchPort = async (query, { signal }) => {
    if (query === 'slow') return await never(signal)
    if (query === 'broken') throw new CodedError('VECTOR_STORE_UNAVAILABLE', 'The disk is full.')
    return []
  }
  const contextual = [
    { query: 'slow' },
    { query: 'query: broken' },
    { query: 'later', when: 'on_error' },
    { query: '' },
  ]
  const options = { agent: { id: 'x', reads: { contextual } }, task: 'Do.', search: port, searchTimeoutMs: 50 }
  const block = await gatherContext(paths, options)
  expect(block.left_out).toEqual([
    { origin: 'query: later', reason: 'it is for on_error' },
    { origin: 'query: ', reason: 'it has no words' },
    { origin: 'query: the task itself', reason: 'nothing was found for it' },
    { origin: 'query: slow', reason: 'no answer within 50 ms' },
    { origin: 'query: broken', reason: 'VECTOR_STORE_UNAVAILABLE: The disk is full.' },
  ])
  const bug: SearchPort = () => Promise.reject(new TypeError('bug'))
  await expect(gatherContext(paths, { ...options, search: bug })).rejects.toThrow('bug')
  const reason = new Error('stop')
  await expect(gatherContext(paths, { ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
