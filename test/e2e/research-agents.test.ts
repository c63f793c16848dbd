import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LibrarySite, makeLibrarySpace, startLibrarySite } from './library-site.ts'
import { runDatacortex, runJson } from './one-process.ts'
import { fingerprint, makeFolder } from './temporary-folder.ts'

let folder = ''
let root = ''
let site: LibrarySite | undefined

// Starts a program that is none of ours, so it has to be looked at first.
const wiki = `  team-wiki:
    type: mcp
    description: Pages of the team
    tool: wiki_search
    layers: [search, research]
    content_type: documents
    mcp: { command: node, args: [wiki-server.js] }
`

beforeAll(async () => {
  folder = await makeFolder()
  root = join(folder, 'desk')
  await mkdir(root)
  site = await startLibrarySite()
  await makeLibrarySpace(root, { port: site.port, texts: join(folder, 'texts'), more: wiki })
  await fewDocuments(root, join(folder, 'texts'))
})

afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** One page and one text: a whole library is the matter of `research.test.ts`, and to index it takes most of the time. */
async function fewDocuments(desk: string, texts: string): Promise<void> {
  const sources = join(desk, '.datacore/registry/sources.yaml')
  await writeFile(sources, (await readFile(sources, 'utf8')).replace('n={limit}', 'n=1'))
  for (const name of await readdir(texts)) if (name !== 'plymouth-hoe.md') await rm(join(texts, name))
}

const textOf = async (path: string): Promise<string> => await readFile(join(root, path), 'utf8')

