import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { sample } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { fingerprint, temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()
const tides = '0-personal/3-knowledge/zettel/Spring tides.md'
const slack = '0-personal/3-knowledge/zettel/Slack water.md'

beforeAll(async () => {
  await cp(join(sample, 'notes'), space().root, { recursive: true })
})

test('a note is shown by any of its names, without an index and as it is now', async () => {
  const cwd = await temporaryCopy(space().root)
  for (const name of [tides, 'spring tides', 'SPRINGS', '[[Spring tides|x]]']) {
    expect(await runJson(['note', 'show', name], { cwd })).toMatchObject({
      notes: [{ path: tides, title: 'Spring tides', type: 'zettel', tags: ['sea'], links: [slack] }],
      missing: [],
    })
  }
  await writeFile(join(cwd, 'New.md'), '# New\n\nTo [[Spring tides]].\n\n## Part\n\nthis\n')
  expect(await runJson(['note', 'show', 'New#part'], { cwd })).toMatchObject({
    notes: [{ text: '## Part\n\nthis', start: 5, end: 7, lines: 7 }],
  })
  expect(await runJson(['note', 'links', 'springs'], { cwd })).toEqual({
    findings: [],
    path: tides,
    title: 'Spring tides',
    links: [{ path: slack, title: 'Slack water' }],
    backlinks: [{ path: 'New.md', title: 'New' }],
    unresolved: [],
  })
  expect(await runJson(['note', 'recent', '--top', '1'], { cwd })).toMatchObject({ notes: [{ path: 'New.md' }] })
  expect(await runJson(['note', 'recent', '--since', '2100-01-01'], { cwd })).toEqual({
    notes: [],
    total: 0,
    remarks: [],
    findings: [],
  })
})

test('one that is not there is an error; of several the others are shown', async () => {
  const cwd = space().root
  expect(await runJson(['note', 'show', 'tides'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'CLI_NOTE_UNKNOWN', hint: expect.stringContaining(tides) },
  })
  expect(await runJson(['note', 'show', 'springs#Nothing'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'CLI_HEADING_UNKNOWN' },
  })
  expect(await runJson(['note', 'show', 'springs', 'nobody'], { cwd, status: 1 })).toMatchObject({
    notes: [{ path: tides }],
    missing: [{ note: 'nobody', code: 'CLI_NOTE_UNKNOWN' }],
  })
})

test('who writes one note among hundreds that are not indexed waits for that one, and is told of the others', async () => {
  const cwd = await temporaryCopy(space().root)
  for (let at = 0; at < 200; at += 1) await writeFile(join(cwd, `n${at}.md`), `# N${at}\n\nNumber ${at}.\n`)
  const args = ['note', 'new', 'Heron', '--text', 'A grey bird stands in shallow water.']
  const written = await runJson(args, { cwd })
  const { postponed } = (written as { index: { postponed: number } }).index
  expect(postponed).toBeGreaterThanOrEqual(100)
  expect(await runJson(['search', 'long-legged animal waiting for fish', '--top', '1'], { cwd })).toMatchObject({
    results: [{ path: 'Heron.md' }],
  })
  const { stdout } = await runDatacortex(['note', 'append', 'Heron', '--text', 'It waits.'], { cwd })
  expect(stdout).toMatch(/^words only\s+\d+ texts? of other notes not embedded yet\nnext\s+datacortex index$/m)
  await runDatacortex(['index'], { cwd })
  expect(await runJson(['undo', (written as { undo: string }).undo], { cwd })).not.toHaveProperty('index')
})

test('a note is written, found, added to, and taken back', async () => {
  const cwd = await temporaryCopy(space().root)
  const before = await fingerprint(cwd, /^\.datacore\/(?:cache|state)/)
  const args = ['note', 'new', 'Neap: tides?', '--text', 'Weak, a week after [[springs]].', '--tags', 'sea,#moon']
  expect(await runJson([...args, '--dry-run'], { cwd })).toMatchObject({ path: 'Neap tides.md', dry_run: true })
  expect(await fingerprint(cwd, /^\.datacore\/(?:cache|state)/)).toEqual(before)
  const written = (await runJson(args, { cwd })) as { undo: string }
  expect(written).toMatchObject({ path: 'Neap tides.md', undo: expect.stringMatching(/^note-/) })
  expect(await runJson(['search', 'weak tides a week after', '--tag', 'moon'], { cwd })).toMatchObject({
    results: [{ path: 'Neap tides.md', title: 'Neap: tides?' }],
  })
  expect(await runJson(['note', 'links', 'springs'], { cwd })).toMatchObject({ backlinks: [{ path: 'Neap tides.md' }] })
  const again = ['note', 'new', 'Neap? tides', '--text', 'other']
  expect(await runJson(again, { cwd, status: 1 })).toMatchObject({ error: { code: 'CLI_NOTE_TAKEN' } })
  const added = await runDatacortex(['note', 'append', 'neap tides', '--text', '-'], {
    cwd,
    input: 'A *second* one.\n',
  })
  expect(added).toMatchObject({ status: 0, stdout: expect.stringContaining('datacortex undo note-') })
  const text = await readFile(join(cwd, 'Neap tides.md'), 'utf8')
  expect(text).toMatch(/\n\nWeak, a week after \[\[springs\]\]\.\n\nA \*second\* one\.\n$/)
  await runJson(['undo', /undo (\S+)/.exec(added.stdout)?.[1] ?? ''], { cwd })
  await runJson(['undo', written.undo], { cwd })
  expect(await fingerprint(cwd, /^\.datacore\/(?:cache|state)/)).toEqual(before)
})

test.each([
  [
    '\r\n',
    'in the middle',
    '# A\r\none\r\n## B\r\ntwo\r\n\r\n## C\r\nthree',
    'A#B',
    /## B\r\ntwo\r\n\r\nadded\r\nmore\r\n\r\n## C\r\nthree$/,
  ],
  ['\n', 'at an end without a line break', '# A\none', 'A', /^# A\none\n\nadded\nmore\n$/],
  ['\n', 'in an empty file', '', 'A', /^\s*added\nmore\n$/],
])('text is added with the line ends of the file (%j), %s', async (_end, _where, before, name, after) => {
  const cwd = await temporaryCopy(space().root)
  await writeFile(join(cwd, 'A.md'), before)
  await runJson(['note', 'append', name, '--text', 'added\nmore', '--no-index'], { cwd })
  expect(await readFile(join(cwd, 'A.md'), 'utf8')).toMatch(after)
})

test('several processes add to one note, and nothing is lost', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeFile(join(cwd, 'Log.md'), '# Log\n')
  const lines = Array.from({ length: 6 }, (_, index) => `line ${index}`)
  await Promise.all(lines.map((text) => runJson(['note', 'append', 'Log', '--text', text, '--no-index'], { cwd })))
  const text = await readFile(join(cwd, 'Log.md'), 'utf8')
  expect(text.match(/^line \d$/gm)?.toSorted()).toEqual(lines)
})

test('bytes that are no UTF-8 are neither mixed with others nor replaced', async () => {
  const cwd = await temporaryCopy(space().root)
  const latin = Buffer.from('# Caf\u00e9\n', 'latin1')
  await writeFile(join(cwd, 'Latin.md'), latin)
  const append = ['note', 'append', 'Latin', '--text', 'é']
  expect(await runJson(append, { cwd, status: 2 })).toMatchObject({ error: { code: 'CLI_USAGE' } })
  expect(await readFile(join(cwd, 'Latin.md'))).toEqual(latin)
  expect(
    await runJson(['note', 'new', 'Bytes', '--text', '-'], {
      cwd,
      status: 2,
      input: Buffer.from('abc\u00ff', 'latin1'),
    }),
  ).toMatchObject({ error: { code: 'CLI_USAGE', message: expect.stringContaining('UTF-8') } })
})

test('an absolute folder is one of the space, or refused', async () => {
  const cwd = await temporaryCopy(space().root)
  const write = (folder: string) => ['note', 'new', 'Here', '--text', 'x', '--no-index', '--folder', folder]
  expect(await runJson(write(join(cwd, 'a/b')), { cwd })).toMatchObject({ path: 'a/b/Here.md' })
  for (const folder of [join(cwd, '..', 'out'), 'node_modules/x', 'a/../..']) {
    expect(await runJson(write(folder), { cwd, status: 2 }), folder).toMatchObject({ error: { code: 'CLI_USAGE' } })
  }
})

test('no title leads out of the space or into its hidden folders', async () => {
  const cwd = await temporaryCopy(space().root)
  const before = await fingerprint(cwd, /^\.datacore\/(?:cache|state)/)
  const tries = [
    [['???'], 'CLI_USAGE', 2],
    [['x', '--folder', '../out'], 'CLI_USAGE', 2],
    [['x', '--folder', '.datacore/agents'], 'WRITES_REFUSED', 1],
    [['x', '--folder', 'a/.git'], 'WRITES_REFUSED', 1],
  ] as const
  for (const [args, code, status] of tries) {
    const refused = await runJson(['note', 'new', ...args, '--text', 'y'], { cwd, status })
    expect(refused, args.join(' ')).toMatchObject({ error: { code } })
  }
  expect(await runJson(['note', 'new', 'x', '--text', ' \n'], { cwd, status: 2 })).toMatchObject({
    error: { code: 'CLI_USAGE' },
  })
  expect(await fingerprint(cwd, /^\.datacore\/(?:cache|state)/)).toEqual(before)
})

test('in its run an agent sees what it may be shown, and writes where its entry says', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeFile(join(cwd, 'Diary.md'), '# Diary\n\nTo [[Spring tides]].\n')
  const privacy = 'privacy: {paths: {"Diary.md": private}, agents: {default: internal}}\n'
  await writeFile(join(cwd, '.datacore/settings.yaml'), privacy)
  const { agents } = (await runJson(['agent', 'list'], { cwd })) as {
    agents: readonly { id: string; source: string }[]
  }
  const [agent] = agents.filter(({ id }) => id === 'research-librarian')
  const env = { DATACORTEX_EXECUTION: 'exec-outer', DATACORTEX_CHAIN: agent?.id ?? '' }
  await runJson(['note', 'show', 'Diary'], { cwd })
  expect(await runJson(['note', 'show', 'Diary'], { cwd, env, status: 1 })).toMatchObject({
    error: { code: 'CLI_NOTE_UNKNOWN' },
  })
  expect(await runJson(['note', 'links', 'springs'], { cwd, env })).toMatchObject({ backlinks: [] })
  expect(JSON.stringify(await runJson(['note', 'recent'], { cwd, env }))).not.toContain('Diary')
  const append = ['note', 'append', 'Diary', '--text', 'x', '--no-index']
  expect(await runJson(append, { cwd, env, status: 1 })).toMatchObject({ error: { code: 'CLI_NOTE_UNKNOWN' } })
  // Whether it is there is told neither way.
  for (const title of ['Diary', 'Nobody']) {
    const place = title === 'Diary' ? [] : ['--folder', 'closed']
    await writeFile(
      join(cwd, '.datacore/settings.yaml'),
      privacy.replace('}, agents', ', "closed/**": private}, agents'),
    )
    const tried = ['note', 'new', title, '--text', 'x', '--dry-run', ...place]
    expect(await runJson(tried, { cwd, env, status: 1 })).toMatchObject({
      error: { code: 'WRITES_REFUSED', message: expect.stringContaining('may not be shown') },
    })
  }
  await writeFile(
    join(cwd, '.datacore/registry/agents.yaml'),
    "agents: {bound: {name: Bound, description: x, skills: [], writes: ['1-acme/']}}\n",
  )
  const bound = { DATACORTEX_EXECUTION: 'exec-outer', DATACORTEX_CHAIN: 'bound' }
  const write = (folder: string) => ['note', 'new', 'x', '--text', 'y', '--no-index', '--folder', folder]
  await runJson(write('1-acme/notes'), { cwd, env: bound })
  expect(await runJson(write('0-personal'), { cwd, env: bound, status: 1 })).toMatchObject({
    error: { code: 'WRITES_REFUSED', message: expect.stringContaining('1-acme/ only') },
  })
})

