import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LibrarySite, library, makeLibrarySpace, startLibrarySite } from './library-site.ts'
import { type OddSite, sendJson, sourceEntry, startOddSite } from './odd-site.ts'
import { runDatacortex, runJson } from './one-process.ts'
import { startDatacortex } from './run-datacortex.ts'
import { fingerprint, makeFolder } from './temporary-folder.ts'
import { searchResults } from './vault-space.ts'
import { trustAll } from './trust-all.ts'

const topic = "Smeaton's Eddystone lighthouse"

let [folder, root] = ['', '']
let site: LibrarySite | undefined
let odd: OddSite | undefined
let hanging = true

beforeAll(async () => {
  folder = await makeFolder()
  root = join(folder, 'desk')
  await mkdir(root)
  site = await startLibrarySite()
  odd = await startOddSite(({ path, body, response }) => {
    if (path.startsWith('/v1/chat/completions')) sendJson(response, completionOf(body))
    else if (path.startsWith('/fails')) sendJson(response, { error: 'down' }, 500)
    else if (!hanging) sendJson(response, { results: [] })
  })
  await makeLibrarySpace(root, { port: site.port, texts: join(folder, 'texts') })
  await writeFile(join(root, '.datacore/settings.local.yaml'), 'search: {timeout_ms: 60000}\n')
})

