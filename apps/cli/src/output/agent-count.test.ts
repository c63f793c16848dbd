import type { RegisteredAgent } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { agentCount } from './agent-count.ts'

const agent = (id: string, entry: object = {}, module?: string): [string, RegisteredAgent] => [
  id,
  { id, module, entry: { name: id, description: id, skills: [], ...entry } },
]

test.each([
  [[], '0 agents'],
  [[agent('a')], '1 agent'],
  [[agent('a', {}, 'm')], '1 agent (1 of modules)'],
  [[agent('a'), agent('b', {}, 'm')], '2 agents (1 in agents.yaml, 1 of modules)'],
  [[agent('a'), agent('b', { removed: true })], '2 agents (find leaves out 1 that was removed or replaced)'],
  [
    [agent('a'), agent('b', { alias: 'a' }, 'm'), agent('c', { deprecated: true, removed: true })],
    '3 agents (2 in agents.yaml, 1 of modules; find leaves out 2 that were removed or replaced)',
  ],
])('where agents come from and which are former ones', (agents, expected) => {
  expect(agentCount({ agents: new Map(agents) })).toBe(expected)
})
