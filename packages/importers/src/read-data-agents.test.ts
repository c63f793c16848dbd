import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AgentEntrySchema } from '@datacortex/registry'
import type { ImportFormat } from './formats/file-reading.ts'
import { readA2aCard } from './formats/read-a2a-card.ts'
import { readAgentFile } from './formats/read-agent-file.ts'
import { readCodexAgent } from './formats/read-codex-agent.ts'
import { readDatacoreAgents } from './formats/read-datacore-agents.ts'
import { readKiroAgent } from './formats/read-kiro-agent.ts'
import { readRooModes } from './formats/read-roo-modes.ts'

const fixture = (path: string): string => readFileSync(new URL(`./__fixtures__/${path}`, import.meta.url), 'utf8')

test('a Codex agent: instructions are the prompt, settings are kept, dates become text', () => {
  const [agent] = readCodexAgent(fixture('codex/.codex/agents/reviewer.toml'), 'reviewer.toml').agents
  expect(agent).toMatchObject({ id: 'pr-reviewer', body: 'Look for what is not tested.' })
  expect(agent?.entry).toMatchObject({
    name: 'pr_reviewer',
    format: 'codex',
    runtime: {
      model: 'gpt-5-codex',
      model_reasoning_effort: 'high',
      sandbox_mode: 'read-only',
      nickname_candidates: ['Ada', 'Grace'],
      mcp_servers: { docs: { url: 'https://docs.example.com/mcp' } },
    },
    'x-codex': { since: '2026-05-01' },
  })
})

test('broken TOML has its line', () => {
  expect(readCodexAgent('name = "a"\ndescription = b c\n', 'x.toml').skipped).toEqual([
    { path: 'x.toml', line: 2, reason: expect.stringMatching(/^not valid TOML: \S/) },
  ])
  expect(readCodexAgent('name = "a"', 'x.toml').skipped).toEqual([
    { path: 'x.toml', line: 1, reason: 'it has no description' },
  ])
})

test('a card of A2A 1.0: id from name and host, interfaces, the rest kept, a bad skill is told', () => {
  const { agents, findings } = readA2aCard(fixture('a2a/agent-card.json'), 'agent-card.json')
  expect(agents[0]?.id).toBe('ferry-planner-ferry.example.com')
  expect(agents[0]?.entry).toMatchObject({
    name: 'Ferry Planner',
    version: '1.4.0',
    skills: [{ id: 'crossing', tags: ['ferry', 'travel'], examples: ['Which ferry goes to Borkum on Sunday?'] }],
    triggers: { examples: ['Which ferry goes to Borkum on Sunday?'] },
    runtime: {
      protocol: 'a2a',
      interfaces: [
        { url: 'https://ferry.example.com/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: 'north' },
      ],
    },
    'x-a2a': { provider: { organization: 'Ferry Lines' }, capabilities: { streaming: true } },
  })
  expect(findings).toEqual([expect.objectContaining({ code: 'IMPORT_SKILL_DROPPED' })])
})

test('a card of A2A 0.3 gets the interfaces of 1.0, each once', () => {
  const [agent] = readA2aCard(fixture('a2a/old-ferry.json'), 'old-ferry.json').agents
  expect(agent?.id).toBe('ferry-planner-old.example.com')
  expect(agent?.entry.runtime).toEqual({
    protocol: 'a2a',
    interfaces: [
      { url: 'https://old.example.com/a2a', protocolBinding: 'JSONRPC', protocolVersion: '0.3.0' },
      { url: 'https://old.example.com/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '0.3.0' },
    ],
  })
  expect(agent?.entry.skills[0]?.tags).toEqual(['crossing'])
})

test.each([
  ['{\n  "name": ,\n}', { line: 2, reason: expect.stringMatching(/^not valid JSON/) }],
  ['[]', { line: 1, reason: 'not a JSON object' }],
  ['{"name": "a"}', { reason: 'the card has no description' }],
])('the card %j is skipped', (text, skipped) => {
  expect(readA2aCard(text, 'c.json').skipped).toEqual([{ path: 'c.json', ...skipped }])
})

test('a Datacore registry: normalised, aliases kept, modules and unknown fields remembered', () => {
  const { agents, skipped, findings } = readDatacoreAgents(
    fixture('datacore/.datacore/registry/agents.yaml'),
    'agents.yaml',
  )
  expect(skipped).toEqual([])
  expect(agents.map(({ id }) => id)).toEqual(['note-writer', 'scribe', 'harbour-watch'])
  expect(agents[0]?.entry).toMatchObject({
    name: 'note-writer',
    format: 'datacore',
    skills: [{ id: 'note-taking', tags: ['note-taking'] }, { id: 'summarising' }],
    triggers: { tags: [':AI:notes:'], schedules: ['every evening'] },
    reads: { required: ['notes/style.md'], contextual: [{ query: 'style of our notes' }] },
    can_be_called_by: ['journal-keeper'],
    runtime: { model: 'haiku' },
    'x-datacore': { key: 'note-writer', sunset: 'never' },
  })
  expect(agents[1]?.entry).toMatchObject({ deprecated: true, alias: 'note-writer' })
  expect(agents[2]?.entry['x-datacore']).toMatchObject({ module: 'harbour' })
  expect(findings.map(({ code }) => code)).toContain('REGISTRY_STRING_SKILLS')
})

test('a broken Datacore registry has file, line and the line itself', () => {
  const { skipped } = readDatacoreAgents('agents:\n  a:\n   b: "\n', 'agents.yaml')
  expect(skipped).toEqual([
    { path: 'agents.yaml', line: expect.any(Number), reason: expect.stringContaining('agents.yaml:') },
  ])
  expect(readDatacoreAgents('agents: [1]', 'agents.yaml').skipped[0]?.reason).toContain('agents')
})

test('whatever is read is of the strict form, and nothing throws', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.dictionary(fc.string(), fc.string()),
  )
  const fields = fc.record(
    {
      name: fc.oneof(fc.constant('a'), value),
      description: fc.oneof(fc.constant('Use when b'), value),
      skills: value,
      tags: value,
      triggers: value,
      version: value,
      alias: value,
      url: value,
      supportedInterfaces: fc.array(fc.record({ url: fc.webUrl() })),
      when_to_use: value,
      tools: value,
      model: value,
    },
    { requiredKeys: [] },
  )
  const formats: readonly ImportFormat[] = ['claude', 'skill', 'copilot', 'cursor', 'codex', 'datacore', 'a2a']
  let read = 0
  fc.assert(
    fc.property(fields, fc.constantFrom(...formats), (record, format) => {
      const json = JSON.stringify(record)
      const text = { a2a: json, codex: json, datacore: `{"agents": {"x": ${json}}}` }
      const content =
        format === 'a2a' || format === 'codex' || format === 'datacore' ? text[format] : `---\n${json}\n---\n`
      for (const { entry } of readAgentFile(content, { format, path: 'x' }).agents) {
        expect(AgentEntrySchema.safeParse(entry).error).toBeUndefined()
        read += 1
      }
    }),
    { numRuns: 1000 },
  )
  expect(read).toBeGreaterThan(50)
})

