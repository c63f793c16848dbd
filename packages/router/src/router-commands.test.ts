import { expect, test } from 'vitest'
import { registryOf } from './__fixtures__/registry-of.ts'
import { taskKey } from './learned/task-key.ts'
import { createRouter } from './router.ts'

// As Datacore writes them: several agents of one command, which start each other, or don't.
const registry = registryOf({
  'session-learning': { triggers: { commands: ['/wrap-up'] }, can_be_called_by: ['learning-coordinator'] },
  'learning-coordinator': { triggers: { commands: ['/wrap-up'] }, spawns: ['session-learning'] },
  'wrap-up-executor': {
    triggers: { commands: ['wrap-up'] },
    spawns: ['learning-coordinator'],
    can_be_called_by: ['user'],
  },
  'research-orchestrator': {
    triggers: { tags: [':AI:research:'], patterns: ['tides'], commands: ['/research [topic]', '/research-daily'] },
  },
  'weekly-keeper': { triggers: { commands: ['/weekly'] } },
  'weekly-counter': { triggers: { commands: ['/weekly'] } },
  'old-journal': { deprecated: true, alias: 'journal', triggers: { commands: ['/today'] } },
  journal: { triggers: { commands: ['/tomorrow'] } },
  today: {},
  gone: { removed: true, note: 'Use journal.', triggers: { commands: ['/diary'] } },
  one: { triggers: { commands: ['/circle'] }, spawns: ['two'] },
  two: { triggers: { commands: ['/circle'] }, spawns: ['one'] },
})
const router = createRouter(registry)

test.each([
  ['/research what moves the tides', 'research-orchestrator', '/research [topic]', '/research'],
  ['* TODO /RESEARCH_daily.', 'research-orchestrator', '/research-daily', '/RESEARCH_daily.'],
  // It comes before an agent of this id, which may be meant or not.
  ['/today', 'journal', '/today', '/today'],
  // Of several the one that starts the others, and that none of them starts.
  ['/wrap-up', 'wrap-up-executor', 'wrap-up', '/wrap-up'],
])('%j goes to the agent that has the command', async (task, agent, trigger, matched) => {
  expect(await router.route(task)).toMatchObject({
    agent,
    via: 'pattern',
    score: 1,
    rule: { kind: 'command', fired: trigger, matched },
  })
})

test('all agents of a command are candidates, and only those that are equal are told', async () => {
  const { candidates, findings } = await router.route('/wrap-up')
  expect(candidates.map(({ agent }) => agent)).toEqual(['wrap-up-executor', 'session-learning', 'learning-coordinator'])
  expect(findings).toEqual([])
  const weekly = await router.route('/weekly')
  expect([weekly.agent, weekly.findings.map(({ code, message }) => [code, message])]).toEqual([
    'weekly-keeper',
    [
      [
        'ROUTER_TRIGGER_SHARED',
        'Several agents have the command /weekly: weekly-keeper, weekly-counter. The first in the registry is taken.',
      ],
    ],
  ])
  expect((await router.route('/circle')).agent).toBe('one')
})

test('tags and what was confirmed come before a command, and a command before a pattern', async () => {
  expect((await router.route('/weekly :AI:research:')).rule.kind).toBe('tag')
  const task = '/weekly'
  const routings = [{ key: taskKey(task) ?? '', task, agent: 'weekly-counter', at: '2026-01-01T00:00:00.000Z' }]
  expect((await createRouter(registry, { routings }).route(task)).agent).toBe('weekly-counter')
  expect((await router.route('/weekly tides')).rule.kind).toBe('command')
})

test.each(['weekly', 'do /weekly', '/weekly/report', '/', '/ weekly', '/nothing'])('%j is no command', async (task) => {
  expect((await router.route(task)).rule.kind).not.toBe('command')
})

test('a command of nobody but a removed agent is refused with its note', async () => {
  await expect(router.route('/diary of today')).rejects.toMatchObject({ code: 'REGISTRY_AGENT_REMOVED' })
})
