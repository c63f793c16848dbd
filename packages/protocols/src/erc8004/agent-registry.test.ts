import { expect, test } from 'vitest'
import { provesDomain } from './agent-registry.ts'

const agentRegistry = 'eip155:11155111:0x8004A818BFB912233c491871b3d84c89A494BD9e'
const identity = { agentId: 22, agentRegistry }

test('a proof names the identity, whatever the case of the address', () => {
  expect(provesDomain({ registrations: [null, { agentId: 1, agentRegistry }, identity] }, identity)).toBe(true)
  expect(provesDomain({ registrations: [{ agentId: 22, agentRegistry: agentRegistry.toLowerCase() }] }, identity)).toBe(
    true,
  )
})

test.each([
  undefined,
  [],
  { registrations: 'all' },
  { registrations: [{ agentId: '22', agentRegistry }] },
  { registrations: [{ agentId: 23, agentRegistry }] },
  { registrations: [{ agentId: 22, agentRegistry: agentRegistry.replace('11155111', '1') }] },
  { registrations: [{ agentId: 22, agentRegistry: 7 }] },
  { registrations: [{ agentId: 22, agentRegistry: `${agentRegistry}0` }] },
])('%j proves nothing', (proof) => {
  expect(provesDomain(proof, identity)).toBe(false)
})

test('a name that is no registry is proven by nothing', () => {
  const broken = { agentId: 22, agentRegistry: 'eip155' }
  expect(provesDomain({ registrations: [broken] }, broken)).toBe(false)
})
