import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgentEntry } from '../agent-entry.ts'
import { AgentEntrySchema } from '../agent-entry-schema.ts'
import { createEditor, type RegistryEditor } from './create-editor.ts'
import { parseRegistry } from '../read/parse-registry.ts'
import type { Registry } from '../registry.ts'
import { copyView } from '../registry-view.ts'
import { writeView } from './write-view.ts'

const file = 'agents.yaml'
const fixture = await readFile(new URL('../__fixtures__/datacore-style.yaml', import.meta.url), 'utf8')

function edited(text: string, edit: (editor: RegistryEditor) => unknown): string {
  const { document, registry, view: before } = parseRegistry(text, { file })
  const after = copyView(before)
  edit(createEditor(registry, after))
  return writeView({ text, document, before, file }, after)
}

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
  fc.constantFrom(
    ':AI:',
    '- a',
    '# c',
    'a: b',
    'null',
    'true',
    '1.0',
    '0x1f',
    '~',
    '|',
    '>-',
    '&a',
    '*a',
    '{a}',
    '[x]',
    "it's",
    '"q"',
    'a\nb',
    ' a',
    'a ',
    'a\n\n',
    '\n',
    '<<',
    '%',
    '@',
    '`',
    '?',
    '---',
    '...',
    'a #b',
    '\t',
    'é\u2028',
    '\u0085',
    '\ud83d\ude00',
    'x'.repeat(300),
  ),
)
const id = fc.oneof(
  fc.constantFrom(
    'task-router',
    'note-writer',
    'old-writer',
    'bare-alias',
    'stop-trader',
    'risk-checker',
    'campaign-planner',
  ),
  fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/),
  fc.constantFrom('a: b', '__proto__', 'model', 'runtime', '42', 'null', 'é', '#x', '- x', '?', 'agents'),
)
const texts = fc.array(text, { maxLength: 4 })
const skill = fc.record(
  { id: text, name: text, description: text, tags: texts, examples: texts },
  { requiredKeys: ['id', 'name', 'description', 'tags'] },
)
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom({ '<<': { a: 1 } }, [{ b: 1, '<<': [] }], { '<<': 1 }),
)
const entry: fc.Arbitrary<Partial<AgentEntry>> = fc.record(
  {
    name: text,
    description: fc.oneof(text, fc.constant('')),
    version: text,
    skills: fc.array(skill, { maxLength: 3 }),
    triggers: fc.record({ tags: texts, patterns: texts, schedules: texts, after: texts }, { requiredKeys: [] }),
    reads: fc.record(
      {
        required: texts,
        contextual: fc.array(fc.record({ query: text, when: text }, { requiredKeys: ['query'] }), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    writes: texts,
    references: fc.record({ dips: texts, specs: texts }, { requiredKeys: [] }),
    can_be_called_by: texts,
    spawns: texts,
    runtime: fc.dictionary(fc.constantFrom('model', 'tools', 'other'), json, { minKeys: 1 }),
    performance: fc.record({ total_executions: fc.nat(), success_rate: fc.constantFrom(0, 0.5, 1) }),
    deprecated: fc.boolean(),
    alias: text,
    note: text,
    'x-claude': fc.dictionary(fc.oneof(fc.string({ maxLength: 5 }), fc.constant('<<')), json, { maxKeys: 3 }),
  },
  { requiredKeys: [] },
)
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('set' as const), id, entry, merge: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('module' as const),
      name: fc.constantFrom('trading', 'campaigns', 'new'),
      agents: fc.dictionary(id, entry, { maxKeys: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('deleteModule' as const),
      name: fc.constantFrom('trading', 'campaigns', 'new'),
    }),
  },
)
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

const complete = (more: Partial<AgentEntry>, base?: AgentEntry): AgentEntry => ({
  name: 'N',
  description: 'D',
  skills: [],
  ...base,
  ...more,
})

function apply(editor: RegistryEditor, each: Edit): void {
  if (each.kind === 'delete') editor.deleteAgent(each.id)
  else if (each.kind === 'deleteModule') editor.deleteModule(each.name)
  else if (each.kind === 'set')
    editor.setAgent(each.id, complete(each.entry, each.merge ? editor.get(each.id) : undefined))
  else
    editor.setModule(each.name, {
      source_module: each.name,
      agents: Object.fromEntries(Object.entries(each.agents).map(([key, value]) => [key, complete(value)])),
    })
}

/** The ids that an edit may change, those of its module included. */
function touched(registry: Registry, each: Edit): readonly string[] {
  if (each.kind === 'set' || each.kind === 'delete') return [each.id]
  const own = registry.modules.get(each.name)?.agentIds ?? []
  return each.kind === 'module' ? [...own, ...Object.keys(each.agents)] : own
}

/** The lines of each agent of the fixture, from its key to the next key at the same depth or above. */
function linesOf(id: string, within: string): string | undefined {
  const lines = within.split('\n')
  const start = lines.findIndex((line) => new RegExp(`^ +${id}:`).test(line))
  if (start === -1) return undefined
  const depth = /^ */.exec(lines[start] ?? '')?.[0].length ?? 0
  const length = lines
    .slice(start + 1)
    .findIndex((line) => line.trim() !== '' && (/^ */.exec(line)?.[0].length ?? 0) <= depth)
  return lines
    .slice(start, start + 1 + length)
    .join('\n')
    .trimEnd()
}

const commentsOutside = [
  '# AGENT REGISTRY',
  '# Single source of truth for agent metadata.',
  '  # The one that routes.',
  '  # Gone since May.',
  '  # flat, as Datacore writes them',
  '  # as specified',
  '# end of file',
]

test('random edits say exactly what was asked, and keep comments and untouched entries', () => {
  const { registry } = parseRegistry(fixture, { file })
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      let wanted: ReadonlyMap<string, AgentEntry | undefined> = new Map()
      const after = edited(fixture, (editor) => {
        for (const each of edits) apply(editor, each)
        wanted = new Map(
          [...registry.agents.keys(), ...edits.flatMap((each) => touched(registry, each))].map((key) => [
            key,
            editor.get(key),
          ]),
        )
      })
      const reread = parseRegistry(after, { file }).registry
      for (const [key, value] of wanted) expect(reread.agents.get(key)?.entry).toEqual(value)
      for (const comment of commentsOutside) expect(after).toContain(`${comment}\n`)
      const ids = new Set(edits.flatMap((each) => touched(registry, each)))
      const untouched = [...registry.agents.keys()].filter((key) => !ids.has(key))
      for (const key of untouched) expect(linesOf(key, after)).toBe(linesOf(key, fixture))
      expect(after.slice(0, after.indexOf('agents:'))).toBe(fixture.slice(0, fixture.indexOf('agents:')))
      expect(after.slice(after.indexOf('knowledge_locations:'))).toContain(
        fixture.slice(fixture.indexOf('knowledge_locations:')),
      )
    }),
    { numRuns: process.env['LONG'] ? 2000 : 40 },
  )
})

