import fc from 'fast-check'
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

/** The text after an agent lost some keys of its entry, and got others. */
function without(text: string, keys: readonly string[], more: Partial<AgentEntry> = {}): string {
  return edited(text, (editor) => {
    const entry = editor.get('w')
    if (entry === undefined) throw new Error('It is not there.')
    const left = Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)))
    editor.setAgent('w', { ...left, name: entry.name, description: entry.description, skills: entry.skills, ...more })
  })
}

const must = "name: \"W W\", description: 'it''s', skills: []"

test.each([
  ['in the middle', `{${must}, note: n, x-hex: 0x10} # mine`, `{${must}, x-hex: 0x10} # mine`],
  ['at the end', `{x-v: 1.10, ${must}, note: n}`, `{x-v: 1.10, ${must}}`],
  ['at the beginning', `{note: n, ${must}, x-null: ~}`, `{${must}, x-null: ~}`],
  ['between spaces', `{ note: n, ${must} }`, `{ ${must} }`],
  ['at the end between spaces', `{ ${must}, note: n }`, `{ ${must} }`],
  [
    'without spaces',
    '{"name":"W","note":"n","description":"D","skills":[]}',
    '{"name":"W","description":"D","skills":[]}',
  ],
  ['with a comma at the end', `{${must}, note: n,}`, `{${must},}`],
  ['with a comma and a space at the end', `{ ${must}, note: n, }`, `{ ${must}, }`],
  [
    'with a space before commas',
    `{name: W , note: n , description: D , skills: []}`,
    `{name: W , description: D , skills: []}`,
  ],
  ['with a comma in its text', `{${must}, note: "a, b}", x-a: 1}`, `{${must}, x-a: 1}`],
  ['with quotes around the key', `{${must}, "note" : n, x-a: 1}`, `{${must}, x-a: 1}`],
  ['with a tag', `{${must}, note: !!str n, x-a: 1}`, `{${must}, x-a: 1}`],
  [
    'on its own line',
    '{\n    name: "W", # who\n    note: n,\n    description: D,\n    skills: [] # last\n  } # mine',
    '{\n    name: "W", # who\n    description: D,\n    skills: [] # last\n  } # mine',
  ],
  [
    'on its own line with a comment',
    '{\n    name: W,\n    note: n, # why, and more\n    description: D, skills: []\n  }',
    '{\n    name: W,\n    # why, and more\n    description: D, skills: []\n  }',
  ],
  [
    'on the last line',
    '{\n    name: W,\n    description: D,\n    skills: [], # one\n    note: n\n  }',
    '{\n    name: W,\n    description: D,\n    skills: [] # one\n  }',
  ],
  [
    'on the last line with a comment',
    '{\n    name: W, description: D,\n    skills: [],\n    # above\n    note: n # behind\n  }',
    '{\n    name: W, description: D,\n    skills: []\n    # above\n    # behind\n  }',
  ],
  [
    'at the end of a line',
    '{name: W, note: n,\n    description: D, skills: []}',
    '{name: W,\n    description: D, skills: []}',
  ],
  [
    'at the end of a line with a comment',
    '{name: W, note: n, # both\n    description: D, skills: []}',
    '{name: W, # both\n    description: D, skills: []}',
  ],
  [
    'behind a comma at the beginning of its line',
    '{ name: W\n    , note: n\n    , description: D\n    , skills: [] }',
    '{ name: W\n    , description: D\n    , skills: [] }',
  ],
])('a key %s goes with one comma, and all else stays', (_, entry, expected) => {
  const file = (text: string): string => `# all\nagents:\n  w: ${text}\n  v: {name: 'V', description: D, skills: []}\n`
  expect(without(file(entry), ['note'])).toBe(file(expected))
  const windows = (text: string): string => file(text).replaceAll('\n', '\r\n')
  expect(without(windows(entry), ['note'])).toBe(windows(expected))
})

