import { expect, test } from 'vitest'
import { parseRegistry } from '../file/read/parse-registry.ts'
import { parseRequirement } from './component.ts'
import { composeAgents, findComponent, knownComponents } from './compose-agents.ts'

async function composed(text: string) {
  const { registry } = parseRegistry(text, { file: 'agents.yaml' })
  return { registry, agents: (await composeAgents(registry)).agents }
}

const ofTheSpecification = `
components:
  web-fetcher:
    type: "component"
    description: "Fetches and parses web content"
    version: "1.0.0"
  markdown-writer:
    type: "component"
    description: "Generates structured markdown"
    version: "1.0.0"
agents:
  gtd-research-processor:
    type: "agent"
    components:
      - "web-fetcher"
      - "markdown-writer"
  plain: {name: Plain, description: Has no components.}
`

test('components of the specification are read as they stand, and are skills of the agent', async () => {
  const { registry, agents } = await composed(ofTheSpecification)
  expect(registry.findings.map(({ code, message }) => [code, message.includes('web-fetcher')])).toEqual([
    ['REGISTRY_NAME_MISSING', false],
    ['REGISTRY_DESCRIPTION_MISSING', false],
  ])
  const { entry, composition } = agents.get('gtd-research-processor') ?? {}
  expect(entry?.skills).toEqual([
    { id: 'web-fetcher', name: 'web-fetcher', description: 'Fetches and parses web content', tags: ['web-fetcher'] },
    {
      id: 'markdown-writer',
      name: 'markdown-writer',
      description: 'Generates structured markdown',
      tags: ['markdown-writer'],
    },
  ])
  expect(composition?.own.skills).toEqual([])
  expect(composition?.problems).toEqual([])
  expect(agents.get('plain')).toBe(registry.agents.get('plain'))
})

const rich = `
components:
  web:
    description: Reads the web
    version: 1.4.2
    source: subagent:url-fetcher
    skills: [{id: fetch, name: Fetch, description: Fetches pages, tags: [web]}]
    requires: [parser@^2.0]
    writes: [0-personal/web/]
  parser: {description: Parses, version: 2.1.0, source: {prompt: parts/parser.md}}
  shell: {description: Runs, source: "tool:Bash", requires: {env: ""}}
  github: {description: Issues, source: "mcp:github"}
  house: {description: Style, prompt: "Write short sentences.", writes: [notes/]}
agents:
  all:
    name: All
    description: Has all.
    skills: [{id: fetch, name: Own fetch, description: Its own, tags: [own]}]
    components: [web@1.x, house, github, SHELL]
    writes: [out/]
    spawns: [helper]
    tools: Read, Grep
  free: {name: Free, description: Free, components: [web, github], runtime: {tools: [Read]}}
`

test('what an agent may do is the union, what is required comes first, and its own words win', async () => {
  const { agents } = await composed(rich.replace('requires: {env: ""}', 'requires: ["env:PATH", "module:tides"]'))
  const { entry, composition } = agents.get('all') ?? {}
  expect(composition?.parts.map(({ id, kind, source, prompt, via }) => [id, kind, source ?? prompt, via])).toEqual([
    ['parser', 'prompt', 'parts/parser.md', 'web'],
    ['web', 'subagent', 'url-fetcher', undefined],
    ['house', 'prompt', 'Write short sentences.', undefined],
    ['github', 'mcp', 'github', undefined],
    ['shell', 'tool', 'Bash', undefined],
  ])
  expect(composition?.problems).toEqual([])
  expect(entry?.skills.map(({ id, name }) => [id, name])).toEqual([
    ['fetch', 'Own fetch'],
    ['parser', 'parser'],
    ['house', 'house'],
    ['github', 'github'],
    ['shell', 'shell'],
  ])
  expect(entry?.writes).toEqual(['out/', '0-personal/web/', 'notes/'])
  expect(entry?.spawns).toEqual(['helper', 'url-fetcher'])
  expect(entry?.runtime?.['tools']).toBe('Read, Grep, mcp__github, Bash')
  const free = agents.get('free')?.entry
  // Who may write anywhere is not held to what a component writes.
  expect(free?.writes).toBeUndefined()
  expect(free?.runtime?.['tools']).toEqual(['Read', 'mcp__github'])
})

