import { expect, test } from 'vitest'
import type { AgentEntry } from '../agent-entry.ts'
import { createEditor, type RegistryEditor } from './create-editor.ts'
import { parseRegistry } from '../read/parse-registry.ts'
import { copyView } from '../registry-view.ts'
import { writeView } from './write-view.ts'

const file = 'agents.yaml'

function edited(text: string, edit: (editor: RegistryEditor) => unknown): string {
  const { document, registry, view: before } = parseRegistry(text, { file })
  const after = copyView(before)
  edit(createEditor(registry, after))
  return writeView({ text, document, before, file }, after)
}

const set =
  (change: Partial<AgentEntry>) =>
  (editor: RegistryEditor): unknown => {
    const entry = editor.get('a')
    if (entry === undefined) throw new Error('It is not there.')
    return editor.setAgent('a', { ...entry, ...change })
  }

/** One field of an agent `a` as a person may lay it out. */
const layouts: Readonly<Record<string, (field: string) => string>> = {
  'an entry in braces': (field) => `agents:\n  a: {name: A, description: d, skills: [], ${field}} # mine\n`,
  'an entry of lines': (field) =>
    `agents:\n  a:\n    name: A\n    description: d\n    skills: []\n    ${field} # mine\n`,
  'a file in braces': (field) => `{agents: {a: {name: A, description: d, skills: [], ${field}}}}\n`,
  'an agent of a module': (field) =>
    `module_agents:\n  m:\n    agents:\n      a: {name: A, description: d, skills: [], ${field}}\n`,
}

const performance = { total_executions: 1, success_rate: 1 }

const written: readonly (readonly [string, Partial<AgentEntry>])[] = [
  ['performance: {reputation: {score: 77, feedback_count: 9}, chain: "eip155:8453"}', { performance }],
  ['performance: {reputation: {score: 77, feedback_count: 9, positive_rate: 1, source: chain}}', { performance }],
  ['performance: "see wiki page"', { performance }],
  ['performance: 5', { performance }],
  ['performance: false', { performance }],
  ['performance: [good, fast]', { performance }],
  ['erc8004: {agentId: 1, owner: me}', { erc8004: { agentId: 2 } }],
  ['erc8004: registered', { erc8004: { agentId: 2 } }],
  ['payment: {protocol: x402}', { payment: { protocol: 'x402', currency: 'USDC', pricing: {} } }],
  ['virtuals: "later"', { virtuals: { id: 1 } }],
  ['olas: [one]', { olas: { id: 1 } }],
  ['type: robot', { type: 'agent' }],
  ['runtime: fast', { runtime: { model: 'm' } }],
  ['writes: {notes: all}', { writes: ['notes/'] }],
  ['writes: [{path: notes}]', { writes: ['notes/'] }],
  ['can_be_called_by: {boss: true}', { can_be_called_by: ['user'] }],
  ['called_by: {boss: true}', { can_be_called_by: ['user'] }],
  ['note: [one, two]', { note: 'one' }],
  ['reads: {required: {a: b}, contextual: [x]}', { reads: { required: ['a.md'], contextual: [{ query: 'x' }] } }],
  ['spawns: [b, {c: fast}]', { spawns: ['b', 'd'] }],
  ['called_by: [boss, {chief: true}]', { can_be_called_by: ['boss', 'user'] }],
  ['triggers: ["write it", [or, this]]', { triggers: { examples: ['write that'] } }],
  ['reads: [a.md, {b.md: later}]', { reads: { required: ['a.md', 'c.md'] } }],
  ['reads: {contextual: [{query: x}, {when: y}]}', { reads: { contextual: [{ query: 'x' }, { query: 'z' }] } }],
  ['reads: {contextual: [{query: x, when: [y]}]}', { reads: { contextual: [{ query: 'x', when: 'z' }] } }],
]

const cases = Object.entries(layouts).flatMap(([layout, lay]) =>
  written.map(([field, change]) => [layout, field, change, lay] as const),
)

test.each(cases)('in %s, what could not be read is not replaced: %s', (_, field, change, lay) => {
  expect(() => edited(lay(field), set(change))).toThrow(
    expect.objectContaining({ code: 'REGISTRY_EDIT_REFUSED', details: { file, subjects: [expect.any(String)] } }),
  )
})

test('lines under the field are not replaced either', () => {
  const entry = 'agents:\n  a:\n    name: A\n    description: d\n    skills: []\n'
  for (const lines of [
    '    performance:\n      reputation:\n        score: 77\n      chain: eip155:8453\n',
    '    performance:\n      total_executions: 3\n      x-note: mine\n',
    '    performance:\n      - good\n      - fast\n',
    '    performance: |\n      see wiki page\n',
    '    performance:\n      see wiki page\n',
    '    performance: !mine {total_executions: x}\n',
  ])
    expect(() => edited(`${entry}${lines}`, set({ performance }))).toThrow(
      expect.objectContaining({ code: 'REGISTRY_EDIT_REFUSED' }),
    )
})

test('the refusal names the field and how to go on', () => {
  const text = 'agents:\n  a: {name: A, description: d, reads: {required: {x: y}}, performance: "see wiki"}\n'
  expect(() => edited(text, set({ performance, reads: { required: ['x'] } }))).toThrow(
    expect.objectContaining({
      message:
        "agents.yaml can't be edited without changing the meaning of reads.required of a, performance of a. Nothing was changed.",
      hint: "What stands there can't be read, so somebody may have written it for themselves. Correct it or take it out, then run the command again.",
    }),
  )
})

test('other fields of such an entry are written, and it stays', () => {
  for (const lay of Object.values(layouts))
    for (const [field] of written.filter(([one]) => !one.startsWith('note'))) {
      const after = edited(lay(field), set({ note: 'new' }))
      expect(after).toContain(field)
      expect(parseRegistry(after, { file }).registry.agents.get('a')?.entry.note).toBe('new')
    }
})

test.each([
  'performance: ',
  'performance: ~',
  'performance: null',
  'performance: {}',
  "performance: ''",
  'performance: []',
])('nothing is lost where nothing is written: %s', (field) => {
  for (const lay of Object.values(layouts))
    expect(
      parseRegistry(edited(lay(field), set({ performance })), { file }).registry.agents.get('a')?.entry,
    ).toMatchObject({ performance })
})

test.each([
  ['spawns: [b, b, "", 1]', { spawns: ['c'] }],
  ['spawns: [b, :AI:]', { spawns: ['b', 'c'] }],
  ['called_by: [boss, boss]', { can_be_called_by: ['user'] }],
  ['triggers: ["write it", :AI:, /write]', { triggers: { examples: ['write that'] } }],
  ['skills: [writing, {id: reading, name: Reading}]', { skills: [] }],
] as const)('a list that was read to its end is changed: %s', (field, change) => {
  const after = edited(`agents:\n  a: {name: A, description: d, ${field}}\n`, set(change))
  expect(parseRegistry(after, { file }).registry.agents.get('a')?.entry).toMatchObject(change)
})

test('an entry with such a field can be taken out, and one that is no entry can be put right', () => {
  const text = 'agents:\n  a: {name: A, description: d, performance: "see wiki"}\n  b: [1, 2]\n'
  const after = edited(text, (editor) => {
    editor.deleteAgent('a')
    editor.setAgent('b', { name: 'B', description: 'd', skills: [] })
  })
  expect([...parseRegistry(after, { file }).registry.agents.keys()]).toEqual(['b'])
})