test.each([
  ['in braces', '  w: {name: W, description: D, skills: [], x-v: 1.10, note: n, x-a: 0x1} # mine\n'],
  ['at the end', '  w: {name: W, description: D, skills: [], x-v: 1.10, x-a: 0x1, note: n} # mine\n'],
])('several keys of an entry %s go, and others come', (_, entry) => {
  const head = '  w: {name: W, description: D, skills: []'
  expect(without(`agents:\n${entry}`, ['note', 'x-a'])).toBe(`agents:\n${head}, x-v: 1.10} # mine\n`)
  const more = without(`agents:\n${entry}`, ['note', 'x-a'], { version: '2.0' })
  expect(more).toBe(`agents:\n${head}, x-v: 1.10, version: "2.0"} # mine\n`)
})

test('keys of a map within go, the last of them leaves it empty, and older names of a field go with it', () => {
  const text =
    "agents:\n  w: {name: 'W', description: D, skills: [], triggers: { tags: [ a ], scheduled: b }, model: m} # mine\n"
  const triggers = (value: string): string => text.replace('{ tags: [ a ], scheduled: b }', value)
  expect(without(text, [], { triggers: { tags: ['a'] } })).toBe(triggers('{ tags: [ a ] }'))
  expect(without(text, [], { triggers: {} })).toBe(triggers('{}'))
  expect(without(text, ['runtime'])).toBe(text.replace(', model: m', ''))
  expect(without(text, [], { runtime: { model: 'n' } })).toBe(text.replace('model: m', 'runtime: {model: n}'))
})

test('an agent goes, and those beside it in the same braces stay as they are', () => {
  const one = "v: {name: 'V', description: D, skills: []} # v\n"
  const text = `agents: {\n  ${one}  , w: {name: W, description: D, skills: [], x-v: 1.10}\n  } # tail\n`
  expect(edited(text, (editor) => editor.deleteAgent('w'))).toBe(`agents: {\n  ${one}  } # tail\n`)
  const both = 'agents: {w: {name: W, description: D, skills: []}} # tail\n'
  expect(edited(both, (editor) => editor.deleteAgent('w'))).toBe('agents: {} # tail\n')
})

test('a key of a skill in braces goes, and one of an agent in a file that is one pair of braces', () => {
  const skill = "      - { id: 's', name: S, description: D, tags: [ a ], examples: [b] } # mine\n"
  const block = `agents:\n  w:\n    name: W\n    description: D\n    skills:\n${skill}${skill.replace("'s'", 't')}`
  const kept = { id: 's', name: 'S', description: 'D', tags: ['a'] }
  const after = without(block, [], { skills: [kept, { ...kept, id: 't', examples: ['b'] }] })
  expect(after).toBe(block.replace(', examples: [b]', ''))
  const braces =
    '{"agents": {"w": {"name":"W", "description":"D", "skills":[], "note":"n", "x-v": 1.10}}, "mine": 0x10}\n'
  expect(without(braces, ['note'])).toBe(braces.replace(' "note":"n",', ''))
})

test.each([
  ['an anchor of a key', `{${must}, &k note: n, x-a: 1}`],
  ['a question mark', `{${must}, ? note : n, x-a: 1}`],
])('where %s stands, the entry is written anew and says what it shall', (_, entry) => {
  const after = without(`agents:\n  w: ${entry}\n`, ['note'])
  const left = { name: 'W W', description: "it's", skills: [], 'x-a': 1 }
  expect(parseRegistry(after, { file }).registry.agents.get('w')?.entry).toEqual(left)
})

test('a key that a merge brings can not go', () => {
  const edit = (): string => without(`agents:\n  w: {${must}, <<: {note: n}, x-a: 1}\n`, ['note'])
  expect(edit).toThrow(expect.objectContaining({ code: 'REGISTRY_EDIT_REFUSED' }))
})