test.each([
  ['{c: {description: C}}', '[d]', [], ['COMPONENT_UNKNOWN there is no component d']],
  ['{c: {description: C, version: 1.2.0}}', '["c@^2"]', [], ['COMPONENT_VERSION c is version 1.2.0 and should be ^2']],
  ['{c: {description: C}}', '["c@^2"]', [], ['COMPONENT_VERSION c has no version and should be ^2']],
  [
    '{c: {description: C, version: 1.2.0}}',
    '["c@often"]',
    [],
    ['COMPONENT_VERSION often is no range of versions of c'],
  ],
  ['{c: {description: C, version: 1.2.0-rc.1}}', '["c@>=1.2.0-rc.0 <2"]', ['c'], []],
  [
    '{c: {description: C, requires: [d]}, d: {description: D, requires: [c]}}',
    '[c]',
    ['d', 'c'],
    ['COMPONENT_CYCLE components require each other in a circle: c → d → c'],
  ],
  [
    '{c: {description: C, requires: [d@2]}, d: {description: D, version: 1.0.0}}',
    '[c]',
    [],
    [
      'COMPONENT_VERSION d, which c requires, is version 1.0.0 and should be 2',
      'COMPONENT_INCOMPLETE c lacks what it requires and is left out',
    ],
  ],
  ['{c: {description: C, requires: {d: ^1}}, d: {description: D, version: 1.3.0}}', '[c]', ['d', 'c'], []],
])('of %s %s names %j', async (components, names, parts, problems) => {
  const { agents } = await composed(
    `components: ${components}\nagents: {a: {name: A, description: A, components: ${names}}}`,
  )
  const { composition } = agents.get('a') ?? {}
  expect(composition?.parts.map(({ id }) => id)).toEqual(parts)
  expect(composition?.problems.map(({ code, message }) => `${code} ${message}`)).toEqual(problems)
})

test('a chain that is too long is a circle to nobody, and ends', async () => {
  const chain = Array.from({ length: 500 }, (_, n) => `c${n}: {description: C, requires: [c${n + 1}]}`).join(', ')
  const { agents } = await composed(`components: {${chain}}\nagents: {a: {name: A, description: A, components: [c0]}}`)
  expect(agents.get('a')?.composition?.parts).toEqual([])
  expect(agents.get('a')?.composition?.problems[0]?.message).toBe('more than 50 components require each other')
})

test('an agent of the type component is one too, and a component that can not be read is left out', async () => {
  const { registry, agents } = await composed(
    'agents: {part: {name: Part, description: P, type: component, source: p.md}, a: {name: A, description: A, components: [part]}}\ncomponents: {bad: 5, odd: {description: O, source: [1], requires: [{a: b}]}}',
  )
  expect(agents.get('a')?.composition?.parts.map(({ id, kind }) => [id, kind])).toEqual([['part', 'prompt']])
  expect([...knownComponents(registry).keys()]).toEqual(['part', 'odd'])
  expect(findComponent(registry.components, 'ODD')?.kind).toBe('description')
  expect(
    registry.findings.filter(({ severity }) => severity === 'error').map(({ subject, message }) => [subject, message]),
  ).toEqual([
    ['bad', 'The agent bad should be a map but is 5; it is left out.'],
    ['odd', 'source should be text but is a list; it is left out.'],
    ['odd', 'requires[0] should be text but is a map; it is left out.'],
  ])
})

test.each([
  ['a', { kind: 'component', name: 'a', range: undefined }],
  [' a@ ', { kind: 'component', name: 'a', range: undefined }],
  ['component:a@1 || 2', { kind: 'component', name: 'a', range: '1 || 2' }],
  ['module:a@~1.2', { kind: 'module', name: 'a', range: '~1.2' }],
  ['env:KEY', { kind: 'env', name: 'KEY', range: undefined }],
  ['@', { kind: 'component', name: '@', range: undefined }],
])('reads the requirement %j', (text, requirement) => {
  expect(parseRequirement(text)).toEqual(requirement)
})
