import { expect, test } from 'vitest'
import { parseRegistry } from './parse-registry.ts'

test('what of an entry was not read is told with the agent, also where there is nothing to correct', () => {
  const { agents, findings } = parseRegistry(
    `agents:
  a:
    description: A.
    reads:
      required: [good.md, {path: bad.md}, '', [x]]
      contextual: [{when: always}, ['x'], 'query: ', {query: tides, when: [x]}]
      infers: [{path: x}, '']
      optional: [more.md]
    references: {dips: {a: b, c: d}, papers: [x]}
    writes: [{a: b, c: d}]
  b: {description: B., reads: 5}
  c: {description: C., reads: {required: , contextual: []}}
module_agents:
  m: {agents: {d: {description: D., reads: {required: [[y]]}}}}
`,
    { file: 'agents.yaml' },
  ).registry
  expect(agents.get('a')?.unread).toEqual([
    { field: 'reads.optional', reason: 'is none of required, contextual, infers' },
    { field: 'reads.contextual[0]', reason: 'has no query' },
    { field: 'reads.contextual[1]', reason: 'should be text but is a list' },
    { field: 'reads.contextual[2]', reason: 'is empty' },
    { field: 'reads.contextual[3].when', reason: 'should be text but is a list' },
    { field: 'reads.infers[0]', reason: 'has no pattern' },
    { field: 'reads.infers[1]', reason: 'is empty' },
    { field: 'reads.required[1]', reason: 'should be text but is a map' },
    { field: 'reads.required[2]', reason: 'is empty' },
    { field: 'reads.required[3]', reason: 'should be text but is a list' },
    { field: 'writes[0]', reason: 'should be text but is a map' },
    { field: 'references.papers', reason: 'is none of dips, specs' },
    { field: 'references.dips', reason: 'should be a list of texts but is a map' },
  ])
  expect(agents.get('a')?.entry.reads?.required).toEqual(['good.md'])
  expect(agents.get('b')?.unread).toEqual([{ field: 'reads', reason: 'should be a map but is 5' }])
  expect(agents.get('c')?.unread).toBeUndefined()
  expect(agents.get('d')?.unread).toEqual([{ field: 'reads.required[0]', reason: 'should be text but is a list' }])
  // The doctor's findings name what can be corrected.
  expect(findings.map(({ message }) => message)).toContain(
    'reads.required[1] should be text but is a map; it is left out.',
  )
})

test('fields that programs write are among what was not read, too', () => {
  const text = 'agents:\n  a: {description: A., performance: see wiki, erc8004: {wallet: 5}, payment: , olas: later}\n'
  const { agents, findings } = parseRegistry(text, { file: 'agents.yaml' }).registry
  expect(agents.get('a')?.unread?.map(({ field }) => field)).toEqual(['performance', 'erc8004', 'olas'])
  expect(findings.map(({ message }) => message)).toContain(
    'erc8004 is left out: wallet: expected string, received number.',
  )
})

test('an agent with an empty id is left out and told, and so is a tag of YAML that makes no map', () => {
  const file = 'agents.yaml'
  const { registry } = parseRegistry('agents:\n  "": {name: N, description: d}\n  a: {name: A, description: d}\n', {
    file,
  })
  expect([...registry.agents.keys()]).toEqual(['a'])
  expect(registry.findings).toMatchObject([
    {
      code: 'REGISTRY_FIELD_INVALID',
      severity: 'error',
      message: expect.stringContaining('id "" of an agent is empty'),
    },
  ])
  expect(() => parseRegistry('agents: !!set\n  ? a\n  ? b\n', { file })).toThrow(
    'agents: expected a map, but it is a !!set',
  )
  expect(() => parseRegistry('agents: !!omap\n  - a: {name: A}\n', { file })).toThrow(
    'agents: expected a map, but it is an !!omap',
  )
  expect(parseRegistry('agents:\n  a: !!set {x}\n', { file }).registry.findings[0]?.message).toContain('is a !!set')
})
