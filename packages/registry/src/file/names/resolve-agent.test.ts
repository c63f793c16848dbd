import { expect, test } from 'vitest'
import { parseRegistry } from '../read/parse-registry.ts'
import type { Registry } from '../registry.ts'
import { nearestIds, resolveAgent } from './resolve-agent.ts'

const registry: Registry = parseRegistry(
  `
agents:
  knowledge-extractor: { name: K, description: d }
  gtd-research-processor: { deprecated: true, alias: knowledge-extractor }
  ingest-processor: { deprecated: true, superseded_by: gtd-research-processor, note: Routes on }
  sleepy: { name: S, description: d, deprecated: true, note: Nobody uses it }
  research-post-processor: { deprecated: true, removed: true, note: Absorbed into research-orchestrator }
  moved: { removed: true, alias: sleepy }
  lost: { alias: knowledge-extracto }
  a: { alias: b }
  b: { alias: c }
  c: { alias: b }
  selfish: { alias: selfish }
`,
  { file: 'agents.yaml' },
).registry

test('an agent is itself', () => {
  expect(resolveAgent(registry, 'knowledge-extractor')).toMatchObject({
    agent: { id: 'knowledge-extractor' },
    via: [],
    notes: [],
  })
})

test('aliases are followed with a note for each', () => {
  expect(resolveAgent(registry, 'ingest-processor')).toMatchObject({
    agent: { id: 'knowledge-extractor' },
    via: ['ingest-processor', 'gtd-research-processor'],
    notes: [
      'ingest-processor is deprecated; use gtd-research-processor. Routes on',
      'gtd-research-processor is deprecated; use knowledge-extractor.',
    ],
  })
  expect(resolveAgent(registry, 'moved').agent.id).toBe('sleepy')
})

test('an agent that is only deprecated is used, with its note', () => {
  expect(resolveAgent(registry, 'sleepy').notes).toEqual(['sleepy is deprecated. Nobody uses it'])
})

test.for([
  [
    'knowledge-extactor',
    'REGISTRY_AGENT_NOT_FOUND',
    'There is no agent "knowledge-extactor".',
    'Did you mean knowledge-extractor?',
  ],
  ['', 'REGISTRY_AGENT_NOT_FOUND', 'There is no agent "".', 'datacortex list'],
  ['research-post-processor', 'REGISTRY_AGENT_REMOVED', 'Absorbed into research-orchestrator', 'datacortex find'],
  ['lost', 'REGISTRY_ALIAS_DANGLING', '"knowledge-extracto"', 'knowledge-extractor'],
  ['a', 'REGISTRY_ALIAS_CYCLE', 'b → c → b', 'an agent that exists'],
  ['selfish', 'REGISTRY_ALIAS_CYCLE', 'selfish → selfish', 'an agent that exists'],
] as const)('%s is refused with %s', ([id, code, message, hint]) => {
  expect(() => resolveAgent(registry, id)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message), hint: expect.stringContaining(hint) }),
  )
})

test.each([
  ['x3: { alias: x33 }', 'x3', 'Correct or delete the alias x3.'],
  ['x3: { alias: x34 }\n  x4: { name: X, description: d }', 'x3', 'Let it name x4.'],
  ['x2: { alias: x3 }\n  x3: { alias: x33 }', 'x2', 'Correct or delete the alias x3.'],
  ['x2: { alias: x3 }\n  x3: { alias: x33 }\n  x4: { alias: x2 }', 'x3', 'Correct or delete the alias x3.'],
  ['x3: { alias: x33 }\n  x4: { name: X, description: d, removed: true }', 'x3', 'Correct or delete the alias x3.'],
])('the hint for a broken alias names nobody by whom it would stay broken: %s', (agents, id, hint) => {
  const broken = parseRegistry(`agents:\n  ${agents}\n`, { file: 'agents.yaml' }).registry
  expect(() => resolveAgent(broken, id)).toThrow(expect.objectContaining({ code: 'REGISTRY_ALIAS_DANGLING', hint }))
})

test.each([
  [undefined, 'The agent "x" was removed.', undefined],
  ['', 'The agent "x" was removed.', undefined],
  ['Absorbed into sleepy.', 'The agent "x" was removed: Absorbed into sleepy.', 'sleepy'],
  ['See moved, then sleepy', 'The agent "x" was removed: See moved, then sleepy.', 'sleepy'],
  ['Nobody does it…', 'The agent "x" was removed: Nobody does it….', undefined],
])('a removed agent whose note is %j', (note, message, successor) => {
  const agents = new Map(registry.agents)
  const entry = { name: 'x', description: '', skills: [], removed: true, note }
  const find = 'datacortex find "<what it should do>"'
  agents.set('x', { id: 'x', module: undefined, entry })
  expect(() => resolveAgent({ ...registry, agents }, 'x')).toThrow(
    expect.objectContaining({
      message,
      hint: successor === undefined ? find : `datacortex agent show ${successor}   or   ${find}`,
    }),
  )
})

test('a note may name an agent in any script', () => {
  const agents = new Map(registry.agents)
  const named = (id: string, more: object): void =>
    void agents.set(id, { id, module: undefined, entry: { name: id, description: '', skills: [], ...more } })
  named('कोड-समीक्षक', {})
  named('x', { removed: true, note: 'अब कोड-समीक्षक करता है।' })
  expect(() => resolveAgent({ ...registry, agents }, 'x')).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('agent show कोड-समीक्षक') }),
  )
})

test('nearest ids are near, at most three, and quick for long input', () => {
  expect(nearestIds(registry, 'SLEEPI')).toEqual(['sleepy'])
  expect(nearestIds(registry, 'zzzzzz')).toEqual([])
  // By its name, as when a file that was renamed inside keeps its id.
  const { agents } = parseRegistry('agents:\n  alpha: { name: Release notes, description: d }', { file: 'a' }).registry
  expect(nearestIds({ ...registry, agents }, 'release-notes')).toEqual(['alpha'])
  expect(nearestIds(registry, 'research').length).toBeLessThanOrEqual(3)
  expect(nearestIds(registry, 'x'.repeat(1_000_000))).toEqual([])
})
