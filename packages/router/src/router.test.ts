import type { Finder } from '@datacortex/registry/find'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { registry } from './__fixtures__/aliased-registry.ts'
import { registryOf } from './__fixtures__/registry-of.ts'
import type { AgentSearch, FoundByMeaning } from './route-answer.ts'
import { taskKey } from './learned/task-key.ts'
import { createRouter } from './router.ts'

const router = createRouter(registry)
const routed = async (task: string, tags?: readonly string[]) => {
  const { agent, via, rule } = await router.route(task, { tags })
  return [agent, via, rule.fired]
}

test.each([
  ['* TODO Tides :AI:research:', ['research-orchestrator', 'tag', ':AI:research:']],
  ['* TODO Tides :work:AI:research:urgent:', ['research-orchestrator', 'tag', ':AI:research:']],
  ['* TODO Tides :ai:Research:', ['research-orchestrator', 'tag', ':AI:research:']],
  ['* TODO Tides :AI:', ['ai-task-executor', 'tag', ':AI:']],
  // Order counts, and nothing may stand between.
  ['* TODO Tides :research:AI:', ['ai-task-executor', 'tag', ':AI:']],
  ['* TODO Tides :AI:comms:research:', ['ai-task-executor', 'tag', ':AI:']],
  ['* TODO Tides :AI:research:url:', ['knowledge-extractor', 'tag', ':AI:research:url:']],
  ['* TODO Tides :AI:content:', ['old-writer', 'tag', ':AI:content:']],
  // A tag decides before any pattern.
  ['Execute all ai tasks :AI:research:', ['research-orchestrator', 'tag', ':AI:research:']],
  ['Execute all AI tasks', ['ai-task-executor', 'pattern', 'execute.*ai.*tasks']],
  ['Analyze this URL', ['knowledge-extractor', 'pattern', 'analyze.*url']],
  ['Analyze that link', ['knowledge-extractor', 'pattern', 'analyze.*link']],
  ['Bake a cake', [null, 'none', 'no trigger']],
])('%j', async (task, expected) => {
  expect(await routed(task)).toEqual(expected)
})

test.each([
  [[':AI:research:'], 'research-orchestrator'],
  [['AI', 'research'], 'research-orchestrator'],
  [['research', 'AI'], 'ai-task-executor'],
  [['AI'], 'ai-task-executor'],
  [['#AI', '#research'], 'research-orchestrator'],
  [['AI,research'], 'research-orchestrator'],
  [['#AI, #research, url'], 'knowledge-extractor'],
  [['research,AI'], 'ai-task-executor'],
  // Several in one option are read one after another, the longest that is known decides.
  [[':AI:content: :AI:research:url:'], 'knowledge-extractor'],
  [[':AI:content:,:AI:research:url:'], 'knowledge-extractor'],
  [[':AI:content:', ':AI:research:url:'], 'knowledge-extractor'],
])('tags that are given: %j', async (tags, agent) => {
  expect(await routed('Tides', tags)).toEqual([agent, 'tag', expect.any(String)])
  expect(await routed('', tags)).toEqual([agent, 'tag', expect.any(String)])
})

test('the answer says what fired, who else could have been, and which names are out of date', async () => {
  expect(await router.route('* TODO Tides :AI:research:url:')).toEqual({
    agent: 'knowledge-extractor',
    via: 'tag',
    score: 1,
    rule: { kind: 'tag', fired: ':AI:research:url:', matched: ':ai:research:url:', owner: 'gtd-research-processor' },
    candidates: [
      { agent: 'knowledge-extractor', via: 'tag', score: 1, matched: ':AI:research:url:' },
      { agent: 'research-orchestrator', via: 'tag', score: 1, matched: ':AI:research:' },
      { agent: 'ai-task-executor', via: 'tag', score: 1, matched: ':AI:' },
      { agent: 'second-executor', via: 'tag', score: 1, matched: ':AI:' },
    ],
    findings: [
      {
        code: 'ROUTER_AGENT_DEPRECATED',
        severity: 'warning',
        subject: 'gtd-research-processor',
        message: 'gtd-research-processor is deprecated; use knowledge-extractor.',
        hint: 'Give its triggers to the agent that took over, or to another one.',
      },
    ],
  })
})

test('agents with the same trigger are told', async () => {
  const { agent, findings } = await router.route('', { tags: [':AI:'] })
  expect([agent, findings.map(({ code, message }) => [code, message])]).toEqual([
    'ai-task-executor',
    [
      [
        'ROUTER_TRIGGER_SHARED',
        'Several agents have the trigger :AI:: ai-task-executor, second-executor. The first in the registry is taken.',
      ],
    ],
  ])
})

