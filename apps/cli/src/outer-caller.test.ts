import { afterEach, expect, test, vi } from 'vitest'
import { outerCaller } from './outer-caller.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('the last agent of the chain is the caller; without a chain it is nobody', () => {
  vi.stubEnv('DATACORTEX_CHAIN', ' boss , writer,')
  vi.stubEnv('DATACORTEX_EXECUTION', 'exec-1')
  expect(outerCaller()).toEqual({ id: 'writer', chain: ['boss', 'writer'], parent: 'exec-1' })
  vi.stubEnv('DATACORTEX_CHAIN', ' , ')
  expect(outerCaller()).toBeUndefined()
})
