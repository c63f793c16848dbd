import { describe, expect, test } from 'vitest'
import { appendFile, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runDatacortex, runJson } from './one-process.ts'
import { sample } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { temporaryCopy, temporaryFolder } from './temporary-folder.ts'

const space = useSampleSpace()
const text: unknown = expect.any(String)
const list: unknown = expect.any(Array)
const number: unknown = expect.any(Number)

describe('init', () => {
  test('says what it made and imported', () => {
    const { root, report: initReport } = space().made
    expect(initReport).toMatchObject({ root, imported: 14, skipped: [] })
    expect(initReport).toHaveProperty('created', expect.arrayContaining(['.datacore/registry/', '.gitignore']))
  })

  test('makes a space without agents, and only what is missing the second time', async () => {
    const cwd = await temporaryFolder()
    expect(await runJson(['init', 'desk'], { cwd })).toMatchObject({
      root: join(cwd, 'desk'),
      created: list,
      imported: 0,
      skipped: [],
    })
    expect(await runJson(['init', 'desk'], { cwd })).toMatchObject({ created: [], imported: 0 })
    const { stdout } = await runDatacortex(['init', 'desk'], { cwd })
    expect(stdout).toContain('was there already')
    expect(stdout).toContain('datacortex import')
  })
})

describe('agent import', () => {
  test('changes only what changed, and says how it read what strict YAML rejects', async () => {
    const cwd = await temporaryCopy(space().root)
    await cp(join(sample, 'agents'), join(cwd, 'mine'), { recursive: true })
    const report = { imported: list, updated: [], unchanged: [], conflicts: list, skipped: [] }
    const again = await runJson(['agent', 'import', join(sample, 'agents'), join(sample, 'skills')], { cwd })
    expect(again).toMatchObject({ ...report, imported: [], unchanged: list, conflicts: [] })
    expect(again).toHaveProperty('unchanged.length', 14)
    expect(again).toHaveProperty('findings', [
      expect.objectContaining({
        code: 'IMPORT_FRONT_MATTER_LENIENT',
        subject: expect.stringMatching(/release-notes-writer\.md:3:\d+$/),
      }),
    ])
    await writeFile(join(cwd, 'cook.md'), '---\nname: cook\ndescription: Cooks soup for many guests.\n---\nYou cook.\n')
    expect(await runJson(['agent', 'import', 'cook.md'], { cwd })).toMatchObject({
      imported: [{ id: 'cook', path: text }],
      updated: [],
      unchanged: [],
    })
    await appendFile(join(cwd, 'cook.md'), 'Salt last.\n')
    expect(await runJson(['agent', 'import', 'cook.md'], { cwd })).toMatchObject({
      imported: [],
      updated: [{ id: 'cook', path: text }],
    })
  })

  test('registers two agents of one name under two ids and names both files', async () => {
    const cwd = await temporaryCopy(space().root)
    await cp(join(sample, 'agents', 'translator.md'), join(cwd, 'other', 'translator.md'))
    await appendFile(join(cwd, 'other', 'translator.md'), 'Another one.\n')
    const report = await runJson(['agent', 'import', 'other'], { cwd })
    expect(report).toMatchObject({
      conflicts: [{ id: 'translator', paths: [expect.stringContaining('sample'), expect.stringContaining('other')] }],
    })
    expect(await runJson(['agent', 'show', 'other-translator'], { cwd })).toMatchObject({ id: 'other-translator' })
    expect(await runJson(['agent', 'show', 'translator'], { cwd })).toMatchObject({ id: 'translator' })
  })
})

