import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { fingerprint, temporaryFolder } from './temporary-folder.ts'
import type { SearchDocument, SearchResult } from './vault-space.ts'
import { amount, remember, searchResults, useVaultSpace } from './vault-space.ts'

const vault = useVaultSpace()

test('embed refuses a space and a file that are not there, and a file outside of the space', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init', '.'], { cwd })
  await writeFile(join(cwd, 'moon.md'), 'The moon.\n')
  const fact = ['embed', '--text', 'Tides follow the moon.', '--type', 'session-memory']
  const refused: readonly (readonly [readonly string[], string, number])[] = [
    [['--space', '9-nope'], 'CLI_USAGE', 2],
    [['--source', 'no/such/file.md'], 'CLI_USAGE', 2],
    [['--source', '../moon.md'], 'PLATFORM_PATH_REFUSED', 1],
    [['--source', '/etc/passwd'], 'PLATFORM_PATH_REFUSED', 1],
  ]
  for (const [options, code, status] of refused)
    expect(await runJson([...fact, ...options], { cwd, status }), options.join(' ')).toMatchObject({ error: { code } })
  for (const source of ['moon.md', join(cwd, 'moon.md'), 'exec-2026-01-31-001'])
    expect(await runJson([...fact, '--source', source, '--dry-run'], { cwd })).toMatchObject({ dry_run: true })
})

test('embed stores what it is told also where the index can not be opened, and a file in its place gives way', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init', '.'], { cwd })
  const cache = join(cwd, '.datacore', 'cache')
  await mkdir(cache, { recursive: true })
  await writeFile(join(cache, 'memory'), 'no folder')
  const stored = await runJson(['embed', '--text', 'Tides follow the moon.', '--type', 'session-memory'], { cwd })
  expect(stored).toMatchObject({ id: expect.any(String), indexed: false, index_problem: expect.any(String) })
  await rm(join(cache, 'memory'))
  await mkdir(join(cache, 'memory'))
  await writeFile(join(cache, 'memory', 'notes'), 'no folder')
  const other = await runJson(['embed', '--text', 'Springs come at new moon.', '--type', 'session-memory'], { cwd })
  expect(other).toMatchObject({ indexed: true })
})

