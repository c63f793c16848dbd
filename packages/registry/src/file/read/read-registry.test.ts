import { mkdir, open, readFile, rm, symlink } from 'node:fs/promises'
import { CodedError } from '@datacortex/errors'
import { expect, test, vi } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { AgentEntrySchema } from '../agent-entry-schema.ts'
import { parseRegistry } from './parse-registry.ts'
import { readRegistry } from './read-registry.ts'
import type { Registry } from '../registry.ts'

const datacoreStyle = await readFile(new URL('../__fixtures__/datacore-style.yaml', import.meta.url), 'utf8')
const read = (text: string): Registry => parseRegistry(text, { file: 'agents.yaml' }).registry

test('reads a registry as Datacore writes it', () => {
  const { agents, modules, knowledgeLocations, findings } = read(datacoreStyle)
  expect([...agents.keys()]).toEqual([
    'task-router',
    'note-writer',
    'old-writer',
    'bare-alias',
    'stop-trader',
    'risk-checker',
    'campaign-planner',
  ])
  expect(agents.get('task-router')?.entry).toEqual({
    name: 'task-router',
    description: 'Scans for :AI: tags and routes to agents',
    version: '1.0.0',
    source: '.datacore/agents/task-router.md',
    skills: [
      { id: 'task-routing', name: 'task-routing', description: 'task-routing', tags: ['task-routing'] },
      { id: 'org-mode-parsing', name: 'org-mode-parsing', description: 'org-mode-parsing', tags: ['org-mode-parsing'] },
    ],
    triggers: { tags: [':AI:'], commands: [], schedules: ['nightly'] },
    reads: {
      required: ['org/next_actions.org'],
      contextual: [{ query: 'open tasks' }, { query: '.datacore/registry/agents.yaml' }],
    },
    writes: ['journal/*.md'],
    references: { dips: ['DIP-0009', 'DIP-0016'], specs: [] },
    spawns: ['note-writer'],
    can_be_called_by: [],
    profile: 'coordinator',
    runtime: { model: 'sonnet', tools: ['Read', 'Write', 'Edit', 'Glob'] },
  })
  expect(agents.get('note-writer')?.entry).toMatchObject({
    can_be_called_by: ['task-router'],
    triggers: { schedules: ['every Monday'], tags: [':AI:note:'] },
  })
  expect(agents.get('old-writer')?.entry).toMatchObject({ alias: 'note-writer', deprecated: true })
  expect(agents.get('stop-trader')).toMatchObject({ module: 'trading', entry: { can_be_called_by: ['task-router'] } })
  expect(agents.get('risk-checker')?.module).toBe('trading')
  expect(agents.get('campaign-planner')?.module).toBe('campaigns')
  expect([...modules]).toEqual([
    ['trading', { sourceModule: 'trading', agentIds: ['stop-trader', 'risk-checker'] }],
    ['campaigns', { sourceModule: 'datacore-campaigns', agentIds: ['campaign-planner'] }],
  ])
  expect(knowledgeLocations.personal).toEqual({ inbox: '0-personal/org/inbox.org' })
  expect(knowledgeLocations['gtd']).toMatchObject({ description: 'GTD methodology' })
  for (const { entry } of agents.values()) expect(AgentEntrySchema.safeParse(entry).error).toBeUndefined()
  expect(findings.map(({ code, severity, message }) => `${severity} ${code} ${message}`)).toMatchInlineSnapshot(`
    [
      "info REGISTRY_NAME_MISSING 5 agents have no name (task-router, old-writer, bare-alias, …): the key is read as the name.",
      "info REGISTRY_STRING_SKILLS 3 agents have skills as plain strings (task-router, stop-trader, risk-checker): each is read as a skill of that id, name, description and tag.",
      "info REGISTRY_CONTEXTUAL_STRINGS 1 agent has reads.contextual as plain strings (task-router): each is read as { query }.",
      "info REGISTRY_RUNTIME_KEYS 1 agent has settings of the host, such as model and tools, beside the other fields (task-router): they are read as fields of runtime.",
      "info REGISTRY_SCHEDULED 1 agent has triggers.scheduled or triggers.schedule (note-writer): it is read as triggers.schedules.",
      "info REGISTRY_SCALAR_LIST 1 agent has single values where a list is expected (note-writer): each is read as a list of one.",
      "info REGISTRY_CALLED_BY 2 agents have called_by, or a map under can_be_called_by (note-writer, stop-trader): it is read as the list can_be_called_by.",
      "info REGISTRY_SUPERSEDED_BY 1 agent has superseded_by (old-writer): it is read as alias.",
      "info REGISTRY_MODULE_LAYOUT 2 agents have a place directly under module_agents or under the name of the module (stop-trader, risk-checker): they are read as under module_agents.<module>.agents.",
    ]
  `)
})

