import { expect, test } from 'vitest'
import type { AgentEntry } from '../agent-entry.ts'
import { createEditor } from './create-editor.ts'
import { parseRegistry } from '../read/parse-registry.ts'
import { copyView } from '../registry-view.ts'
import { writeView } from './write-view.ts'

const file = 'agents.yaml'
const performance = { total_executions: 3, success_rate: 1 }

/** The text after some fields of an entry changed, or the code of the error. */
function after(text: string, id: string, fields: Partial<AgentEntry>): string {
  const { document, registry, view: before } = parseRegistry(text, { file })
  const view = copyView(before)
  const editor = createEditor(registry, view)
  const entry = editor.get(id)
  if (entry === undefined) throw new Error('It is not there.')
  editor.setAgent(id, { ...entry, ...fields })
  try {
    return writeView({ text, document, before, file }, view)
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

const refused = 'REGISTRY_EDIT_REFUSED'
const base = '  a: &base\n    name: A\n    description: d\n    skills: []\n'
const lists = '  a:\n    name: A\n    description: d\n    skills: []\n    writes: &w [x/, y/]\n    version: &v "1.0"\n'
const merged = `${base}    runtime: {model: m, tools: [t]}\n  b:\n    <<: *base\n    name: B\n`
const bOf = (fields: string): string => `  b:\n    name: B\n    description: d\n    skills: []\n${fields}`

test.each<[string, string, string, Partial<AgentEntry>]>([
  ['an entry', `agents:\n${base}  c: *base\n`, 'c', { performance }],
  ['an entry in brackets', 'agents: {a: &a {name: A, description: d, skills: []}, c: *a}\n', 'c', { performance }],
  ['entries of a module', `agents: &all\n${base}module_agents:\n  m:\n    agents: *all\n`, 'a', { performance }],
  ['a list', `agents:\n${lists}${bOf('    writes: *w\n')}`, 'b', { writes: ['x/', 'y/', 'z/'] }],
  ['an older key', `agents:\n${lists}${bOf('    called_by: *w\n')}`, 'b', { can_be_called_by: ['x/', 'z/'] }],
  ['an item in brackets', `agents:\n${lists}${bOf('    writes: [*v, o/]\n')}`, 'b', { writes: ['1.0', 'o/', 'z/'] }],
  ['an entry merged into all', `x: &x\n${base}agents:\n  <<: *x\n  b: {name: B}\n`, 'a', { performance }],
  ['a merged map', `agents:\n${merged}`, 'b', { runtime: { model: 'n', tools: ['t'] } }],
])('%s that an alias shares is not written out', (_, text, id, fields) => {
  expect(after(text, id, fields)).toBe(refused)
})

test.each<[string, string, string, Partial<AgentEntry>, string]>([
  [
    'beside an alias',
    lists + bOf('    writes: *w\n'),
    'b',
    { version: '2' },
    lists + bOf('    writes: *w\n    version: "2"\n'),
  ],
  ['a text', lists + bOf('    version: *v # of a\n'), 'b', { version: '2' }, lists + bOf('    version: "2" # of a\n')],
  ['all of a list', lists + bOf('    writes: *w\n'), 'b', { writes: ['o/'] }, lists + bOf('    writes:\n      - o/\n')],
  [
    'beside a merge key',
    merged,
    'b',
    { performance },
    `${merged}    performance:\n      total_executions: 3\n      success_rate: 1\n`,
  ],
  ['a merged text', merged, 'b', { description: 'e' }, `${merged}    description: e\n`],
  [
    'after an item',
    lists + bOf('    writes:\n      - *v # of a\n      - o/\n'),
    'b',
    { writes: ['1.0', 'o/', 'z/'] },
    lists + bOf('    writes:\n      - *v # of a\n      - o/\n      - z/\n'),
  ],
  [
    'an item',
    lists + bOf('    writes:\n      - *v # of a\n      - o/\n'),
    'b',
    { writes: ['2.0', 'o/'] },
    lists + bOf('    writes:\n      - "2.0" # of a\n      - o/\n'),
  ],
])('%s is changed, where nothing that is shared is written out', (_, text, id, fields, expected) => {
  expect(after(`agents:\n${text}`, id, fields)).toBe(`agents:\n${expected}`)
})

test('an entry that is an alias goes when it is deleted', () => {
  const text = `agents:\n${base}  c: *base\n`
  const { document, registry, view: before } = parseRegistry(text, { file })
  const view = copyView(before)
  createEditor(registry, view).deleteAgent('c')
  expect(writeView({ text, document, before, file }, view)).toBe(`agents:\n${base}`)
})