describe('agent list and show', () => {
  test('lists with the fields of the contract and filters', async () => {
    const cwd = space().root
    const all = await runJson(['agent', 'list'], { cwd })
    const { agents } = all as { agents: readonly { id: string; module: string | null }[] }
    // Modules that come with the program have agents too.
    expect(agents.filter(({ module }) => module === null)).toHaveLength(14)
    expect(all).toHaveProperty(
      'agents',
      expect.arrayContaining([
        {
          id: 'sql-tuner',
          name: 'sql-tuner',
          description: expect.stringContaining('slow database queries'),
          skills: [{ id: text, name: text }],
          tags: expect.arrayContaining(['database', 'performance']),
          source: expect.stringContaining('sql-tuner.md'),
          module: null,
          deprecated: false,
          removed: false,
          disabled: false,
          source_state: null,
        },
      ]),
    )
    const tagged = await runJson(['agent', 'list', '--tag', 'writing,release'], { cwd })
    expect(tagged).toMatchObject({ agents: [{ id: 'release-notes-writer' }] })
    // The program has retired names of its own.
    const { agents: retired } = (await runJson(['agent', 'list', '--deprecated'], { cwd })) as {
      agents: readonly { id: string; module: string | null; deprecated: boolean }[]
    }
    expect(retired.every(({ deprecated }) => deprecated)).toBe(true)
    expect(retired.filter(({ module }) => module === null).map(({ id }) => id)).toEqual(['cluster-fixer'])
    expect(await runJson(['agent', 'list', '--module', 'campaigns'], { cwd })).toMatchObject({ agents: [] })
  })

  test('shows an entry under its former name, with a note', async () => {
    const cwd = space().root
    expect(await runJson(['agent', 'show', 'cluster-fixer'], { cwd })).toMatchObject({
      id: 'kubernetes-operator',
      name: 'kubernetes-operator',
      skills: list,
      via: ['cluster-fixer'],
      notes: [expect.stringContaining('Renamed in version 2')],
      relations: { former_ids: ['cluster-fixer'] },
    })
  })

  test('names the nearest id for a mistyped one', async () => {
    const cwd = space().root
    expect(await runJson(['agent', 'show', 'sql-tunner'], { cwd, status: 1 })).toEqual({
      error: {
        code: 'REGISTRY_AGENT_NOT_FOUND',
        message: expect.stringContaining('sql-tunner'),
        hint: expect.stringContaining('sql-tuner'),
      },
    })
  })
})

