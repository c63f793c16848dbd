import { expect, test } from 'vitest'
import { commandSpace } from './__fixtures__/command-space.ts'
import { agentFind } from './commands/agent-find.ts'
import { lostNames } from './lost-names.ts'

const agents = {
  tuner: { description: 'Tunes pianos' },
  'old-tuner': { alias: 'tuner' },
  stale: { alias: 'gone' },
  ring: { alias: 'ring' },
  past: { removed: true },
}

test('an id that leads nowhere is told, and nothing else', async () => {
  const { paths } = await commandSpace({ agents })
  const lost = lostNames(paths)
  const codes: unknown[] = []
  for (const query of ['stale', ' stale\n', 'ring', 'past', 'tuner', 'old-tuner', 'unknown', 'stale bread', ''])
    codes.push((await lost(query))?.code)
  expect(codes).toEqual([
    'REGISTRY_ALIAS_DANGLING',
    'REGISTRY_ALIAS_DANGLING',
    'REGISTRY_ALIAS_CYCLE',
    'REGISTRY_AGENT_REMOVED',
    ...Array.from({ length: 5 }, () => undefined),
  ])
})

test('a search for such an id says so before what it found', async () => {
  const { context } = await commandSpace({ agents })
  const found = await agentFind(context, { query: 'stale', top: 5, minScore: 0 })
  expect(found).toMatchObject({
    data: { findings: [{ code: 'REGISTRY_ALIAS_DANGLING', subject: 'stale' }] },
    lines: [expect.stringMatching(/^note {7}.*stale.*gone/), ...Object(found).lines.slice(1)],
  })
  const { data } = Object(await agentFind(context, { query: 'pianos', top: 5, minScore: 0 }))
  expect(data).not.toHaveProperty('findings')
})