// Without commas in them, so that those between pairs can be counted.
const values = [
  '1.10',
  '0x10',
  '~',
  "'it''s'",
  '"q#q"',
  'a b',
  '[ 1 ]',
  '{p:  0x1}',
  '[ { q: "1" } ]',
  '1e3',
  '!!str 7',
]
const keys = ['name', 'description', 'skills', 'note', 'x-a', 'x-b', 'x-c', '"x-d"']
const space = fc.constantFrom('', ' ', '  ', '\n    ', ' # c\n    ', '\n    # d, e\n    ', '\n\n    ', ' #\n    ')
const pair = fc.record({
  value: fc.constantFrom(...values),
  colon: fc.constantFrom(': ', ':  ', ' : '),
  before: space,
  behind: space,
})
const map = fc.record({
  order: fc.shuffledSubarray(keys, { minLength: keys.length }),
  pairs: fc.array(pair, { minLength: keys.length, maxLength: keys.length }),
  gone: fc.subarray(['note', 'x-a', 'x-b', 'x-c', 'x-d']),
  comma: fc.boolean(),
  tail: space,
})

test('whatever the layout, only the keys and a comma for each of them go', () => {
  fc.assert(
    fc.property(map, ({ order, pairs, gone, comma, tail }) => {
      const fixed: Readonly<Record<string, string>> = { name: 'W', description: "'D'", skills: '[ ]', note: "'n'" }
      const parts = order.map((key, index) => {
        const { value = '1', colon = ': ', before = '', behind = '' } = pairs[index] ?? {}
        return { key: key.replaceAll('"', ''), before, own: `${key}${colon}${fixed[key] ?? value}`, behind }
      })
      const written = parts.map(({ before, own, behind }) => `${before}${own}${behind}`).join(',')
      const [head, end] = ["# all\nagents:\n  'w' : ", ` # mine\n  v: {name:  'V', description: D, skills: []}\n`]
      const text = `${head}{${written}${comma ? ',' : ''}${tail}}${end}`
      const after = without(text, gone)
      expect([after.slice(0, head.length), after.slice(-end.length)]).toEqual([head, end])
      const bare = (part: string): string => part.replaceAll(/[\s,]/g, '')
      const left = parts.map(({ key, before, own, behind }) => before + (gone.includes(key) ? '' : own) + behind)
      expect(bare(after)).toBe(bare(`${head}{${left.join('')}${tail}}${end}`))
      for (const { own } of parts.filter(({ key }) => !gone.includes(key))) expect(after).toContain(own)
      const commas = (part: string): number => part.replaceAll(/(?<=\s)#.*/g, '').split(',').length
      expect(commas(after)).toBe(commas(text) - gone.length)
      expect(after.split('\n').length).toBeLessThanOrEqual(text.split('\n').length)
    }),
    { numRuns: process.env['LONG'] ? 20_000 : 120 },
  )
})

test('keys go, come and change together, and those beside them stay', () => {
  fc.assert(
    fc.property(map, fc.boolean(), ({ order, gone, comma, tail }, isChanged) => {
      const own = (key: string): string => `${key}: ${key === 'skills' ? '[ ]' : key === 'note' ? 'n' : "'1'"}`
      const text = `agents:\n  w: {${order.map(own).join(', ')}${comma ? ',' : ''}${tail}} # mine\n`
      const more = { version: '9.0', alias: 'v', ...(isChanged ? { name: 'changed' } : {}) }
      const after = without(text, gone, more)
      const left = order.filter((key) => !gone.includes(key.replaceAll('"', '')) && !(isChanged && key === 'name'))
      const places = left.map((key) => after.indexOf(own(key)))
      expect(places).toEqual(places.filter((place) => place !== -1).toSorted((a, b) => a - b))
      expect(after.endsWith(`${tail}} # mine\n`)).toBe(true)
      expect(parseRegistry(after, { file }).registry.agents.get('w')?.entry).toMatchObject(more)
    }),
    { numRuns: process.env['LONG'] ? 20_000 : 80 },
  )
})
