import { expect, test } from 'vitest'
import { registryOf } from './__fixtures__/registry-of.ts'
import { taskKey } from './learned/task-key.ts'
import { createRouter } from './router.ts'

test('which agent is chosen does not depend on how many are shown', async () => {
  const triggers = (pattern: string) => ({ triggers: { patterns: [pattern] } })
  const router = createRouter(
    registryOf({
      'old-deploy': { removed: true, ...triggers('deploy the website') },
      'former-deploy': { alias: 'new-deploy', ...triggers('deploy the web') },
      'new-deploy': triggers('deploy the'),
      'other-deploy': triggers('deploy'),
    }),
  )
  for (const top of [1, 2, 5]) {
    const { agent, via, candidates } = await router.route('please deploy the website now', { top })
    expect([agent, via, candidates.map((one) => one.agent)]).toEqual([
      'new-deploy',
      'pattern',
      ['new-deploy', 'other-deploy'].slice(0, top),
    ])
  }
})

test('a confirmed task is told from one that begins like it, however long', async () => {
  const head = 'Review this log and decide. '.repeat(150)
  const long = { key: taskKey(`${head}Subject: invoices`) ?? '', task: 'Review', agent: 'second-executor', at: '' }
  const short = { ...long, key: taskKey('Review it') ?? '' }
  const router = createRouter(registryOf({ 'second-executor': {} }), { routings: [long, short] })
  expect(await router.route(`${head}Subject: invoices.`)).toMatchObject({ agent: 'second-executor' })
  expect(await router.route(`${head}Subject: intrusion`)).toMatchObject({ agent: null })
  expect(await router.route('Review it!')).toMatchObject({ agent: 'second-executor' })
})

test('an agent that is gone is told only where it would have been chosen', async () => {
  const registry = registryOf({
    writer: { triggers: { tags: [':AI:write:'], patterns: ['write.*report'] } },
    'old-writer': { removed: true, triggers: { tags: [':AI:'], patterns: ['report'] } },
  })
  const search = {
    find: async (query: string) => ({
      results: [
        { id: 'writer', score: query === 'sums' ? 0.2 : 0.9, matched: 'Writes' },
        { id: 'old-writer', score: 0.3, matched: 'Wrote' },
      ],
    }),
  }
  const router = createRouter(registry, { search })
  const gone = async (task: string) => (await router.route(task)).findings.map(({ code }) => code)
  expect(await gone('write a report')).toEqual([])
  expect(await gone('x :AI:write:')).toEqual([])
  expect(await gone('prose')).toEqual([])
  expect(await gone('sums')).toEqual([])
  expect(await gone('a report')).toEqual(['ROUTER_AGENT_GONE'])
})

test('of many broken triggers an answer has a few and their number, the router has all', async () => {
  const patterns = Array.from({ length: 8 }, (_, place) => `(${place}`)
  const broken = createRouter(registryOf({ a: { triggers: { tags: [':AI:'], patterns } } }))
  const { findings } = await broken.route('Tides :AI:')
  expect(broken.findings).toHaveLength(8)
  expect(findings).toHaveLength(6)
  expect(findings.at(-1)).toMatchObject({
    code: 'ROUTER_TRIGGERS_MORE',
    message: '3 more triggers have something to be mended.',
    hint: 'datacortex doctor',
  })
})

test('former names of one agent share no trigger', async () => {
  const triggers = { tags: [':AI:'] }
  const entries = { one: { alias: 'new', triggers }, two: { alias: 'new', triggers }, new: {} }
  const codes = async (more: object): Promise<unknown> => {
    const { agent, findings } = await createRouter(registryOf({ ...entries, ...more })).route('Tides :AI:')
    return [agent, findings.map(({ code }) => code)]
  }
  expect(await codes({})).toEqual(['new', ['ROUTER_AGENT_DEPRECATED']])
  expect(await codes({ three: { alias: 'other', triggers }, other: {} })).toEqual([
    'new',
    ['ROUTER_AGENT_DEPRECATED', 'ROUTER_TRIGGER_SHARED'],
  ])
  expect(await codes({ three: { alias: 'nobody', triggers } })).toEqual([
    'new',
    ['ROUTER_AGENT_DEPRECATED', 'ROUTER_TRIGGER_SHARED'],
  ])
})