describe('search', () => {
  test('without an index reads the files and says so, and does not make one', async () => {
    const cwd = await vault.fresh()
    const before = await fingerprint(cwd, indexFiles)
    const found = await runJson(['search', 'feeding a bread culture'], { cwd })
    expect(found).toMatchObject({ index: 'absent', tier: 'tier3_cold', results: [{ title: 'Sourdough starter' }] })
    const { stdout } = await runDatacortex(['search', 'feeding a bread culture'], { cwd })
    expect(stdout).toMatch(/^ 1 {2}Sourdough starter {2}0\.\d\d {2}.*Sourdough starter\.md:\d+\n/)
    expect(stdout).toMatch(/\nnote {7}There is no index yet.*\nfrom the files · \d+ ms\nnext {7}datacortex index\n$/)
    expect(await fingerprint(cwd, indexFiles)).toEqual(before)
  })

  test('--expand 1 gives a linked note that words do not find', async () => {
    const cwd = await vault.fresh()
    const query = 'feeding a bread culture'
    const byWords = await searchResults([query, '--top', '20'], cwd)
    expect(byWords.map(({ title }) => title)).not.toContain('Lactobacillus')
    await runJson(['index'], { cwd })
    const expanded = await runJson(['search', query, '--expand', '1'], { cwd })
    expect(expanded).toMatchObject({ query, tier: 'tier2_warm', index: 'fresh', skipped: [] })
    const { results, paths } = expanded as SearchDocument
    expect(results[0]).toMatchObject({ title: 'Sourdough starter', type: 'zettel', hop: 0, origin: 'local' })
    expect(results).toContainEqual(
      expect.objectContaining({
        title: 'Lactobacillus',
        hop: 1,
        via: ['0-personal/3-knowledge/zettel/Sourdough starter.md'],
        score: expect.any(Number),
        snippet: expect.stringContaining('lactic acid'),
      }),
    )
    expect(paths).toBeDefined()
    const scores = results.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    const { stdout } = await runDatacortex(['search', query, '--expand', '1'], { cwd })
    expect(stdout).toMatch(/\n \d {2}Lactobacillus +0\.\d\d {2}↳ linked from Sourdough starter\n/)
    expect(stdout).toMatch(/\n \d {2}Kefir +0\.\d\d {2}↳ shares a tag with Sourdough starter\n/)
    // The same question again is in the hot cache.
    expect(stdout).toMatch(/\nfrom (?:what was used lately|the index) · [\d.]+ m?s\n$/)
  })

  test('filters by type, tag and space', async () => {
    const cwd = await vault.indexed()
    const of = async (...args: readonly string[]): Promise<readonly SearchResult[]> =>
      await searchResults(['water and time', '--top', '20', ...args], cwd)
    const journal = await of('--type', 'journal')
    expect(journal.length).toBeGreaterThan(0)
    expect(journal.every(({ path }) => path?.includes('/journal/'))).toBe(true)
    const sea = await of('--tag', 'sea')
    expect(sea.map(({ title }) => title)).toEqual(expect.arrayContaining(['Slack water', 'Spring tides']))
    expect(sea.map(({ title }) => title)).not.toContain('Hydration')
    const acme = await of('--space', '1-acme')
    expect(acme.length).toBeGreaterThan(0)
    expect(acme.every(({ path }) => path?.startsWith('1-acme/'))).toBe(true)
  })

  test('says what is not indexed yet, and why the web is not asked', async () => {
    const cwd = await vault.indexed()
    await writeFile(join(cwd, 'Foghorn.md'), 'Sounds every thirty seconds.\n')
    const settings = 'search: {timeout_ms: 60000}\nnetwork: {web_sources: false}\n'
    await writeFile(join(cwd, '.datacore/settings.local.yaml'), settings)
    const disabled = { source: 'wikipedia', reason: 'network.web_sources disables it in settings.yaml' }
    const all = await runJson(['search', 'slack water', '--sources', 'all'], { cwd })
    expect(all).toMatchObject({ index: 'stale', skipped: expect.arrayContaining([disabled]) })
    expect((all as SearchDocument).results.length).toBeGreaterThan(0)
    const web = await runJson(['search', 'x', '--sources', 'web'], { cwd })
    expect(web).toMatchObject({ results: [], skipped: expect.arrayContaining([disabled]) })
    const { stdout } = await runDatacortex(['search', 'slack water'], { cwd })
    expect(stdout).toMatch(/\nstale {6}1 note added since the last index\nnext {7}datacortex index\n$/)
  })

  test('--queries answers as JSON lines in order', async () => {
    const cwd = await vault.indexed()
    const input = 'spring tides\n\n{"query": "brand voice"}\n'
    const run = await runDatacortex(['search', '--queries', '-', '--top', '1'], { cwd, input })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    const answers = run.stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(answers).toMatchObject([
      { query: 'spring tides', results: [{ title: 'Spring tides' }] },
      { query: 'brand voice', results: [{ title: 'Brand voice' }] },
    ])
  })

  test('a deleted cache is made again, with notes and memories', async () => {
    const cwd = await vault.indexed()
    await runJson(['embed', '--text', 'The mill closes at noon.', '--type', 'session-memory'], { cwd })
    await rm(join(cwd, '.datacore/cache'), { recursive: true })
    expect(await runJson(['search', 'slack water'], { cwd })).toMatchObject({ index: 'absent' })
    expect(await runJson(['index'], { cwd })).toMatchObject({ added: amount, memories: 1, pending: 0 })
    expect(await searchResults(['when does the mill close', '--top', '1'], cwd)).toMatchObject([
      { type: 'session-memory', title: 'The mill closes at noon' },
    ])
  })

  test.each([
    [['search']],
    [['search', 'x', '--queries', 'file']],
    [['search', 'x', '--expand', '-1']],
    [['search', 'x', '--expand', '1.5']],
    [['search', 'x', '--sources', 'paper']],
    [['embed']],
    [['remember', 'x', '--text', 'y']],
    [['index', '--watch', '--full']],
    [['index', '--watch', '--dry-run']],
  ])('%j is status 2', async (args) => {
    const cwd = await vault.fresh()
    expect(await runJson(args, { cwd, status: 2 })).toMatchObject({ error: { code: 'CLI_USAGE' } })
  })

  test.each([[['search', 'x']], [['index']], [['embed', '--text', 'x', '--type', 'note']]])(
    '%j needs a space',
    async (args) => {
      const cwd = await temporaryFolder()
      expect(await runJson(args, { cwd, status: 1 })).toMatchObject({ error: { code: 'SPACE_NOT_FOUND' } })
    },
  )
})

