import { expect, test } from 'vitest'
import type { AgentText } from '../find/__fixtures__/find-space.ts'
import { findSpace } from '../find/__fixtures__/find-space.ts'
import { readRegistry } from '../file/read/read-registry.ts'
import { checkRelations } from './check-relations.ts'

test('callers that are no agents are no dangling names, others are', async () => {
  const findings = await findingsOf({
    cook: { description: 'Bakes', spawns: ['nobody', '*'], can_be_called_by: ['user', 'cron', 'ghost'] },
  })
  expect(findings).toEqual([
    ['RELATION_DANGLING', 'cook', 'spawns names an agent that is not registered: nobody'],
    ['RELATION_DANGLING', 'cook', 'can_be_called_by names an agent that is not registered: ghost'],
  ])
})

test('agents that start each other in a circle are named with the way round', async () => {
  const findings = await findingsOf({
    cook: { description: 'Bakes', spawns: ['baker', 'cook'] },
    baker: { description: 'Kneads', spawns: ['cook'] },
  })
  expect(findings).toEqual([['SPAWN_CIRCLE', 'cook', 'agents start each other in a circle: cook → baker → cook']])
})

test('an agent with the name of a caller that is none is told', async () => {
  const findings = await findingsOf({ cron: { description: 'Rings' }, user: { description: 'Asks' } })
  expect(findings.map(([code, subject]) => [code, subject])).toEqual([
    ['AGENT_NAMED_AS_CALLER', 'user'],
    ['AGENT_NAMED_AS_CALLER', 'cron'],
  ])
  expect(findings[0]?.[2]).toMatch(/means the person/)
})

async function findingsOf(agents: Readonly<Record<string, AgentText>>): Promise<readonly (readonly string[])[]> {
  const registry = await readRegistry(await findSpace(agents))
  return checkRelations(registry).map(({ code, subject, message }) => [code, subject, message])
}