test('a type or tag that nothing has is told, with what was meant', async () => {
  const cwd = space().root
  expect(await runJson(['search', 'tides', '--type', 'zettle'], { cwd })).toMatchObject({
    results: [],
    remarks: expect.arrayContaining([expect.stringMatching(/^Nothing has the type "zettle"; similar: zettel\.$/)]),
  })
  const { stdout } = await runDatacortex(['search', 'tides', '--tag', 'seaa'], { cwd })
  expect(stdout).toContain('note       Nothing has the tag "seaa"; similar: sea.')
  const env = { DATACORTEX_EXECUTION: 'exec-outer', DATACORTEX_CHAIN: 'research-librarian' }
  const closed = await runJson(['search', 'tides', '--type', 'zettle'], { cwd, env })
  expect(JSON.stringify(closed)).not.toContain('Nothing has')
  // What there is, and only the query finds nothing.
  const narrow = await runJson(['search', 'tides', '--type', 'zettel', '--min-score', '1'], { cwd })
  expect(JSON.stringify(narrow)).not.toContain('Nothing has')
})

test('a canvas is shown as what is written on it, linked like a note, and never written into', async () => {
  const cwd = await temporaryCopy(space().root)
  const card = { id: 'a', type: 'text', text: 'Moon #pull', x: 0, y: 0, width: 10, height: 10 }
  const file = { id: 'b', type: 'file', file: tides, x: 0, y: 50, width: 10, height: 10 }
  const json = JSON.stringify({ nodes: [card, file], edges: [] })
  await writeFile(join(cwd, 'Board.canvas'), json)
  await writeFile(join(cwd, 'Bad.canvas'), '{')
  expect(await runJson(['note', 'show', 'board'], { cwd })).toMatchObject({
    notes: [
      { path: 'Board.canvas', type: 'canvas', tags: ['pull'], links: [tides], text: `Moon #pull\n\n[[${tides}]]` },
    ],
  })
  const backlinks = [{ path: 'Board.canvas', title: 'Board' }]
  expect(await runJson(['note', 'links', 'springs'], { cwd })).toMatchObject({ backlinks })
  for (const more of [[], ['--dry-run']])
    expect(
      await runJson(['note', 'append', 'Board', '--text', 'x', '--no-index', ...more], { cwd, status: 2 }),
    ).toMatchObject({ error: { code: 'CLI_USAGE', message: expect.stringContaining('is a canvas') } })
  expect(await readFile(join(cwd, 'Board.canvas'), 'utf8')).toBe(json)
})
