import { expect, test } from 'vitest'
import { callerOf } from './caller.ts'

test('the last agent of the chain is the caller; without a chain it is the user', () => {
  const chain = ' boss , writer,'
  expect(callerOf({ DATACORTEX_CHAIN: chain, DATACORTEX_EXECUTION: 'exec-1' })).toEqual({
    kind: 'agent',
    id: 'writer',
    chain: ['boss', 'writer'],
    parent: 'exec-1',
  })
  expect(callerOf({ DATACORTEX_CHAIN: ' , ' })).toEqual({ kind: 'user' })
  expect(callerOf({})).toEqual({ kind: 'user' })
})

test('an agent with a comma in its id is one agent, and passes for no other', () => {
  expect(callerOf({ DATACORTEX_CHAIN: 'boss,x%2Cwriter,50%25' })).toMatchObject({ chain: ['boss', 'x,writer', '50%'] })
})

test.each(['50%', 'boss,%zz', '%ff'])('the chain %j is refused with a code', (chain) => {
  expect(() => callerOf({ DATACORTEX_CHAIN: chain })).toThrow(expect.objectContaining({ code: 'CLI_USAGE' }))
})
