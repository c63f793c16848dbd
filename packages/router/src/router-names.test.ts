import { expect, test } from 'vitest'
import { registry } from './__fixtures__/aliased-registry.ts'
import { taskKey } from './learned/task-key.ts'
import { createRouter } from './router.ts'

const router = createRouter(registry)

test.each([
  ['research-orchestrator', 'research-orchestrator', undefined],
  ['* TODO Research-Orchestrator', 'research-orchestrator', undefined],
  // Its pattern would have chosen another one.
  ['knowledge-extractor', 'knowledge-extractor', undefined],
  ['"@knowledge-extractor".', 'knowledge-extractor', undefined],
  ['- [ ] Research Orchestrator', 'research-orchestrator', undefined],
  [' gtd-research-processor ', 'knowledge-extractor', 'gtd-research-processor'],
])('a task that is nothing but a name, %j, goes to its agent', async (task, agent, owner) => {
  const answer = await router.route(task)
  expect(answer).toMatchObject({ agent, via: 'semantic', score: 1, rule: { kind: 'name', fired: owner ?? agent } })
  expect([answer.rule.owner, answer.candidates.map((one) => one.agent)]).toEqual([owner, [agent]])
  expect(answer.findings.map(({ message, hint }) => [message, hint])).toEqual(
    owner === undefined ? [] : [['gtd-research-processor is deprecated; use knowledge-extractor.', '']],
  )
})

test.each([
  ['@Research_Orchestrator: what moves the tides?', 'research-orchestrator', '@Research_Orchestrator:', undefined],
  // Its pattern would have chosen another one; so a program writes that an agent is meant, and not a file.
  [
    'Let (@agent-knowledge-extractor) research this topic.',
    'knowledge-extractor',
    '@agent-knowledge-extractor',
    undefined,
  ],
  ['* TODO /knowledge-extractor research the topic', 'knowledge-extractor', '/knowledge-extractor', undefined],
  ['ask @gtd-research-processor', 'knowledge-extractor', '@gtd-research-processor', 'gtd-research-processor'],
])('a task that speaks to an agent, %j, goes to it', async (task, agent, matched, owner) => {
  const answer = await router.route(task)
  expect(answer).toMatchObject({
    agent,
    via: 'semantic',
    score: 1,
    rule: { kind: 'name', fired: owner ?? agent, matched },
  })
  expect(answer.rule.owner).toBe(owner)
})

test('of several that a task speaks to the first one is chosen, and the others are candidates', async () => {
  const task = '@ai-task-executor and @nobody, with @knowledge-extractor: extract this for @ai-task-executor'
  const { agent, candidates } = await router.route(task)
  expect([agent, candidates.map((one) => one.agent)]).toEqual([
    'ai-task-executor',
    ['ai-task-executor', 'knowledge-extractor'],
  ])
  expect((await router.route(task, { top: 1 })).candidates).toHaveLength(1)
  await expect(router.route('Let @research-post-processor do it')).rejects.toMatchObject({
    code: 'REGISTRY_AGENT_REMOVED',
  })
})

test.each([
  'extract from me@old-writer',
  'extract @old-writer/posts',
  'extract /old-writer',
  '/old-writer/posts: extract',
])('an address or a path, as in %j, speaks to nobody', async (task) => {
  expect(await router.route(task)).toMatchObject({ agent: 'knowledge-extractor', rule: { kind: 'pattern' } })
})

test('a name is refused for a removed agent; a confirmed task or a tag comes before a name', async () => {
  await expect(router.route('Research-post-processor')).rejects.toMatchObject({ code: 'REGISTRY_AGENT_REMOVED' })
  const task = 'old-writer'
  const routings = [{ key: taskKey(task) ?? '', task, agent: 'second-executor', at: '2026-01-01T00:00:00.000Z' }]
  expect((await createRouter(registry, { routings }).route(task)).agent).toBe('second-executor')
  expect((await router.route('old-writer :AI:research:')).agent).toBe('research-orchestrator')
})

test('words that are the name of a removed agent may mean another one', async () => {
  const search = { find: async () => ({ results: [{ id: 'second-executor', score: 0.9, matched: 'posts' }] }) }
  const { agent, findings } = await createRouter(registry, { search }).route('Research post processor')
  expect([agent, findings[0]?.code, findings[0]?.subject]).toEqual([
    'second-executor',
    'ROUTER_AGENT_GONE',
    'research-post-processor',
  ])
})
