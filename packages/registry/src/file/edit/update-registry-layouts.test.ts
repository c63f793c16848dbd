import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import type { AgentEntry } from '../agent-entry.ts'
import { readRegistry } from '../read/read-registry.ts'
import { updateRegistry } from './update-registry.ts'

const entry = (name: string, more: Partial<AgentEntry> = {}): AgentEntry => ({
  name,
  description: `${name} does things`,
  skills: [],
  ...more,
})

test.for([
  [
    'Windows line breaks',
    'version: 1\r\nagents:\r\n  a:\r\n    name: A\r\n    description: d\r\n    skills: []\r\n# end\r\n',
  ],
  ['no line break at the end', 'agents:\n  a: {name: A, description: d, skills: []}'],
  ['a byte-order mark', '\ufeffagents:\n  a: {name: A, description: d, skills: []}\n'],
  ['agents in brackets', '# head\nagents: {a: {name: A, description: d, skills: []}} # tail\n'],
  [
    'agents in brackets with comments',
    'agents: {\n  # about a\n  a: {name: A, description: d, skills: []} # tail\n}\n',
  ],
  ['a whole file in brackets', '{"agents": {"a": {"name": "A", "description": "d", "skills": []}}}\n'],
  ['empty brackets', '# head\nagents: {} # tail\n'],
  ['nothing but comments', '# head\n\n# tail\n'],
  ['an empty map and a comment', '# head\n{} # tail\n'],
  ['document markers', '%YAML 1.2\n---\nagents:\n  a:\n    name: A\n    description: d\n    skills: []\n...\n'],
  ['explicit keys', '? agents\n: ? a\n  : name: A\n    description: d\n    skills: []\n'],
  [
    'keys and values on separate lines',
    'agents:\n  a:\n    name:\n      A\n    description:\n      d\n    skills:\n      []\n',
  ],
  ['block texts', 'agents:\n  a:\n    name: A\n    skills: []\n    description: |+\n      d\n\n\n'],
  ['four spaces', 'agents:\n    a:\n        name: A\n        description: d\n        skills:\n            - s\n'],
] as const)('writes into a file with %s', async ([, text]) => {
  const paths = await temporarySpace(text)
  const strange = 'é: "x" #no\n - line\n\ttab \\ \u2028 end '
  await updateRegistry(paths, (editor) => {
    const a = editor.get('a')
    if (a !== undefined) editor.setAgent('a', { ...a, description: strange, writes: ['w'], note: '- n' })
    editor.setAgent('b: #', entry(strange, { triggers: { tags: [':AI:'], patterns: ['a.*b|c$'] }, version: '1.0' }))
  })
  const { agents } = await readRegistry(paths)
  expect(agents.get('b: #')?.entry).toEqual({
    name: strange,
    description: `${strange} does things`,
    skills: [],
    triggers: { tags: [':AI:'], patterns: ['a.*b|c$'] },
    version: '1.0',
  })
  const expected = text.includes('name') ? { name: 'A', description: strange, writes: ['w'], note: '- n' } : {}
  expect(agents.get('a')?.entry ?? {}).toMatchObject(expected)
  const after = await readFile(paths.agentsFile, 'utf8')
  for (const comment of text.match(/# \w+( a)?$/gm) ?? []) expect(after).toContain(comment)
  expect(after.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'))
  expect(/(?<!\r)\n/.test(after)).toBe(!text.includes('\r\n'))
  await updateRegistry(paths, (editor) => [editor.deleteAgent('a'), editor.deleteAgent('b: #')])
  expect((await readRegistry(paths)).agents.size).toBe(0)
})

test('an edit that anchors would carry into other entries is refused, one beside them is not', async () => {
  const text =
    'agents:\n  a: &a\n    name: A\n    description: d\n    skills: &s [x]\n  b:\n    <<: *a\n    name: B\n  c:\n    name: C\n    description: d\n    skills: *s\n'
  const paths = await temporarySpace(text)
  expect((await readRegistry(paths)).agents.get('b')?.entry).toMatchObject({ name: 'B', description: 'd' })
  for (const edit of ['a', 'delete'] as const)
    await expect(
      updateRegistry(paths, (editor) => (edit === 'a' ? editor.setAgent('a', entry('A')) : editor.deleteAgent('a'))),
    ).rejects.toMatchObject({ code: 'REGISTRY_EDIT_REFUSED' })
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(text)
  await updateRegistry(paths, (editor) => [editor.setAgent('b', entry('B2')), editor.setAgent('c', entry('C2'))])
  const { agents } = await readRegistry(paths)
  expect([...agents.values()].map(({ entry: { name, skills } }) => [name, skills.length])).toEqual([
    ['A', 1],
    ['B2', 0],
    ['C2', 0],
  ])
})

test('broken neighbours, unknown keys and repeated keys stay', async () => {
  const text =
    'extra: 1\nagents:\n  broken: [1, 2]\n  a:\n    name: A\n    description: d\n    skills: []\n    mine: {deep: [1, {x: y}]}\n  a:\n    name: A2\n    description: d\n    skills: []\n'
  const paths = await temporarySpace(text)
  await updateRegistry(paths, (editor) => editor.setAgent('a', entry('A3', { description: 'd' })))
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(text.replace('A2', 'A3'))
  await updateRegistry(paths, (editor) => editor.setAgent('broken', entry('Mended')))
  expect((await readRegistry(paths)).agents.get('broken')?.entry.name).toBe('Mended')
})