describe('embed', () => {
  test('what a session learned is found by the next one', async () => {
    const cwd = await vault.indexed()
    const first = await remember(cwd, {
      text: 'Researched data tokenization for RWA markets.\nKey finding: SPV structure enables fractional ownership.',
      source: 'exec-2025-12-21-001',
      tags: 'tokenization,rwa',
    })
    const second = await remember(cwd, {
      text: 'Tokenization requires clear data provenance.',
      source: 'exec-2025-12-15-004',
      tags: 'tokenization',
    })
    expect(first).toMatch(/^kp-[\da-f]{12}$/)
    const found = await searchResults(['tokenization', '--type', 'session-memory', '--top', '5'], cwd)
    // As the specification shows it: what sessions learned, then what it is about.
    expect(found.map(({ type }) => type)).toEqual(['session-memory', 'session-memory', 'zettel'])
    const titles = found.map(({ title }) => title)
    expect(titles.slice(0, 2).toSorted()).toEqual([
      'SPV structure enables fractional ownership',
      'Tokenization requires clear data provenance',
    ])
    expect(titles[2]).toBe('Data-Tokenization')
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([`memory:${first}`, `memory:${second}`]))
    const everything = await searchResults(['tokenization', '--top', '10'], cwd)
    expect(everything.map(({ title }) => title)).toContain('Data-Tokenization')
    const { stdout } = await runDatacortex(['search', 'tokenization', '--type', 'session-memory'], { cwd })
    expect(stdout).toMatch(/ {2}remembered \d{4}-\d\d-\d\d\n/)
    expect(await logOf(cwd)).toContain('- execution: exec-2025-12-21-001\n')
  })

  test('what was retracted is found by nothing', async () => {
    const cwd = await vault.indexed()
    const id = await remember(cwd, { text: 'The lamp of the zeppelin burns whale oil.' })
    const found = async (): Promise<readonly string[]> =>
      (await searchResults(['zeppelin lamp oil'], cwd)).map((result) => result.id)
    expect(await found()).toContain(`memory:${id}`)
    expect(await runJson(['memory', 'retract', id, '--reason', 'a joke'], { cwd })).toMatchObject({ changed: true })
    expect(await found()).not.toContain(`memory:${id}`)
    await runJson(['index', '--full'], { cwd })
    expect(await found()).not.toContain(`memory:${id}`)
    expect(await runJson(['memory', 'show', id], { cwd })).toMatchObject({ status: 'retracted', retraction: 'a joke' })
  })

  test('the same text is one memory, and a newer one replaces it', async () => {
    const cwd = await vault.fresh()
    const text = 'The pier closes at eight.'
    const id = await remember(cwd, { text })
    expect(await runJson(['embed', '--text', text, '--type', 'session-memory'], { cwd })).toMatchObject({
      id,
      merged: true,
    })
    const newer = await remember(cwd, { text: 'The pier closes at nine.', more: ['--supersedes', id] })
    const found = await searchResults(['when does the pier close', '--type', 'session-memory'], cwd)
    expect(found.map((one) => one.id)).toEqual([`memory:${newer}`])
  })

  test('a file of the space is kept as provenance', async () => {
    const cwd = await vault.fresh()
    await remember(cwd, { text: 'Rye wants more water.', source: '0-personal/3-knowledge/zettel/Hydration.md' })
    expect(await logOf(cwd)).toContain('- source: 0-personal/3-knowledge/zettel/Hydration.md\n')
  })

  test('refuses what is no text, and a memory as its own evidence', async () => {
    const cwd = await vault.fresh()
    const embed = ['embed', '--type', 'session-memory']
    for (const dry of [[], ['--dry-run']]) {
      expect(await runJson([...embed, '--text', ' ', ...dry], { cwd, status: 1 })).toMatchObject({
        error: { code: 'COGNITION_TEXT_EMPTY' },
      })
      expect(
        await runJson([...embed, '--text', 'x', '--source', 'memory:mem-1', ...dry], { cwd, status: 1 }),
      ).toMatchObject({ error: { code: 'MEMORY_RECALL_IS_NO_EVIDENCE' } })
    }
    expect(existsSync(join(cwd, '0-personal/minds'))).toBe(false)
  })
})

/** What the user remembered today. */
async function logOf(cwd: string): Promise<string> {
  const folder = join(cwd, '0-personal/minds/user/logs')
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.md'))
  return await readFile(join(folder, name), 'utf8')
}

/** The index itself, which opening it may make. */
const indexFiles = /^\.datacore\/(?:cache|state)(?:\/|$)/