test('what was written is unchanged when it is set again', () => {
  fc.assert(
    fc.property(fc.dictionary(id, entry, { maxKeys: 5 }), fc.constantFrom('', fixture), (agents, start) => {
      const entries = Object.entries(agents).map(([key, value]) => [key, complete(value)] as const)
      const once = edited(start, (editor) => entries.forEach(([key, value]) => editor.setAgent(key, value)))
      const twice = edited(once, (editor) => {
        for (const [key, value] of entries) expect(editor.setAgent(key, value)).toBe('unchanged')
      })
      expect(twice).toBe(once)
      for (const { entry: read } of parseRegistry(once, { file }).registry.agents.values())
        expect(AgentEntrySchema.safeParse(read).error).toBeUndefined()
    }),
    { numRuns: process.env['LONG'] ? 500 : 15 },
  )
})

test('of an agent that two modules have the one that comes first in the file counts, also if its module was put back', () => {
  let wanted: AgentEntry | undefined
  const after = edited(fixture, (editor) => {
    const put = (name: string, note: string): unknown =>
      editor.setModule(name, { source_module: name, agents: { 'campaign-planner': complete({ note }) } })
    put('trading', 'a')
    editor.deleteModule('campaigns')
    put('campaigns', 'b')
    put('new', 'c')
    wanted = editor.get('campaign-planner')
  })
  expect(parseRegistry(after, { file }).registry.agents.get('campaign-planner')?.entry).toEqual(wanted)
})

test('a map that loses its only keys, older ones among them, is emptied in its place', () => {
  const after = edited(fixture, (editor) => {
    editor.setAgent('note-writer', complete({ triggers: {} }, editor.get('note-writer')))
    editor.setAgent('a', complete({}))
  })
  expect(after).toContain('    triggers: {}\n')
  expect(parseRegistry(after, { file }).registry.agents.get('note-writer')?.entry.triggers).toEqual({})
  expect(linesOf('task-router', after)).toBe(linesOf('task-router', fixture))
})

const performance = { total_executions: 1, success_rate: 1 }

test.each([
  [
    'on one line',
    "  w: {name: \"W W\", description: 'it''s', version: 1.10, skills: [], x-hex: 0x10, x-big: 12345678901234567890, x-null: ~} # mine\n",
    ', performance: {total_executions: 1, success_rate: 1}} # mine\n',
  ],
  [
    'over lines with comments',
    '  w: {\n    name: "W", # who\n    description: writes, skills: [] # last\n  } # mine\n',
    'skills: [], performance: {total_executions: 1, success_rate: 1} # last\n  } # mine\n',
  ],
  [
    'with an empty one and a comment behind it',
    '  w:\n    name: W\n    description: D\n    skills: []\n    performance: {} # none yet\n',
    '    performance: { total_executions: 1, success_rate: 1 } # none yet\n',
  ],
])('figures are added to an entry %s as often as they change, and all else stays', (_, entry, expected) => {
  const start = `agents:\n${entry}`
  const written = (text: string, total: number): string =>
    edited(text, (editor) => {
      const before = editor.get('w')
      if (before === undefined) throw new Error('It is not there.')
      editor.setAgent('w', { ...before, performance: { ...performance, total_executions: total } })
    })
  const once = written(start, 1)
  expect(once).toContain(expected)
  const [head = ''] = expected.split(/, performance|    performance/)
  expect(once.startsWith(start.slice(0, start.indexOf(head) + head.length))).toBe(true)
  let text = once
  for (let total = 2; total < 8; total += 1) text = written(text, total)
  expect(text).toBe(once.replace('total_executions: 1', 'total_executions: 7'))
})