test('tells each kind of deviation once, however many agents have it', () => {
  const agents = Array.from({ length: 118 }, (_, index) => `  a${index}: { description: d, skills: [s] }`).join('\n')
  const { findings } = read(`agents:\n${agents}\n`)
  expect(findings.map(({ code }) => code)).toEqual(['REGISTRY_NAME_MISSING', 'REGISTRY_STRING_SKILLS'])
  expect(findings[1]?.message).toContain('118 agents have skills as plain strings (a0, a1, a2, …)')
})

test('one broken entry leaves the others readable, and every broken field is told', () => {
  const { agents, findings } = read(
    'agents:\n  a: nonsense\n  b: [1]\n  c:\n  d:\n    name: D\n    description: [x]\n    skills: 5\n    writes: {a: 1}\n    type: robot\n    performance: {success_rate: 7, total_executions: -1}\n    erc8004: {wallet: 0x1234}\n  e:\n    name: E\n    description: fine\n    skills: [{}, {name: Only A Name}, [x], null]\n',
  )
  expect([...agents.keys()]).toEqual(['d', 'e'])
  expect(agents.get('e')?.entry.skills).toEqual([
    { id: 'only-a-name', name: 'Only A Name', description: 'Only A Name', tags: [] },
  ])
  expect(
    findings.filter(({ severity }) => severity === 'error').map(({ subject, message }) => `${subject}: ${message}`),
  ).toMatchInlineSnapshot(`
      [
        "a: The agent a should be a map but is "nonsense"; it is left out.",
        "b: The agent b should be a map but is a list; it is left out.",
        "c: The agent c should be a map but is empty; it is left out.",
        "d: description should be text but is a list; it is left out.",
        "d: type should be agent or component but is "robot"; it is left out.",
        "d: skills should be a list but is 5; it is left out.",
        "d: writes should be a list of texts but is a map; it is left out.",
        "d: performance is left out: total_executions: Too small: expected number to be >=0; success_rate: Too big: expected number to be <=1.",
        "d: erc8004 is left out: wallet: expected string, received number.",
        "e: skills[0] has no id, name or description; it is left out.",
        "e: skills[2] should be a map but is a list; it is left out.",
      ]
    `)
})