test('a Kiro agent: name from the file, prompt, settings, the rest kept', () => {
  const path = 'kiro/.kiro/agents/well-digger.json'
  const [agent] = readKiroAgent(fixture(path), path).agents
  expect(agent).toMatchObject({ id: 'well-digger', body: 'You know where water is.' })
  expect(agent?.entry).toMatchObject({
    name: 'well-digger',
    triggers: { examples: ['water runs short'] },
    runtime: { tools: ['read', 'shell'], resources: ['file://README.md'] },
    'x-kiro': { depth: 30 },
  })
})

test('a Kiro agent whose prompt is another file keeps where it is', () => {
  const path = 'kiro/.kiro/agents/pump-keeper.json'
  const [agent] = readKiroAgent(fixture(path), path).agents
  expect(agent).toMatchObject({ id: 'pump-keeper', entry: { runtime: { prompt: 'file://./prompts/pump.md' } } })
  expect(agent?.body).toBeUndefined()
})

test.each([
  ['{"name": "a"}', { line: 1, reason: 'it has no description' }],
  ['{"name": "!", "description": "b"}', { line: 1, reason: 'its name "!" has neither letter nor digit' }],
  ['{\n"name": ,\n}', { line: 2, reason: expect.stringMatching(/^not valid JSON/) }],
])('the Kiro agent %j is skipped', (text, skipped) => {
  expect(readKiroAgent(text, 'a.json').skipped).toEqual([{ path: 'a.json', ...skipped }])
})

test('modes of Roo: one agent each, the rest told', () => {
  const { agents, skipped } = readRooModes(fixture('roo/.roomodes'), '.roomodes')
  expect(agents.map(({ id, part, body }) => ({ id, part, body }))).toEqual([
    { id: 'path-finder', part: 'path-finder', body: 'You know every path.\n\nName the steepest part first.' },
    { id: 'map-drawer', part: 'map-drawer', body: 'You draw maps.' },
  ])
  expect(agents[0]?.entry).toMatchObject({
    name: '🥾 Path finder',
    description: 'Use this mode when a walk is planned.',
    format: 'roo',
    triggers: { examples: ['a walk is planned'] },
    runtime: { groups: ['read', ['edit', { fileRegex: String.raw`\.gpx$`, description: 'tracks only' }]] },
    'x-roo': { source: 'project' },
  })
  expect(skipped).toEqual([
    { path: '.roomodes', reason: 'mode 3: it has no slug' },
    { path: '.roomodes', reason: 'mode 4: its slug path-finder is given twice' },
  ])
})

test.each([
  ['{"customModes": [{"slug": "a", "roleDefinition": "b"}]}', ['a'], []],
  ['customModes: []', [], []],
  ['customModes: 1', [], [{ line: 1, reason: 'it has no list customModes' }]],
  ['customModes:\n  - [a', [], [{ line: expect.any(Number), reason: expect.stringMatching(/^not valid YAML: \S/) }]],
  ['customModes:\n  - slug: a', [], [{ reason: 'mode 1: a has no description, whenToUse or roleDefinition' }]],
  ['customModes:\n  - 7', [], [{ reason: 'mode 1: it is no map' }]],
])('the modes %j', (text, ids, skipped) => {
  const reading = readRooModes(text, 'm')
  expect(reading.agents.map(({ id }) => id)).toEqual(ids)
  expect(reading.skipped).toEqual(skipped.map((each) => ({ path: 'm', ...each })))
})
