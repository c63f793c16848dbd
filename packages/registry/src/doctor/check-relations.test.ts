import { expect, test } from 'vitest'
import { type AgentText, findSpace } from '../find/__fixtures__/find-space.ts'
import { parseRegistry } from '../file/read/parse-registry.ts'
import { readRegistry } from '../file/read/read-registry.ts'
import type { RegisteredAgent } from '../file/registry.ts'
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

test('a command that an agent has is no dangling name among callers', async () => {
  const findings = await findingsOf({
    cook: { description: 'Bakes', can_be_called_by: ['wrap-up', '/Bake', 'ghost'], spawns: ['bake'] },
    baker: { description: 'Kneads', triggers: { commands: ['/wrap-up [day]', 'bake'] } },
  })
  expect(findings.map(([, , message]) => message)).toEqual([
    'spawns names an agent that is not registered: bake',
    'can_be_called_by names an agent that is not registered: ghost',
  ])
})

test('agents that start each other in a circle are named with the way round', async () => {
  const findings = await findingsOf({
    cook: { description: 'Bakes', spawns: ['baker', 'cook'] },
    baker: { description: 'Kneads', spawns: ['cook'] },
  })
  expect(findings).toEqual([['SPAWN_CIRCLE', 'cook', 'agents start each other in a circle: cook → baker → cook']])
})

test('circles of many agents are shortened, and of very many circles the first twenty are named', async () => {
  const ring = Array.from({ length: 15 }, (_, place) => [
    `a${place}`,
    { description: 'Turns', spawns: [`a${(place + 1) % 15}`] },
  ])
  const [, , round] = (await findingsOf(Object.fromEntries(ring)))[0] ?? []
  expect(round).toBe(
    'agents start each other in a circle: a0 → a1 → a2 → a3 → a4 → a5 → a6 → a7 → a8 → a9 → a10 → 4 more → a0',
  )
  const names = Array.from({ length: 60 }, (_, place) => `a${place}`)
  const team = names.map((name) => [name, { description: 'Talks', spawns: names }])
  expect(await findingsOf(Object.fromEntries(team))).toHaveLength(20)
})

test('a chain of as many agents as there are is no circle', () => {
  const { registry } = parseRegistry('agents: {}', { file: 'agents.yaml' })
  const agents = Array.from({ length: 20_000 }, (_, place): [string, RegisteredAgent] => {
    const entry = { name: `${place}`, description: '', skills: [], spawns: place === 0 ? [] : [`a${place - 1}`] }
    return [`a${place}`, { id: `a${place}`, entry, module: undefined }]
  })
  expect(checkRelations({ ...registry, agents: new Map(agents.toReversed()) })).toEqual([])
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