test('a tag of a removed agent is refused with its note; a pattern of one is passed over', async () => {
  await expect(router.route('x :AI:research:post:')).rejects.toMatchObject({
    code: 'REGISTRY_AGENT_REMOVED',
    message: 'The agent "research-post-processor" was removed: Absorbed into research-orchestrator pipeline.',
  })
  const { agent, findings } = await router.route('post-process and extract')
  expect(agent).toBe('knowledge-extractor')
  expect(findings.map(({ code, subject, message }) => [code, subject, message])).toEqual([
    [
      'ROUTER_AGENT_GONE',
      'research-post-processor',
      '"post-process" would have chosen research-post-processor. The agent "research-post-processor" was removed: Absorbed into research-orchestrator pipeline.',
    ],
  ])
})

test('tags that nobody has are told, and the text decides', async () => {
  const { agent, findings } = await router.route('Analyze the url :errands:')
  expect([agent, findings.map(({ code, message }) => [code, message])]).toEqual([
    'knowledge-extractor',
    [['ROUTER_TAG_UNKNOWN', 'No agent has a trigger for :errands:.']],
  ])
})

test.each([
  ['Write tests :AI:nosuchtag:', ':nosuchtag:', ':ai: alone decided'],
  [':AI:nosuchtag: Write tests', ':nosuchtag:', ':ai: alone decided'],
  ['Look into tides :AI:research:later:', ':later:', ':ai:research: alone decided'],
])('a tag that nobody has, behind the one that decides, is told: %j', async (task, subject, decided) => {
  const { via, findings } = await router.route(task)
  expect(via).toBe('tag')
  expect(findings).toContainEqual({
    code: 'ROUTER_TAG_UNKNOWN',
    severity: 'info',
    subject,
    message: `No agent has a trigger with ${subject}, so ${decided}.`,
    hint: 'Add one to `triggers.tags` of an agent, or correct the tag.',
  })
})

test('a mistyped tag is told with what may have been meant', async () => {
  const { findings } = await router.route('Look into tides :AI:reserch:')
  expect(findings.map(({ hint }) => hint)).toContain('Did you mean :research:?')
})

test('so is a mistyped tag where no other tag decides', async () => {
  const { findings } = await router.route('Look into tides :reserch:')
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'ROUTER_TAG_UNKNOWN', subject: ':reserch:', hint: 'Did you mean :research:?' }),
  )
})

test.each(['Tides :work:AI:', 'Tides :research:AI:', 'Tides :AI:research:url:', ':work: Tides :AI:'])(
  'tags of %j that mean something else, or stand elsewhere, are not told',
  async (task) => {
    const { findings } = await router.route(task)
    expect(findings.map(({ code }) => code)).not.toContain('ROUTER_TAG_UNKNOWN')
  },
)

test.each(['', '  \n', '* TODO ', '*', '** [#A]'])('%j is no task', async (task) => {
  await expect(router.route(task)).rejects.toMatchObject({ code: 'ROUTER_TASK_EMPTY' })
})

test('no agents at all', async () => {
  const { agent, via, findings } = await createRouter(registryOf({})).route('Do it :AI:')
  expect([agent, via, findings.map(({ code }) => code)]).toEqual([
    null,
    'none',
    ['ROUTER_TAG_UNKNOWN', 'ROUTER_MEANING_SKIPPED'],
  ])
})

test('a broken pattern is in every answer', async () => {
  const broken = createRouter(registryOf({ a: { triggers: { patterns: ['(['], tags: ['::'] } } }))
  const { findings } = await broken.route('anything')
  expect(findings.map(({ code, subject }) => [code, subject])).toEqual([
    ['ROUTER_MEANING_SKIPPED', 'meaning'],
    ['ROUTER_TRIGGER_EMPTY', 'a'],
    ['ROUTER_PATTERN_INVALID', 'a'],
  ])
})

function searchWith(results: readonly FoundByMeaning[]): AgentSearch & { readonly queries: string[] } {
  const queries: string[] = []
  return {
    queries,
    find: async (query, { minScore }) => {
      queries.push(query)
      return await Promise.resolve({ results: results.filter(({ score }) => score >= minScore) })
    },
  }
}