test('converts what has one clear meaning', () => {
  const { agents } = read(`
agents:
  a:
    name: 7
    description: d
    version: 1.5
    deprecated: "yes"
    skills: one
    writes: notes/
    spawns:
    delegates_to: [1, null, x]
    can_be_called_by: { called_by: b }
    called_by: [c, b]
    triggers:
      tags:
        - :AI:research:
      schedule: weekly
      after: b
    reads:
      infers: [by topic]
      contextual: 'query: x'
    payment: { protocol: x402, currency: USDC, pricing: { s: 0.01 } }
    erc8004:
      agentId: null
      supportedTrust: [reputation]
      chainRegistrations: [{ chainId: 8453, identityRegistry: "0xABC", agentId: 42 }]
    performance: { total_executions: 3, last_execution: null }
    x-claude: { color: red }
    unknown_key: 1
  b:
    description: d
    skills: { s: { name: S, description: x, tags: [t] } }
    triggers: [":AI:b:", /run, do it]
    reads: [a.md]
    references: [DIP-0001, style.md]
`)
  expect(agents.get('a')?.entry).toEqual({
    name: '7',
    description: 'd',
    version: '1.5',
    skills: [{ id: 'one', name: 'one', description: 'one', tags: ['one'] }],
    triggers: { tags: [':AI:research:'], schedules: ['weekly'], after: ['b'] },
    reads: { contextual: [{ query: 'x' }], infers: [{ pattern: 'by topic' }] },
    writes: ['notes/'],
    spawns: [],
    can_be_called_by: ['b', 'c'],
    delegates_to: ['1', 'x'],
    payment: { protocol: 'x402', currency: 'USDC', pricing: { s: '0.01' } },
    erc8004: {
      agentId: null,
      supportedTrust: ['reputation'],
      chainRegistrations: [{ chainId: '8453', identityRegistry: '0xABC', agentId: 42 }],
    },
    performance: { total_executions: 3 },
    deprecated: true,
    'x-claude': { color: 'red' },
  })
  expect(agents.get('b')?.entry).toMatchObject({
    skills: [{ id: 's', name: 'S' }],
    triggers: { tags: [':AI:b:'], commands: ['/run'], examples: ['do it'] },
    reads: { required: ['a.md'] },
    references: { dips: ['DIP-0001'], specs: ['style.md'] },
  })
})

test('reads each layout of module_agents', () => {
  const { agents, modules } = read(`
module_agents:
  strict: { source_module: datacore-strict, agents: { s: { description: d, skills: [] } } }
  direct: { p: { description: d, skills: [] }, q: { description: d, skills: [] } }
  flat: { description: d, skills: [], module: m }
  listed: { agents: [l1, { name: l2, description: d }, { trigger: x }] }
  empty:
  hollow: { source_module: hollow, agents: }
  broken: 7
`)
  expect([...agents].map(([id, { module }]) => [id, module])).toEqual([
    ['s', 'strict'],
    ['p', 'direct'],
    ['q', 'direct'],
    ['flat', 'm'],
    ['l1', 'listed'],
    ['l2', 'listed'],
  ])
  expect([...modules.keys()]).toEqual(['strict', 'direct', 'm', 'listed', 'hollow'])
})

test('of two agents with one id the hand-written one wins, and it is told', () => {
  const { agents, modules, findings } = read(
    'agents:\n  a: {name: own, description: d, skills: []}\nmodule_agents:\n  m: {agents: {a: {name: m, description: d}, b: {name: m, description: d}}}\n  n: {agents: {b: {name: n, description: d}}}\n',
  )
  expect([agents.get('a')?.entry.name, agents.get('b')?.entry.name]).toEqual(['own', 'm'])
  expect(modules.get('n')?.agentIds).toEqual(['b'])
  expect(findings.filter(({ code }) => code === 'REGISTRY_ID_DUPLICATE').map(({ message }) => message)).toEqual([
    'a is registered twice; the one under agents is used, the one of the module m is not.',
    'b is registered twice; the one of the module m is used, the one of the module n is not.',
  ])
})

test('tells keys that stand twice, with their line', () => {
  const { agents, findings } = read(
    'agents:\n  a: {name: first, description: d}\n  b: {description: d}\n  a:\n    name: last\n    description: d\n    name: very last\n',
  )
  expect(agents.get('a')?.entry.name).toBe('very last')
  expect(findings.filter(({ code }) => code === 'REGISTRY_KEY_DUPLICATE').map(({ subject }) => subject)).toEqual([
    'agents.yaml:4',
    'agents.yaml:7',
  ])
})

test('an id such as __proto__ is an id like any other', () => {
  const { agents } = read('agents:\n  __proto__: {name: P, description: d}\n  constructor: {name: C, description: d}\n')
  expect([...agents.keys()]).toEqual(['__proto__', 'constructor'])
})