afterAll(async () => {
  await Promise.all([site?.[Symbol.asyncDispose](), odd?.[Symbol.asyncDispose]()])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe('research without a model', () => {
  let result: Result | undefined

  test('--dry-run says whom it would ask, asks nobody and writes nothing', async () => {
    const before = await fingerprint(root, cache)
    const run = await runDatacortex(['research', topic, '--dry-run'], { cwd: root })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/^would ask +lighthouse-library, files +at most \$0\.000\n/)
    expect(run.stdout).toMatch(/\ndry run +nothing was asked\n$/)
    expect(await fingerprint(root, cache)).toEqual(before)
  })

  test('counts voices, not copies, shows what contradicts, and proves every quotation', async () => {
    result = (await runJson(['research', topic], { cwd: root })) as Result
    expect(result).toMatchObject({ topic, cost: { usd: 0 }, skipped: expect.any(Array) })
    const candles = result.findings.find(({ text }) => text.includes('24 candles'))
    // Three say it; a clipping of one of them is no fourth.
    expect(candles).toMatchObject({ independent: 3, convergence: '3 of 5' })
    const clipping = result.sources.find(({ title }) => title.endsWith('(clipping)'))
    expect(clipping?.status).toMatch(/^copy of d\d+$/)
    const quotes = result.contradictions.map(({ kind, a, b }) => [kind, ...[a.quote, b.quote].toSorted()].join(' | '))
    expect(quotes).toContainEqual(expect.stringMatching(/^number \| .*60 candles.* \| .*24 candles/))
    expect(result.sources.map(({ title }) => title)).not.toContain("Baking ship's biscuit")
    const { all, verified } = result.quotations
    expect(all).toBeGreaterThan(8)
    expect(verified).toBe(all)
  })

  test('writes where the specification says', async () => {
    const { summary_path, report_path, literature_notes, zettels, action_items } = result ?? absent()
    const name = String.raw`\d{4}-\d\d-\d\d-smeaton-s-eddystone-lighthouse`
    expect(report_path).toMatch(new RegExp(`^0-personal/content/reports/${name}-report\\.md$`))
    expect(summary_path).toMatch(new RegExp(`^0-personal/content/summaries/${name}-summary\\.md$`))
    expect(literature_notes.every((path) => path.startsWith('0-personal/3-knowledge/literature/'))).toBe(true)
    expect(zettels.every((path) => path.startsWith('0-personal/3-knowledge/zettel/'))).toBe(true)
    expect(zettels.length).toBeGreaterThan(3)
    for (const path of [summary_path, report_path ?? '', ...literature_notes, ...zettels])
      expect(existsSync(join(root, path)), path).toBe(true)
    const summary = await readFile(join(root, summary_path), 'utf8')
    for (const heading of ['### Key Findings', '### Knowledge Created', '### Suggested Next Actions'])
      expect(summary).toContain(heading)
    const inbox = await readFile(join(root, '0-personal/org/inbox.org'), 'utf8')
    expect(action_items.length).toBeGreaterThan(0)
    const todos = inbox.split('\n').map((line) => line.replace(/ :\w+:$/, ''))
    for (const item of action_items) expect(todos).toContain(`* TODO ${item}`)
  })

  test('the report of the README is what the library gives', async () => {
    const made = await readFile(join(root, result?.report_path ?? ''), 'utf8')
    await expect(plain(made)).toMatchFileSnapshot(join(library, 'report.md'))
  })

  test('search finds the report and what it brought', async () => {
    const titles = async (query: string, type: string): Promise<readonly string[]> =>
      (await searchResults([query, '--type', type, '--top', '3'], root)).map(({ title }) => title)
    expect(await titles('mortar that hardens under the sea', 'literature')).toContain('Lime that sets under water')
    expect((await searchResults([`research ${topic}`, '--top', '5'], root)).map(({ path }) => path)).toContain(
      result?.report_path,
    )
  })

  test('list, show and resume know the run; resuming what is done asks nobody and changes nothing', async () => {
    const run = result?.run ?? ''
    const list = await runDatacortex(['research', 'list', '--root', root], { cwd: folder })
    expect(list.stdout).toMatch(new RegExp(`^${run}  done .* ${topic}\n$`))
    expect(await runJson(['research', 'show', run], { cwd: root })).toMatchObject({
      id: run,
      state: 'done',
      quotations: result?.quotations,
    })
    const before = await fingerprint(root, cache)
    expect(await runJson(['research', 'resume', run, '--no-index'], { cwd: root })).toMatchObject({
      report_path: result?.report_path,
      findings: result?.findings,
    })
    expect(await fingerprint(root, cache)).toEqual(before)
    expect(await runJson(['research', 'show', 'r-none'], { cwd: root, status: 1 })).toMatchObject({
      error: { code: 'RESEARCH_RUN_UNKNOWN' },
    })
  })

  test('its own tasks are no opinion of the person, in a search or in another run of the topic', async () => {
    const [task = ''] = result?.action_items.filter((item) => item.startsWith('Look for')) ?? []
    const found = (await runJson(['search', task, '--sources', 'all', '--top', '20'], { cwd: root })) as Found
    expect(found.results).toContainEqual(expect.objectContaining({ title: 'inbox', ofOthers: true }))
    expect(found.contradictions).toEqual([])
    const statement = task.replace(/^.*: /, '')
    const again = (await runJson(['research', statement, '--no-index'], { cwd: root })) as Result
    const report = await readFile(join(root, again.report_path ?? ''), 'utf8')
    expect(report).toContain('between 1882 and 1884')
    expect(report).not.toMatch(/inbox|your notes|your existing note/i)
    expect(again.action_items.join('\n')).not.toContain('inbox')
  })
})

describe('research when things go wrong', () => {
  test('sources that fail are named, and Ctrl-C says how to go on', async () => {
    const cwd = join(folder, 'stopped')
    await mkdir(cwd)
    const more = ['fails', 'hangs'].map((id) => sourceEntry(id, { url: `${odd?.url}/${id}?q={query}` })).join('')
    await makeLibrarySpace(cwd, { port: site?.port ?? 0, texts: join(folder, 'texts'), more })
    await allowOdd(cwd)
    await trustAll(cwd)
    const args = ['research', 'lime that sets under water', '--select', '1', '--no-index']
    const { child, ended } = startDatacortex(args, { cwd })
    await expect.poll(() => odd?.asked ?? []).toContainEqual(expect.stringMatching(/^\/hangs/))
    child.kill('SIGINT')
    const stopped = await ended
    expect(stopped).toMatchObject({ status: 130, stdout: '' })
    const [, run = ''] = /^interrupted; .*\nnext +datacortex research resume (r-\w+)\n$/.exec(stopped.stderr) ?? []
    expect(run, stopped.stderr).not.toBe('')
    const list = await runJson(['research', 'list'], { cwd })
    expect(list).toMatchObject({ runs: [{ id: run, state: 'interrupted' }] })
    hanging = false
    const resumed = (await runJson(['research', 'resume', run, '--no-index'], { cwd })) as Result
    expect(resumed.skipped).toContainEqual({ source: 'fails', reason: expect.stringContaining('500') })
    expect(await readFile(join(cwd, resumed.report_path ?? ''), 'utf8')).toMatch(/^- .*fails.*500/m)
    expect(resumed.sources).toContainEqual(
      expect.objectContaining({ title: 'Lime that sets under water', status: 'read' }),
    )
    expect(resumed.quotations.verified).toBe(resumed.quotations.all)
  })

  test('numbers of no candidate are refused, and the run goes on with others', async () => {
    const args = ['research', 'lime that sets under water', '--select', '1,99', '--no-index']
    const { error } = (await runJson(args, { cwd: root, status: 1 })) as { error: { message: string; hint: string } }
    expect(error).toMatchObject({
      code: 'RESEARCH_SELECTION_INVALID',
      message: expect.stringMatching(/There are \d+ /),
    })
    const run = / (r-\w+) --select 1,\d+$/.exec(error.hint)?.[1] ?? ''
    const result = await runJson(['research', 'resume', run, '--select', '1', '--no-index'], { cwd: root })
    expect(result).toMatchObject({ run, state: 'done', found: { selected: 1 } })
  })

  test('where nobody answers, the result says so', async () => {
    const cwd = join(folder, 'alone')
    await mkdir(cwd)
    await runJson(['init'], { cwd })
    const fails = sourceEntry('fails', { url: `${odd?.url}/fails?q={query}` })
    await writeFile(join(cwd, '.datacore/registry/sources.yaml'), `sources:\n${fails}`)
    await allowOdd(cwd)
    const run = await runDatacortex(['research', 'the tides of Europa', '--no-index'], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toMatch(/Nothing was read about .* fails took no part: .*500[^]*research resume r-[0-9a-f]+/)
  })

  test.each([
    [['research'], 'CLI_USAGE'],
    [['research', topic, '--select', 'some'], 'CLI_USAGE'],
    [['research', topic, '--depth', 'abyss'], 'CLI_USAGE'],
    [['research', 'show'], 'CLI_USAGE'],
    [['research', topic, '--space', '../../etc'], 'CLI_USAGE'],
    [['research', topic, '--space', 'nospace'], 'CLI_USAGE'],
    [['research', '--queue', '--space', 'nospace'], 'CLI_USAGE'],
    [['research', topic, '--queue'], 'CLI_USAGE'],
    [['research', '--queue', '--task', 'a::b'], 'CLI_USAGE'],
    [['research', topic, '--task', 'garbage'], 'CLI_USAGE'],
    [['research', 'ftp://x.example/z'], 'CLI_USAGE'],
  ])('%j is wrong usage, and leaves nothing behind', async (args, code) => {
    const before = await fingerprint(root, cache)
    expect(await runJson(args, { cwd: root, status: 2 })).toMatchObject({ error: { code } })
    expect(await fingerprint(root, cache)).toEqual(before)
  })
})

test('with a model, prose is its own and proof is not; what it makes up is refused', async () => {
  const cwd = join(folder, 'model')
  await mkdir(cwd)
  await makeLibrarySpace(cwd, { port: site?.port ?? 0, texts: join(folder, 'texts') })
  const writer = { api: 'openai', base_url: `${odd?.url}/v1`, model: 'stub' }
  await writeFile(
    join(cwd, '.datacore/settings.local.yaml'),
    `writer: writer-chat\nplugins: ${JSON.stringify({ 'writer-chat': writer })}\n`,
  )
  const page = `${site?.url}gazette/lime.html`
  const result = (await runJson(['research', page, '--topic', 'lime that sets under water', '--no-index'], {
    cwd,
  })) as Result
  const report = await readFile(join(cwd, result.report_path ?? ''), 'utf8')
  expect(report).toContain('Lime and clay are what this is about.')
  expect(report).toContain('In other words, clay makes lime set under water.')
  expect(report).not.toMatch(/evil\.example|ninety/)
  const [note = ''] = result.literature_notes
  expect(await readFile(join(cwd, note), 'utf8')).toContain('A summary by the stand-in: ')
  expect(result.quotations.verified).toBe(result.quotations.all)
})

/** A model that words what it is shown, and makes up an address and a quotation. */
function completionOf(body: string): unknown {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] }
  const shown = messages.map(({ content }) => content).join('\n')
  const [material] = /\{"topic":.*\}/.exec(shown) ?? []
  const json = material === undefined ? digestOf(shown) : worded(JSON.parse(material) as Material)
  return {
    id: 'stub-1',
    model: 'stub',
    choices: [{ index: 0, message: { role: 'assistant', content: JSON.stringify(json) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 10 },
  }
}

function digestOf(shown: string): unknown {
  const [quote = ''] = /[A-Z][^.\n]{40,}clay[^.\n]*\./.exec(shown) ?? []
  const insights = [{ statement: 'Made up.', quote: 'Nobody wrote these ninety words.' }]
  return { summary: [{ sentence: `A summary by the stand-in: ${quote}`, quote }], insights, zettels: [], tasks: [] }
}

type Material = { readonly findings: readonly { readonly id: string; readonly quotations: readonly Quotation[] }[] }
type Quotation = { readonly id: string; readonly quote: string }

function worded({ findings }: Material): unknown {
  return {
    opening: 'Lime and clay are what this is about.',
    findings: findings.map(({ id, quotations }) => ({
      id,
      evidence: quotations.map((one) => one.id),
      text: quotations.some(({ quote }) => quote.includes('holds clay'))
        ? 'In other words, clay makes lime set under water.'
        : 'See https://evil.example/ for ninety reasons.',
    })),
  }
}

type Side = { readonly source: string; readonly quote: string }

type Found = { readonly results: readonly { readonly title: string }[]; readonly contradictions: readonly unknown[] }

type Result = {
  readonly run: string
  readonly summary_path: string
  readonly report_path?: string
  readonly literature_notes: readonly string[]
  readonly zettels: readonly string[]
  readonly action_items: readonly string[]
  readonly findings: readonly { readonly text: string; readonly independent: number }[]
  readonly contradictions: readonly { readonly kind: string; readonly a: Side; readonly b: Side }[]
  readonly sources: readonly { readonly title: string; readonly status: string }[]
  readonly skipped: readonly { readonly source: string; readonly reason: string }[]
  readonly quotations: { readonly all: number; readonly verified: number }
}

const cache = /^\.datacore\/(?:cache|state\/(?!research\/))/

function absent(): never {
  throw new Error('The run of the test before is needed.')
}

/** Reports of two runs differ in when they were made, and on which port. */
function plain(report: string): string {
  return report
    .replaceAll(`:${site?.port}/`, ':8042/')
    .replace(/^created: .*$/m, 'created: 2026-11-22T07:00:00.000Z')
    .replace(/^research: .*$/m, 'research: r-7f3a12bc')
    .replace(/^date: .*$/m, 'date: 2026-11-22')
}

async function allowOdd(cwd: string): Promise<void> {
  const hosts = [`127.0.0.1:${site?.port}`, `localhost:${site?.port}`, `127.0.0.1:${odd?.port}`]
  const network = JSON.stringify({ web_sources: false, allow_private: hosts })
  await appendFile(join(cwd, '.datacore/settings.local.yaml'), `network: ${network}\n`)
}
