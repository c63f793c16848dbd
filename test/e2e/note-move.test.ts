import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { useSampleSpace } from './sample-space.ts'
import { fingerprint, temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()
const state = /^\.datacore\/(?:cache|state)/

async function spaceWith(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await temporaryCopy(space().root)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  return cwd
}

const text = async (cwd: string, path: string): Promise<string> => await readFile(join(cwd, path), 'utf8')

test('a note is moved with all that leads to it, found again, and taken back', async () => {
  const cwd = await spaceWith({
    'sea/Tide.md': '# Tide\n\n[moon](../Moon.md) ![chart](img/chart.png)\n',
    'sea/img/chart.png': 'x',
    'Moon.md': 'pulls [[Tide]], [t](sea/Tide.md#tide) and ![[sea/Tide|it]]\n\n`[[Tide]]`\n',
    'What now?.md': '[[tide]]\n',
    'water/salt.md': '',
  })
  const before = await fingerprint(cwd, state)
  const changes = [
    { line: 1, from: 'Tide', to: 'Low tide' },
    { line: 1, from: 'sea/Tide.md#tide', to: 'water/Low%20tide.md#tide' },
    { line: 1, from: 'sea/Tide', to: 'water/Low tide' },
  ]
  const expected = {
    findings: [],
    moved: { from: 'sea/Tide.md', to: 'water/Low tide.md' },
    rewritten: [
      {
        path: 'water/Low tide.md',
        links: 1,
        changes: [{ line: 3, from: 'img/chart.png', to: '../sea/img/chart.png' }],
      },
      { path: 'Moon.md', links: 3, changes },
      { path: 'What now?.md', links: 1, changes: [{ line: 1, from: 'tide', to: 'Low tide' }] },
    ],
    not_rewritten: [],
  }
  const args = ['note', 'move', 'tide', 'water/Low tide']
  expect(await runJson([...args, '--dry-run'], { cwd })).toEqual({ ...expected, dry_run: true })
  const reported = await runDatacortex([...args, '--dry-run'], { cwd })
  expect(reported.stdout).toContain('would write  Moon.md:1  Tide → Low tide')
  expect(await fingerprint(cwd, state)).toEqual(before)
  const moved = (await runJson(args, { cwd })) as { undo: string }
  expect(moved).toEqual({ ...expected, undo: expect.stringMatching(/^note-/) })
  expect(await text(cwd, 'Moon.md')).toBe(
    'pulls [[Low tide]], [t](water/Low%20tide.md#tide) and ![[water/Low tide|it]]\n\n`[[Tide]]`\n',
  )
  expect(await text(cwd, 'water/Low tide.md')).toBe('# Tide\n\n[moon](../Moon.md) ![chart](../sea/img/chart.png)\n')
  expect(await runJson(['note', 'links', 'Low tide'], { cwd })).toMatchObject({
    links: [{ path: 'Moon.md' }],
    backlinks: [{ path: 'Moon.md' }, { path: 'What now?.md' }],
  })
  expect(await runJson(['search', 'tide moon', '--top', '1'], { cwd })).toMatchObject({
    results: [{ path: expect.not.stringContaining('sea/Tide') }],
  })
  await runJson(['undo', moved.undo], { cwd })
  expect(await fingerprint(cwd, state)).toEqual(before)
})

test('a folder that is there, or a slash, keeps the name and the links by it', async () => {
  const cwd = await spaceWith({ 'A.md': '[[B]]', 'B.md': '[[A]]', 'in/x.md': '', 'o.org': 'see [[file:A.md][a]]\n' })
  expect(await runJson(['note', 'move', 'A.md', 'in', '--no-index'], { cwd })).toMatchObject({
    moved: { from: 'A.md', to: 'in/A.md' },
    rewritten: [{ path: 'o.org', links: 1 }],
  })
  expect(await text(cwd, 'o.org')).toBe('see [[file:in/A.md][a]]\n')
  for (const [to, path] of [
    ['new/', 'new/A.md'],
    [join(cwd, 'far/away/'), 'far/away/A.md'],
    ['./', 'A.md'],
  ] as const)
    expect(await runJson(['note', 'move', 'A', to, '--no-index'], { cwd })).toMatchObject({ moved: { to: path } })
  expect(await text(cwd, 'B.md')).toBe('[[A]]')
  expect(await runJson(['note', 'move', 'o', 'p', '--no-index'], { cwd })).toMatchObject({ moved: { to: 'p.org' } })
})

test('a canvas follows what lies on it, is moved itself, and comes back', async () => {
  const board = (file: string) => `{\n\t"nodes":[\n\t\t{"id":"1","type":"file","file":"${file}","x":0}\n\t]\n}`
  const cwd = await spaceWith({ 'A.md': '# A\n', 'Board.canvas': board('A.md') })
  const before = await fingerprint(cwd, state)
  const moved = (await runJson(['note', 'move', 'A', 'deep/er/', '--no-index'], { cwd })) as { undo: string }
  expect(moved).toMatchObject({ rewritten: [{ path: 'Board.canvas', links: 1 }], not_rewritten: [] })
  expect(await text(cwd, 'Board.canvas')).toBe(board('deep/er/A.md'))
  const board2 = (await runJson(['note', 'move', 'Board.canvas', 'plans/Map', '--no-index'], { cwd })) as {
    undo: string
  }
  expect(board2).toMatchObject({ moved: { to: 'plans/Map.canvas' }, rewritten: [] })
  expect(await text(cwd, 'plans/Map.canvas')).toBe(board('deep/er/A.md'))
  for (const run of [board2, moved]) await runJson(['undo', run.undo], { cwd })
  expect(await fingerprint(cwd, state)).toEqual(before)
})

test('nothing is ever replaced, and no place that is none is taken', async () => {
  const cwd = await spaceWith({
    'A.md': 'same',
    'B.md': '[[A]] [[A]]',
    'C.md': 'same',
    'x/y.md': '',
    'Board.canvas': '{}',
  })
  await symlink(join(cwd, 'x'), join(cwd, 'linked'))
  const before = await fingerprint(cwd, state)
  const tries = [
    ['A', 'B', 'CLI_NOTE_TAKEN', 1],
    ['A', 'C.md', 'CLI_NOTE_TAKEN', 1],
    ['A', 'A.md', 'CLI_NOTE_TAKEN', 1],
    ['A', 'a', 'CLI_USAGE', 2],
    ['A', 'b.md', 'WRITES_REFUSED', 1],
    ['A', '../out', 'CLI_USAGE', 2],
    ['A', '', 'CLI_USAGE', 2],
    ['A', ' ', 'CLI_USAGE', 2],
    ['A', '/etc/', 'CLI_USAGE', 2],
    ['A', 'a.org', 'CLI_USAGE', 2],
    ['Board.canvas', 'D.md', 'CLI_USAGE', 2],
    ['A', 'D.canvas', 'CLI_USAGE', 2],
    ['A', 'C#', 'CLI_USAGE', 2],
    ['A', 'what?', 'WRITES_REFUSED', 1],
    ['A', '.datacore/', 'WRITES_REFUSED', 1],
    ['A', 'linked/', 'WRITES_REFUSED', 1],
    ['A', 'CLAUDE.md', 'WRITES_REFUSED', 1],
    ['nobody', 'x/', 'CLI_NOTE_UNKNOWN', 1],
  ] as const
  for (const [name, to, code, status] of tries)
    expect(await runJson(['note', 'move', name, to], { cwd, status }), to).toMatchObject({ error: { code } })
  expect(await fingerprint(cwd, state)).toEqual(before)
})

test('several processes move notes that lead to each other, and no link is lost', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const cwd = await spaceWith(
    Object.fromEntries(
      names.map((name) => [`n/${name}.md`, names.map((other) => `[${other}](${other}.md)`).join(' ')]),
    ),
  )
  await Promise.all(
    names.map((name) => runJson(['note', 'move', `n/${name}`, `m/${name}${name}`, '--no-index'], { cwd })),
  )
  for (const name of names) {
    const others = names.filter((other) => other !== name).map((other) => ({ path: `m/${other}${other}.md` }))
    expect(await runJson(['note', 'links', `m/${name}${name}`], { cwd })).toMatchObject({
      links: others,
      backlinks: others,
      unresolved: [],
    })
  }
})