describe('the agents that the program is the code of', () => {
  test('research-orchestrator is found by its tag and by its retired name, and runs the pipeline', async () => {
    const route = await runJson(['route', 'lighthouses', '--tags', ':AI:research:'], { cwd: root })
    expect(route).toMatchObject({ agent: 'research-orchestrator', via: 'tag' })
    const { id } = (await runJson(['agent', 'show', 'daily-research-processor'], { cwd: root })) as { id: string }
    expect(id).toBe('research-orchestrator')
    const task = "Smeaton's Eddystone lighthouse"
    const run = (await runJson(['agent', 'run', id, task], { cwd: root })) as {
      status: string
      runner: string
      outputs: readonly { path: string }[]
      checks: readonly { passed: boolean }[]
    }
    expect(run).toMatchObject({ status: 'success', runner: 'code' })
    expect(run.checks.every(({ passed }) => passed)).toBe(true)
    const report = run.outputs.find(({ path }) => /\/content\/reports\/.*-report\.md$/.test(path))
    expect(await textOf(report?.path ?? '')).toContain('24 candles')
  })

  test('each retired name leads find and route to what took over, and each removed one says what did', async () => {
    const retired = [
      ['gtd-research-processor', 'knowledge-extractor'],
      ['Ingest-Processor', 'knowledge-extractor'],
      ['conversation-processor', 'knowledge-extractor'],
      ['daily-research-processor', 'research-orchestrator'],
      ['research-link-processor', 'research-synthesizer'],
      ['nlm-podcast-creator', 'podcast-creator'],
    ]
    const input = retired.map(([name]) => `${name}\n`).join('')
    const ask = async (...args: readonly string[]): Promise<readonly unknown[]> => {
      const { stdout } = await runDatacortex([...args, '--queries', '-', '--json'], { cwd: root, input })
      return stdout
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line))
    }
    expect(await ask('agent', 'find')).toMatchObject(
      retired.map(([name, id]) => ({ query: name, results: expect.toSatisfy(leadsTo(id, name)) })),
    )
    expect(await ask('route')).toMatchObject(
      retired.map(([name, agent]) => ({ task: name, agent, rule: { kind: 'name', matched: name } })),
    )
    for (const name of ['research-post-processor', 'action-item-extractor'])
      for (const command of [['agent', 'find'], ['route']])
        expect(await runJson([...command, name], { cwd: root, status: 1 })).toMatchObject({
          error: {
            code: 'REGISTRY_AGENT_REMOVED',
            message: `The agent "${name}" was removed: Absorbed into the pipeline of research-orchestrator.`,
            hint: expect.stringContaining('datacortex agent show research-orchestrator'),
          },
        })
    const { stdout } = await runDatacortex(['agent', 'find', 'conversation-processor'], { cwd: root })
    expect(stdout).toMatch(
      /matched its former id "conversation-processor"\n +conversation-processor is deprecated; use knowledge-extractor\./,
    )
  })

  test('knowledge-extractor makes a note of what its task names', async () => {
    await writeFile(
      join(root, 'lamp.md'),
      '# The lamp\n\nThe lamp of Sellow burns rape oil and is trimmed every four hours.\n',
    )
    const run = await runJson(
      ['agent', 'run', 'knowledge-extractor', `Keep what matters of "${join(root, 'lamp.md')}"`],
      {
        cwd: root,
      },
    )
    expect(run).toMatchObject({ status: 'success', outputs: expect.any(Array) })
    expect(await textOf('0-personal/3-knowledge/literature/the-lamp.md')).toContain(
      '> The lamp of Sellow burns rape oil',
    )
  })

  test('knowledge-extractor is not shown what is above its level, nor keys; a person is', async () => {
    const settings = join(root, '.datacore/settings.local.yaml')
    await mkdir(join(root, '0-personal/diary'), { recursive: true })
    await writeFile(join(root, '0-personal/diary/monday.md'), '# Monday\n\nNobody shall read that I like the fog.\n')
    await mkdir(join(root, '.datacore/env'), { recursive: true })
    await writeFile(join(root, '.datacore/env/KEY'), 'a very secret key that is long enough to be a text')
    await writeFile(settings, "privacy: {paths: {'0-personal/diary/**': private}, agents: {archivist: private}}\n")
    const ask = async (named: string): Promise<string> =>
      (await runDatacortex(['agent', 'run', 'knowledge-extractor', `"${join(root, named)}"`], { cwd: root })).stdout
    const diary = await ask('0-personal/diary')
    expect(diary).toMatch(/was left out by privacy: .*\n.*privacy\.agents/)
    expect(diary).not.toMatch(/literature|fog/)
    expect(await ask('.datacore/env/KEY')).toMatch(/1 (?:failed|skipped)/)
    const own = await runJson(['ingest', join(root, '0-personal/diary')], { cwd: root })
    expect(own).toMatchObject({ items: [{ status: 'success' }] })
    await rm(settings)
  })

  test('research-orchestrator and knowledge-extractor name no note above their level', async () => {
    const desk = join(folder, 'closed-desk')
    await mkdir(join(desk, '0-personal/diary'), { recursive: true })
    await makeLibrarySpace(desk, { port: site?.port ?? 0, texts: join(folder, 'closed-texts') })
    await fewDocuments(desk, join(folder, 'closed-texts'))
    await rm(join(folder, 'closed-texts/plymouth-hoe.md'))
    const said =
      "The light of Smeaton's Eddystone lighthouse came from 61 candles, and a chandelier shows how they hung."
    await writeFile(join(desk, '0-personal/diary/drawer.md'), `# Bottom drawer\n\n${said}\n`)
    const input = join(folder, 'eddystone.txt')
    await writeFile(input, `# Candles of the Eddystone light\n\n${said}\n`)
    await writeFile(join(desk, '.datacore/settings.local.yaml'), "privacy: {paths: {'0-personal/diary/**': private}}\n")
    const runs = [
      ['knowledge-extractor', `"${input}"`],
      ['research-orchestrator', "Smeaton's Eddystone lighthouse candles"],
    ]
    for (const args of runs) {
      const run = (await runJson(['agent', 'run', ...args], { cwd: desk })) as { outputs: readonly { path: string }[] }
      const texts = await Promise.all(run.outputs.map(async ({ path }) => await readFile(join(desk, path), 'utf8')))
      expect(run.outputs.length).toBeGreaterThan(0)
      expect([JSON.stringify(run), ...texts].join('\n')).not.toMatch(/Bottom drawer|diary\/drawer/)
    }
  })
})

function leadsTo(id: string | undefined, name: string | undefined) {
  return ([first]: readonly { readonly id: string; readonly matched: string; readonly score: number }[]): boolean =>
    first?.id === id && first?.matched === name && first?.score === 1
}