test('an absent, empty or commented file is an empty registry', async () => {
  const absent = await readRegistry(await temporarySpace())
  expect(absent.agents.size).toBe(0)
  expect(absent.sha256).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  for (const text of ['', '# nothing yet\n', 'agents:\n', '---\n', '{}\n'])
    expect(read(text)).toMatchObject({ agents: new Map(), findings: [] })
})

test('broken YAML is told with file, line, column and the line itself', () => {
  expect(() => read('version: 1\nagents:\n  writer:\n    description: "open\n  b: 1\n'))
    .toThrowErrorMatchingInlineSnapshot(`
      [CodedError: agents.yaml:4:18  Missing closing "quote
        2 | agents:
        3 |   writer:
      → 4 |     description: "open
        5 |   b: 1]
    `)
  expect(() => read('agents:\n\t- a\n')).toThrow(/agents\.yaml:2:1/)
  expect(() => read('a: 1\n---\nb: 2\n')).toThrow(CodedError)
})

test('of a wrong shape every part is told at once', () => {
  expect(() => read('- a\n- b\n')).toThrow('expected a map with the key "agents", but the file is a list')
  expect(() => read('agents: [a]\nmodule_agents: 5\nknowledge_locations: x\ncomponents: [1]\n')).toThrow(
    'agents: expected a map, but it is a list; module_agents: expected a map, but it is 5; components: expected a map, but it is a list; knowledge_locations: expected a map, but it is "x"',
  )
})

test('knowledge_locations of a wrong shape are told and the rest is kept', () => {
  const { knowledgeLocations, findings } = read('knowledge_locations: {personal: [x], gtd: {paths: [a]}}\n')
  expect(knowledgeLocations).toEqual({ gtd: { paths: ['a'] } })
  expect(findings[0]?.code).toBe('REGISTRY_KNOWLEDGE_LOCATIONS_INVALID')
})

test('components of the file are read', () => {
  const { components } = read('components:\n  fetcher: {type: component, description: Fetches, version: 1.0.0}\n')
  expect(components.get('fetcher')).toMatchObject({ name: 'fetcher', kind: 'description', version: '1.0.0' })
})

test('aliases that multiply, and nesting without end, are refused', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghij'
      .split('')
      .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(',')}]`),
  ]
  // To follow them all would take more memory than there is.
  expect(() => read(`${bomb.join('\n')}\n`)).toThrow(/Excessive alias count/)
  expect(() => read(`agents: ${'['.repeat(1000)}\n`)).toThrow(CodedError)
})

test.for([
  ['a binary file', new Uint8Array([0, 1, 2, 3]), 'a binary file'],
  ['invalid UTF-8', new Uint8Array([0x61, 0x3a, 0x0a, 0xff, 0xfe]), 'not valid UTF-8 (line 2)'],
] as const)('%s is refused', async ([, bytes, reason]) => {
  const paths = await temporarySpace(bytes)
  await expect(readRegistry(paths)).rejects.toThrow(reason)
  await expect(readRegistry(paths)).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNREADABLE' })
})

test('100 MB are refused without being read; a folder and a cycle of links too', async () => {
  const paths = await temporarySpace('')
  await using handle = await open(paths.agentsFile, 'w')
  await handle.truncate(100_000_000)
  const fileHandles: typeof handle = Object.getPrototypeOf(handle)
  const reads = vi.spyOn(fileHandles, 'read')
  const wholeReads = vi.spyOn(fileHandles, 'readFile')
  await expect(readRegistry(paths)).rejects.toThrow('too large (100 MB, the limit is 50 MB)')
  expect([reads.mock.calls, wholeReads.mock.calls]).toEqual([[], []])
  await rm(paths.agentsFile)
  await mkdir(paths.agentsFile)
  await expect(readRegistry(paths)).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNREADABLE' })
  await rm(paths.agentsFile, { recursive: true })
  await symlink(paths.agentsFile, paths.agentsFile)
  await expect(readRegistry(paths)).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNREADABLE' })
})
