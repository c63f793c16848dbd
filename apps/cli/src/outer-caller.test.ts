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

test('an agent with a comma in its id is one agent, and passes for no other', () => {
  vi.stubEnv('DATACORTEX_CHAIN', 'boss,x%2Cwriter,50%25')
  expect(outerCaller()?.chain).toEqual(['boss', 'x,writer', '50%'])
})

test.each(['50%', 'boss,%zz', '%ff'])('the chain %j is refused with a code', (chain) => {
  vi.stubEnv('DATACORTEX_CHAIN', chain)
  expect(() => outerCaller()).toThrow(expect.objectContaining({ code: 'CLI_USAGE' }))
})