describe('research that waits', () => {
  const queue = '0-personal/org/research_learning.org'
  const tasks = (port: number | undefined): string =>
    `* TODO The Eddystone survey :AI:research:\nhttp://127.0.0.1:${port}/survey/1\n* TODO Buy paper\n`

  test('--dry-run says what waits and asks nobody', async () => {
    await mkdir(join(root, '0-personal/org'), { recursive: true })
    await writeFile(join(root, queue), tasks(site?.port))
    const before = await fingerprint(root, /\.datacore\/cache/)
    expect(await runJson(['research', '--queue', '--dry-run'], { cwd: root })).toMatchObject({
      dry_run: true,
      tasks: [{ topic: 'The Eddystone survey', urls: [expect.stringContaining('/survey/1')] }],
    })
    expect(await fingerprint(root, /\.datacore\/cache/)).toEqual(before)
  })

  test('is done, marked in its file, spoken, and told in a briefing; again, nothing is done twice', async () => {
    const pages = JSON.parse(await (await fetch(`${site?.url ?? ''}search?q=eddystone`)).text()) as {
      results: readonly { link: string }[]
    }
    const url = pages.results[0]?.link ?? ''
    await writeFile(join(root, queue), `* TODO The Eddystone survey :AI:research:\n${url}\n* TODO Buy paper\n`)
    const night = (await runJson(['research', '--queue', '--podcast', '--no-index'], { cwd: root })) as {
      briefing_path: string
      undo: string
      runs: readonly { report_path?: string; audio_path?: string; script_path?: string; problems: readonly string[] }[]
    }
    const [run] = night.runs
    expect(run?.problems).toEqual([])
    expect((await readFile(join(root, run?.audio_path ?? ''))).subarray(0, 4).toString()).toBe('RIFF')
    expect(await textOf(run?.script_path ?? '')).toContain('**guest:**')
    // Single addresses are read together, as the news of the day.
    expect(night.undo).toMatch(/^research-\d{4}-\d\d-\d\d-\d{9}$/)
    expect(await textOf(night.briefing_path)).toContain(`[[${(run?.report_path ?? '').replace(/\.md$/, '')}]]`)
    const after = await textOf(queue)
    expect(after).toMatch(/^\* DONE The Eddystone survey :AI:research:\nCLOSED: /)
    expect(after).toContain('\n* TODO Buy paper\n')
    // The night is over: the same runs are told, and nothing is done twice.
    const before = await fingerprint(root, /\.datacore\/(?:cache|state)/)
    const again = (await runJson(['research', '--queue', '--podcast', '--no-index'], { cwd: root })) as typeof night
    expect(again.runs).toEqual(night.runs)
    expect(await fingerprint(root, /\.datacore\/(?:cache|state)/)).toEqual(before)
  })
})

describe('source', () => {
  test('list names every source, and why some take no part', async () => {
    const { sources } = (await runJson(['source', 'list'], { cwd: root })) as {
      sources: readonly { id: string; skipped?: string }[]
    }
    expect(sources.find(({ id }) => id === 'lighthouse-library')).toMatchObject({ id: 'lighthouse-library' })
    expect(sources.find(({ id }) => id === 'lighthouse-library')?.skipped).toBeUndefined()
    expect(sources.find(({ id }) => id === 'exa')?.skipped).toBeDefined()
  })

  test('approve shows the command and says yes to exactly it, but never by itself', async () => {
    const approve = ['source', 'approve', 'team-wiki']
    expect(await runJson(approve, { cwd: root, status: 1 })).toMatchObject({ error: { code: 'CLI_ANSWER_NEEDED' } })
    const shown = { command: expect.stringContaining('wiki-server.js') }
    expect(await runJson([...approve, '--dry-run'], { cwd: root })).toMatchObject({ ...shown, dry_run: true })
    expect(await runJson([...approve, '--yes'], { cwd: root })).toMatchObject({ ...shown, approved: true })
    const other = ['source', 'approve', 'lighthouse-library', '--yes']
    expect(await runJson(other, { cwd: root, status: 2 })).toMatchObject({ error: { code: 'CLI_USAGE' } })
    expect(await runJson(['source', 'approve', 'nobody'], { cwd: root, status: 1 })).toMatchObject({
      error: { code: 'CLI_SOURCE_UNKNOWN' },
    })
  })
})
