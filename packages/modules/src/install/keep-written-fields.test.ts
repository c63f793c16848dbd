import { expect, test } from 'vitest'
import type { AgentEntry } from '@datacortex/registry'
import { keepWrittenFields } from './register-module.ts'

const planner: AgentEntry = { name: 'Planner', description: 'Plans', skills: [] }
const payment = { protocol: 'x402', currency: 'USDC', pricing: { default: '0.01' } }
const dearer = { ...payment, pricing: { default: '0.02' } }
const performance = { total_executions: 3, success_rate: 1 }
const erc8004 = {
  agentId: 7,
  chainRegistrations: [{ chainId: '8453', identityRegistry: '0x8004', agentId: 7 }],
}

test('keeps what programs and people wrote and the files of the module never gave', () => {
  const registered = { ...planner, performance, erc8004, payment, virtuals: { a: 1 }, olas: { b: 2 }, 'x-mine': 'kept' }
  const kept = keepWrittenFields({ ...planner, description: 'Plans more' }, { registered, given: planner })
  expect(kept).toEqual({ ...registered, description: 'Plans more' })
  expect(keepWrittenFields(planner, { registered })).toEqual(registered)
})

test('what the files gave before and no longer give goes, also inside erc8004', () => {
  const given = {
    ...planner,
    note: 'old',
    payment,
    'x-old': 1,
    erc8004: { supportedTrust: ['reputation'] },
    performance,
  }
  expect(keepWrittenFields(planner, { registered: given, given })).toEqual(planner)
  const registered = { ...given, performance: { total_executions: 4 }, erc8004: { ...given.erc8004, ...erc8004 } }
  expect(keepWrittenFields(planner, { registered, given })).toEqual({
    ...planner,
    performance: { total_executions: 4 },
    erc8004,
  })
})

test('fields that only a manifest says are those of the files', () => {
  const registered = { ...planner, spawns: ['other'], deprecated: true, writes: ['notes/**'] }
  expect(keepWrittenFields(planner, { registered, given: planner })).toEqual(planner)
})

test('of what both say the terms of the files count, and the performance and identity that were written', () => {
  const entry = { ...planner, payment: dearer, erc8004: { agentId: 1, supportedTrust: ['reputation'] } }
  const registered = { ...planner, payment, performance, erc8004: { ...erc8004, supportedTrust: ['other'] } }
  expect(keepWrittenFields({ ...entry, performance: { total_executions: 99 } }, { registered })).toEqual({
    ...entry,
    performance,
    erc8004: { ...erc8004, supportedTrust: ['reputation'] },
  })
  // An identity that came with the module is the module's to change.
  const given = { ...planner, erc8004: { agentId: 0 } }
  expect(keepWrittenFields(entry, { registered: given, given })).toEqual(entry)
})