test('meaning decides what no tag and no pattern does', async () => {
  const search = searchWith([
    { id: 'removed-since', score: 0.8, matched: 'gone' },
    { id: 'old-writer', score: 0.7, matched: 'Writes letters' },
    { id: 'ai-task-executor', score: 0.2, matched: 'Routes tasks' },
  ])
  const answer = await createRouter(registry, { search }).route('* TODO Letter to aunt Mary')
  expect(search.queries).toEqual(['Letter to aunt Mary'])
  expect(answer).toMatchObject({
    agent: 'old-writer',
    via: 'semantic',
    score: 0.7,
    rule: { kind: 'meaning', fired: 'Writes letters', matched: 'Letter to aunt Mary' },
    candidates: [
      { agent: 'old-writer', via: 'semantic', score: 0.7, matched: 'Writes letters' },
      { agent: 'ai-task-executor', via: 'semantic', score: 0.2, matched: 'Routes tasks' },
    ],
  })
  expect(answer.findings.map(({ code, subject }) => [code, subject])).toEqual([
    ['ROUTER_AGENT_GONE', 'removed-since'],
    ['ROUTER_AGENT_DEPRECATED', 'old-writer'],
  ])
})

test('what is not near enough is only a candidate', async () => {
  const search = searchWith([{ id: 'old-writer', score: 0.39, matched: 'Writes' }])
  expect(await createRouter(registry, { search }).route('Hm')).toEqual({
    agent: null,
    via: 'none',
    score: 0,
    rule: { kind: 'none', fired: 'below threshold', threshold: 0.4 },
    candidates: [{ agent: 'old-writer', via: 'semantic', score: 0.39, matched: 'Writes' }],
    findings: [],
  })
  expect(await createRouter(registry, { search, threshold: 0.3 }).route('Hm')).toMatchObject({ agent: 'old-writer' })
  const read = vi.fn<() => Promise<number>>().mockResolvedValue(0.3)
  const reading = createRouter(registry, { search, threshold: read })
  expect(await reading.route('x :AI:')).toMatchObject({ via: 'tag' })
  expect(read).not.toHaveBeenCalled()
  expect(await reading.route('Hm')).toMatchObject({ agent: 'old-writer' })
  expect(await createRouter(registry, { search: searchWith([]) }).route('Hm')).toMatchObject({
    agent: null,
    rule: { fired: 'no agent' },
  })
})

test('tags and patterns ask no search, and a search that fails is not hidden', async () => {
  const search: AgentSearch = { find: async () => await Promise.reject(new Error('the model is broken')) }
  const failing = createRouter(registry, { search })
  expect(await failing.route('Extract this')).toMatchObject({ via: 'pattern' })
  expect(await failing.route(':AI:foo:')).toMatchObject({ via: 'tag' })
  await expect(failing.route('Bake a cake')).rejects.toThrow('the model is broken')
})

test('only the beginning of a huge task is searched, and that is told', async () => {
  const search = searchWith([])
  const { findings } = await createRouter(registry, { search }).route('word '.repeat(1_000_000))
  expect(findings.map(({ code }) => code)).toEqual(['ROUTER_TASK_CUT'])
  expect(search.queries.map(({ length }) => length)).toEqual([3999])
})

test('a confirmed task goes where it went, whatever a pattern says', async () => {
  const key = taskKey('Extract the deeds') ?? ''
  const gone = taskKey('Tidy up') ?? ''
  const at = '2026-01-01T00:00:00.000Z'
  const learned = createRouter(registry, {
    routings: [
      { key, task: 'Extract the deeds', agent: 'gtd-research-processor', at },
      { key, task: 'Extract the deeds', agent: 'old-writer', at },
      { key: gone, task: 'Tidy up', agent: 'nobody', at },
    ],
  })
  expect(await learned.route('* TODO extract the  DEEDS.')).toMatchObject({
    agent: 'old-writer',
    via: 'semantic',
    score: 1,
    rule: { kind: 'confirmed', fired: 'Extract the deeds' },
  })
  const { agent, findings } = await learned.route('Tidy up!')
  expect([agent, findings.map(({ code, subject }) => [code, subject])]).toEqual([
    null,
    [
      ['ROUTER_AGENT_GONE', 'nobody'],
      ['ROUTER_MEANING_SKIPPED', 'meaning'],
    ],
  ])
})

test('an aborted signal stops it, and it reaches the search', async () => {
  await expect(router.route('x', { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  let seen: AbortSignal | undefined
  const search: AgentSearch = {
    find: async (_, { signal }) => {
      seen = signal
      return await Promise.resolve({ results: [] })
    },
  }
  const { signal } = new AbortController()
  await createRouter(registry, { search }).route('x', { signal })
  expect(seen).toBe(signal)
})

test('the finder of the registry is such a search', () => {
  expectTypeOf<Finder>().toExtend<AgentSearch>()
})

test('top bounds the candidates', async () => {
  const { candidates } = await router.route('', { tags: [':AI:research:url:'], top: 2 })
  expect(candidates.map(({ agent }) => agent)).toEqual(['knowledge-extractor', 'research-orchestrator'])
  expect((await router.route('', { tags: [':AI:'], top: 0 })).candidates).toHaveLength(1)
})