describe('agent find', () => {
  test('finds the right agent first, the same way each time, with the fields of the contract', async () => {
    const cwd = space().root
    const query = 'my pod keeps crash looping'
    const first = await runJson(['agent', 'find', query], { cwd })
    expect(first).toMatchObject({
      query,
      took_ms: number,
      results: [
        {
          id: 'kubernetes-operator',
          name: 'kubernetes-operator',
          score: number,
          skills: list,
          matched: text,
          module: null,
        },
      ],
    })
    expect(withoutTime(await runJson(['agent', 'find', query], { cwd }))).toEqual(withoutTime(first))
  })

  test('says that a request in another language tells the model little', async () => {
    const cwd = space().root
    const query = 'finde jemanden der meine Tests schreibt'
    const findings = [expect.objectContaining({ code: 'MODEL_ENGLISH_ONLY' })]
    expect(await runJson(['agent', 'find', query], { cwd })).toMatchObject({ query, findings })
    expect(await runJson(['route', query], { cwd })).toMatchObject({ findings })
    expect((await runDatacortex(['agent', 'find', query], { cwd })).stdout).toContain('datacortex model list')
    expect(await runJson(['agent', 'find', 'find somebody who writes my tests'], { cwd })).toMatchObject({
      findings: [],
    })
  })

  test('answers many queries in order from stdin and from a file, scores from 0 to 1 and best first', async () => {
    const cwd = await temporaryCopy(space().root)
    const queries = [
      { query: 'why is this select so slow', id: 'sql-tuner' },
      { query: 'can a blind person use our checkout page', id: 'accessibility-reviewer' },
      { query: 'this bill looks too high', id: 'invoice-clerk' },
      { query: 'I need papers about sleep and memory', id: 'research-librarian' },
      { query: 'put this letter into Portuguese', id: 'translator' },
      { query: 'complete the application form', id: 'pdf-form-filler' },
      { query: 'half the dates in this export are the wrong way round', id: 'data-cleaner' },
    ]
    const input = queries.map(({ query }, index) => (index % 2 === 0 ? query : JSON.stringify({ query }))).join('\n\n')
    await writeFile(join(cwd, 'queries.txt'), input)
    const fromStdin = await runDatacortex(['agent', 'find', '--queries', '-', '--min-score', '0'], { cwd, input })
    const answers = jsonLines(fromStdin.stdout)
    expect(fromStdin).toMatchObject({ status: 0, stderr: '' })
    expect(answers.map((answer) => ({ query: answer.query, id: answer.results[0]?.id }))).toEqual(queries)
    for (const { results } of answers) {
      const scores = results.map((result) => result.score)
      expect(results).toHaveLength(5)
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...scores)).toBeLessThanOrEqual(1)
      const [own = [], builtin = []] = [true, false].map((isOwn) =>
        results.filter(({ module }) => (module === null) === isOwn).map((result) => result.score),
      )
      for (const some of [own, builtin]) expect(some).toEqual(some.toSorted((a, b) => b - a))
      // An agent that came with the program comes after a person's own that fits about as well.
      const early = results.filter(({ module, score }, place) =>
        results.slice(place).some((later) => module !== null && later.module === null && score - later.score <= 0.1),
      )
      expect(early).toEqual([])
    }
    const fromFile = await runDatacortex(['agent', 'find', '--queries', 'queries.txt', '--min-score', '0'], { cwd })
    expect(jsonLines(fromFile.stdout).map(withoutTime)).toEqual(answers.map(withoutTime))
  })

  test('a line that can not be answered gives an error in its place, and the others are answered', async () => {
    const input = '\ufeff{"query": "why is this select so slow"}\n{"query": " "}\n{"query": 5}\n{not json}\r\n'
    const run = await runDatacortex(['agent', 'find', '--queries', '-', '--min-score', '0'], {
      cwd: space().root,
      input,
    })
    const answers = run.stdout.trim().split('\n')
    expect(answers.map((line): unknown => JSON.parse(line))).toMatchObject([
      { query: 'why is this select so slow', results: expect.any(Array) },
      { query: ' ', error: { code: 'REGISTRY_QUERY_EMPTY', hint: expect.any(String) } },
      { query: '{"query": 5}', error: { code: 'CLI_QUERY_LINE' } },
      { query: '{not json}', error: { code: 'CLI_QUERY_LINE' } },
    ])
    expect(run).toMatchObject({ status: 0, stderr: '' })
  })

  test('filters by tag and score, limits, explains, and never finds a deprecated name', async () => {
    const cwd = space().root
    const tagged = await runJson(
      ['agent', 'find', 'repair the cluster', '--tag', 'operations', '--top', '2', '--min-score', '0', '--explain'],
      { cwd },
    )
    expect(tagged).toMatchObject({
      results: [
        {
          id: 'kubernetes-operator',
          explain: { vector_score: number, text_score: number, weights: { vector: number, text: number }, hits: list },
        },
        { id: 'incident-commander' },
      ],
    })
    const high = await runJson(['agent', 'find', 'repair the cluster', '--min-score', '1'], { cwd })
    expect(high).toMatchObject({ results: [] })
    const { stdout } = await runDatacortex(['agent', 'find', 'bake a wedding cake with three tiers'], { cwd })
    expect(stdout).toMatch(
      /^no agent fits\nnearest .*below 0\.40\nnext .*find --min-score 0 'bake a wedding cake with three tiers'\n$/,
    )
  })

  test('lists identical copies under the one that it shows', async () => {
    const cwd = await temporaryCopy(space().root)
    await cp(join(sample, 'agents', 'translator.md'), join(cwd, 'copies', 'translator.md'))
    await runJson(['agent', 'import', 'copies'], { cwd })
    const found = await runJson(['agent', 'find', 'translate this letter'], { cwd })
    expect(found).toMatchObject({ results: [{ same_as: [text] }] })
  })
})

type Answer = {
  readonly query: string
  readonly results: readonly { readonly id: string; readonly module: string | null; readonly score: number }[]
}

function jsonLines(stdout: string): readonly Answer[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function withoutTime(answer: unknown): unknown {
  return { ...(answer as object), took_ms: 0 }
}