test('in its run an agent moves nothing unless it may write every file, and learns of no closed one', async () => {
  const cwd = await spaceWith({
    '1-acme/A.md': 'x',
    '1-acme/B.md': '[[A]]',
    '0-personal/C.md': '[[A]] [[B]]',
    'closed/D.md': '[[A]] [[E]]',
    '1-acme/E.md': '',
    '.datacore/registry/agents.yaml':
      "agents: {bound: {name: Bound, description: x, skills: [], writes: ['1-acme/']}}\n",
    '.datacore/settings.yaml': 'privacy: {paths: {"closed/**": private}, agents: {default: internal}}\n',
  })
  const env = { DATACORTEX_EXECUTION: 'exec-outer', DATACORTEX_CHAIN: 'bound' }
  const before = await fingerprint(cwd, state)
  const move = (name: string, to: string) => ['note', 'move', name, to, '--no-index']
  for (const [name, to] of [
    ['A', '1-acme/AA'],
    ['0-personal/C', '1-acme/'],
    ['1-acme/E', 'elsewhere/'],
  ] as const)
    for (const dry of [['--dry-run'], []])
      expect(await runJson([...move(name, to), ...dry], { cwd, env, status: 1 })).toMatchObject({
        error: { code: 'WRITES_REFUSED', message: expect.stringContaining('1-acme/ only') },
      })
  for (const to of ['closed/', 'closed', 'closed/D.md', 'closed/none/'])
    expect(await runJson(move('1-acme/E', to), { cwd, env, status: 1 })).toMatchObject({
      error: { code: 'WRITES_REFUSED', message: expect.stringMatching(/may not be shown|1-acme\/ only/) },
    })
  expect(await fingerprint(cwd, state)).toEqual(before)
  const moved = await runJson(move('1-acme/E', '1-acme/F'), { cwd, env })
  expect(moved).toMatchObject({ rewritten: [], not_rewritten: [] })
  expect(await text(cwd, 'closed/D.md')).toBe('[[A]] [[E]]')
})

test('a note that is moved keeps its time', async () => {
  const cwd = await spaceWith({ 'A.md': 'x' })
  const { mtimeMs } = await stat(join(cwd, 'A.md'))
  await runJson(['note', 'move', 'A', 'B', '--no-index'], { cwd })
  expect(Math.abs((await stat(join(cwd, 'B.md'))).mtimeMs - mtimeMs)).toBeLessThan(2)
})

test('a name that other systems refuse is no reason not to add to a note that is there, or to give it another', async () => {
  const cwd = await spaceWith({ 'What now?.md': 'x\n', 'a.md': '[[What now?]]' })
  expect(await runJson(['note', 'append', 'What now?', '--text', 'y', '--no-index'], { cwd })).toMatchObject({
    line: 3,
  })
  expect(await text(cwd, 'What now?.md')).toBe('x\n\ny\n')
  await runJson(['note', 'move', 'What now?', 'What now', '--no-index'], { cwd })
  expect(await text(cwd, 'a.md')).toBe('[[What now]]')
})
