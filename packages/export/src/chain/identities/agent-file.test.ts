import { expect, test } from 'vitest'
import { sampleAgent } from '../../publish/__fixtures__/sample-agent.ts'
import { sampleRegistry } from '../../publish/__fixtures__/sample-registry.ts'
import { agentFiles } from './agent-file.ts'

const identity = '0x8004A818BFB912233c491871b3d84c89A494BD9e'
const agent = sampleAgent({
  erc8004: { chainRegistrations: [{ chainId: '31337', identityRegistry: identity, agentId: 1 }] },
})
const registry = sampleRegistry([agent])

function registrationsOn(chainId: number, url: string): unknown {
  return agentFiles({ chainId, identity }, { registry, url }).build(agent, { agentId: 5n }).file.registrations
}

test('a file for a public network does not name what was tried on the local chain', () => {
  const own = { agentId: 5, agentRegistry: `eip155:11155111:${identity}` }
  const local = { agentId: 1, agentRegistry: `eip155:31337:${identity}` }
  expect(registrationsOn(11_155_111, 'https://agents.example.org/')).toEqual([own])
  expect(registrationsOn(11_155_111, 'http://127.0.0.1:4100/')).toEqual([local, own])
})

test('a file for the local chain names its identity there, wherever it is published', () => {
  const own = { agentId: 5, agentRegistry: `eip155:31337:${identity}` }
  expect(registrationsOn(31_337, 'https://agents.example.org/')).toEqual([own])
})
