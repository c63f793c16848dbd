import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run, runSpace } from '../__fixtures__/run-space.ts'
import { namedFiles } from './answer-files.ts'

test('files that an answer names are outputs, checked, and belong to the answer', async () => {
  const text = 'Done.\n\nFILE: 0-personal/new.md\n  FILE: `table.csv`\nSay FILE: other.md in a line.\n'
  const space = await runSpace([{ text, outputs: [{ path: '0-personal/new.md', type: 'zettel' }] }])
  const { root } = space.paths
  await writeFile(join(root, '0-personal/new.md'), '# New\n')
  await writeFile(join(root, 'table.csv'), 'a,b\n')
  const { outputs, files, checks } = await run(space)
  expect(outputs.slice(0, 2)).toEqual([
    { path: '0-personal/new.md', type: 'zettel' },
    { path: 'table.csv', type: 'file' },
  ])
  expect(checks.find(({ check }) => check === 'output_exists')).toEqual({ check: 'output_exists', passed: true })
  expect(files).toEqual([
    { path: '0-personal/new.md', media_type: 'text/markdown', size_bytes: 6 },
    { path: 'table.csv', media_type: 'text/csv', size_bytes: 4 },
  ])
})

test('nothing goes out that was there before, is hidden, private or secret, or lies elsewhere', async () => {
  const names = [
    'old.md',
    '.env',
    '.datacore/settings.yaml',
    'key.pem',
    'diary/day.md',
    'keys.md',
    'link.md',
    'none.md',
  ]
  const settings = 'privacy: {levels: [public, internal, private], paths: {diary/**: private}}\n'
  const space = await runSpace([
    { text: [...names, '../out.md', '/etc/passwd'].map((one) => `FILE: ${one}`).join('\n') },
  ])
  const { root, settingsFile, envDirectory } = space.paths
  await writeFile(settingsFile, settings, { flag: 'a' })
  await mkdir(envDirectory, { recursive: true })
  await writeFile(join(envDirectory, 'SEA_KEY'), 'sk-very-secret-tides')
  await mkdir(join(root, 'diary'))
  for (const name of ['old.md', '.env', 'key.pem', 'diary/day.md']) await writeFile(join(root, name), 'x')
  await writeFile(join(root, 'keys.md'), 'The key is sk-very-secret-tides.\n')
  await utimes(join(root, 'old.md'), 1, 1)
  await symlink('/etc/hostname', join(root, 'link.md'))
  const future = Date.parse('2100-01-01T00:00:00Z')
  const { files = [], findings } = await run(space, { now: () => future })
  expect(Object.fromEntries(files.map(({ path, withheld }) => [path, withheld]))).toEqual({
    'old.md': 'it was there before',
    '.env': 'it is hidden',
    '.datacore/settings.yaml': 'it is hidden',
    'key.pem': 'it is hidden',
    'diary/day.md': 'it is private',
    'keys.md': 'it was there before',
    'link.md': 'it is no file of the space',
    'none.md': 'it can not be read',
  })
  expect(findings.filter(({ code }) => code === 'EXECUTION_OUTPUT_REFUSED')).toHaveLength(2)
  const again = await run(space, { id: 'exec-again' })
  expect(again.files?.find(({ path }) => path === 'keys.md')?.withheld).toBe('it holds a secret of the space')
})

test('what an agent may not write is none of its work', async () => {
  const space = await runSpace([{ text: 'FILE: other.md' }])
  await writeFile(join(space.paths.root, 'other.md'), 'x')
  const agents =
    'version: 2.0.0\nagents:\n  writer: {name: Writer, description: Writes, skills: [], writes: [notes/]}\n'
  await writeFile(space.paths.agentsFile, agents)
  expect((await run(space)).files?.[0]?.withheld).toBe('the agent may not write there')
})

test.each([
  ['FILE: a.md', ['a.md']],
  ['FILE: ./a/../b c.md \n', ['b c.md']],
  ['FILE: "a.md"\nFILE:', ['a.md']],
  ['FILE: /desk/notes/a.md', ['notes/a.md']],
  ['FILE: /etc/a.md', ['../etc/a.md']],
  ['File: a.md, and FILE: b.md', []],
])('%j names %j', (text, paths) => expect(namedFiles(text, '/desk').map(({ path }) => path)).toEqual(paths))
