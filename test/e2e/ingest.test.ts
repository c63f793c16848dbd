import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LibrarySite, makeLibrarySpace, startLibrarySite } from './library-site.ts'
import { startOddSite } from './odd-site.ts'
import { runDatacortex, runJson } from './one-process.ts'
import { startDatacortex } from './run-datacortex.ts'
import { fingerprint, makeFolder } from './temporary-folder.ts'
import { searchResults } from './vault-space.ts'
import { trustAll } from './trust-all.ts'

const fixtures = fileURLToPath(new URL('../fixtures/inbox', import.meta.url))

let folder = ''
let root = ''
let inbox = ''
let site: LibrarySite | undefined

beforeAll(async () => {
  folder = await makeFolder()
  root = join(folder, 'desk')
  inbox = join(folder, 'inbox')
  await mkdir(root)
  await cp(fixtures, inbox, { recursive: true })
  site = await startLibrarySite()
  await makeLibrarySpace(root, { port: site.port, texts: join(folder, 'texts') })
})

afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe('ingest', () => {
  test('--dry-run says what it would do and writes nothing', async () => {
    const before = await fingerprint(root, programs)
    const run = await runDatacortex(['ingest', join(inbox, 'slack-water.md'), '--dry-run'], { cwd: root })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/^done +Slack water at Sellow\n +note +0-personal\/3-knowledge\/literature\/\S+\.md\n/)
    expect(run.stdout).toMatch(/\ndry run +nothing was written\n$/)
    expect(await fingerprint(root, programs)).toEqual(before)
  })

  test('a folder with all kinds and an address become notes that search finds', async () => {
    const page = `${site?.url}gazette/lime.html`
    const report = (await runJson(['ingest', inbox, page], { cwd: root })) as Report
    const became = Object.fromEntries(
      report.items.map(({ input, status, error }) => [basename(input), error?.code ?? status]),
    )
    expect(became).toEqual({
      'book.epub': 'success',
      'broken.pdf': 'PDF_BROKEN',
      'conversations.json': 'success',
      'gauge.pdf': 'success',
      'junk.bin': 'KNOWLEDGE_NO_SUB_AGENT',
      'levels.csv': 'success',
      'lime.html': 'success',
      'mooring.org': 'success',
      'pilots.html': 'success',
      'slack-water.md': 'success',
      'tides.docx': 'success',
    })
    expect(report.items).toContainEqual(
      expect.objectContaining({
        input: page,
        input_type: 'url',
        literature_note: expect.stringMatching(/^0-personal\/3-knowledge\/literature\//),
        zettels_created: expect.arrayContaining([expect.stringMatching(/^0-personal\/3-knowledge\/zettel\//)]),
        summary: expect.stringContaining('lime'),
        source_authority: expect.any(String),
        relevance: { harbours: expect.any(Number) },
      }),
    )
    expect(report.items.find(({ input }) => input.endsWith('.json'))?.action_items).toEqual([
      expect.stringContaining('dredging company'),
    ])
    const notes = report.items.flatMap(({ literature_note: note }) => note ?? [])
    expect(notes.filter((note) => !existsSync(join(root, note)))).toEqual([])
    expect(notes).toHaveLength(9)
    const titles = async (query: string): Promise<readonly string[]> =>
      (await searchResults([query, '--top', '3'], root)).map(({ title }) => title)
    expect(await titles('which mortar hardens in the sea')).toContain('Lime that sets under water')
    expect(await titles('how many people bring ships into the port of Sellow')).toContain('The pilots of Sellow')
    expect(await titles('what does the gauge at the pier write down')).toContain('The tide gauge of Sellow')
  })

  test('text on stdin becomes a note', async () => {
    const input = 'The fog bell of Sellow strikes twice every minute. A clockwork that is wound each evening drives it.'
    const report = (await runJson(['ingest', '-', '--name', 'fog bell'], { cwd: root, input })) as Report
    expect(report.items).toMatchObject([{ status: 'success', input_type: 'text' }])
    const [found] = await searchResults(['how often does the fog bell strike'], root)
    expect(found?.path).toMatch(/fog-bell/)
  })

  test('a PDF, a page and chats on stdin are read as what they are, and noise is left out', async () => {
    const cwd = join(folder, 'piped')
    await mkdir(cwd)
    await runJson(['init'], { cwd })
    const piped = async (input: Uint8Array, status = 0): Promise<Report['items'][number] | undefined> => {
      const report = (await runJson(['ingest', '-', '--no-index'], { cwd, input, status })) as Report
      expect(report.items.map(({ input: name }) => name)).toEqual(report.items.map(() => 'stdin'))
      return report.items[0]
    }
    const bytesOf = async (name: string): Promise<Uint8Array> => await readFile(join(inbox, name))
    const pdf = await piped(await bytesOf('gauge.pdf'))
    expect(pdf).toMatchObject({ status: 'success', input_type: 'pdf', title: 'The tide gauge of Sellow' })
    const page = await piped(await bytesOf('pilots.html'))
    expect(page).toMatchObject({ status: 'success', input_type: 'file', title: 'The pilots of Sellow' })
    const chats = await piped(await bytesOf('conversations.json'))
    expect(chats).toMatchObject({ status: 'success', input_type: 'conversation' })
    expect(await readFile(join(cwd, pdf?.literature_note ?? ''), 'utf8')).not.toContain('%PDF')
    expect(await readFile(join(cwd, page?.literature_note ?? ''), 'utf8')).not.toMatch(/<(?:p|html|body)\b/)
    const notes = await notesOf(cwd)
    const noise = Uint8Array.from({ length: 2000 }, (_, index) => (index * index * 7919) % 251)
    expect(await piped(noise, 1)).toMatchObject({ status: 'skipped', error: { code: 'KNOWLEDGE_NO_SUB_AGENT' } })
    expect(await piped(await bytesOf('broken.pdf'), 1)).toMatchObject({ error: { code: 'PDF_BROKEN' } })
    expect(await notesOf(cwd)).toEqual(notes)
  })

  test('what an earlier run left out of the index is taken in by the next one', async () => {
    const file = join(folder, 'buoy.md')
    await writeFile(file, '# The bell buoy\n\nThe bell buoy of Sellow swings west of the bar and warns by its sound.\n')
    await runJson(['ingest', file, '--no-index'], { cwd: root })
    const again = (await runJson(['ingest', file, '--space', '0-personal/'], { cwd: root })) as Report
    expect(again).toMatchObject({ items: [{ status: 'unchanged' }], indexed: { added: expect.any(Number) } })
    expect(again.indexed?.added).toBeGreaterThan(0)
  })

  test('the same again changes nothing and says so', async () => {
    const before = await fingerprint(root, programs)
    const run = await runDatacortex(['ingest', inbox, `${site?.url}gazette/lime.html`], { cwd: root })
    expect(run.stdout).toMatch(/\ningested +11 inputs: 9 unchanged · 1 skipped · 1 failed in /)
    // What lies in a folder was not named.
    expect(run.status).toBe(0)
    expect(await fingerprint(root, programs)).toEqual(before)
  })

  test('a page that is gone and a private address are failures that say what to do', async () => {
    const before = await fingerprint(root, programs)
    const addresses = [`${site?.url}gone.html`, 'http://127.0.0.1:9100/metrics', 'http://[::1]/']
    const run = await runDatacortex(['ingest', ...addresses], { cwd: root })
    expect(run.status).toBe(1)
    expect(run.stdout.match(/^failed .*\n.*404/gm)).toHaveLength(1)
    expect(run.stdout.match(/MODULE_NETWORK_REFUSED/g)).toHaveLength(2)
    expect(run.stdout).toMatch(/→ .*network\.allow_private in \.datacore\/settings\.yaml/)
    expect(await fingerprint(root, programs)).toEqual(before)
  })

  test('kill -9 in the middle and again: no duplicate, nothing half-written', async () => {
    const names = ['conversations.json', 'pilots.html', 'slack-water.md']
    const inputs = names.map((name) => join(inbox, name))
    const [killed, whole] = [join(folder, 'killed'), join(folder, 'whole')]
    // A page that never comes: without the kill there would be no end.
    await using never = await startOddSite(() => {})
    for (const cwd of [killed, whole]) {
      await mkdir(cwd)
      await runJson(['init'], { cwd })
      await writeFile(join(cwd, '.datacore/settings.yaml'), `network: {allow_private: ['127.0.0.1:${never.port}']}\n`)
      await trustAll(cwd)
    }
    const { child, ended } = startDatacortex(['ingest', ...inputs, never.url, '--concurrency', '1'], { cwd: killed })
    await expect.poll(async () => (await notesOf(killed)).length).toBeGreaterThanOrEqual(2)
    child.kill('SIGKILL')
    expect(await ended).toMatchObject({ signal: 'SIGKILL' })
    for (const note of await notesOf(killed)) expect(await readFile(join(killed, note), 'utf8')).toMatch(wholeNote)
    const report = (await runJson(['ingest', ...inputs], { cwd: killed })) as Report
    expect(report.items.every(({ status }) => ['success', 'unchanged'].includes(status))).toBe(true)
    await runJson(['ingest', ...inputs, '--no-index'], { cwd: whole })
    expect(await notesOf(killed)).toEqual(await notesOf(whole))
    expect(await leftovers(killed)).toEqual([])
    const found = await searchResults(['pilots of Sellow', '--type', 'literature'], killed)
    expect(found.filter(({ title }) => title === 'The pilots of Sellow')).toHaveLength(1)
  })

  test.each([
    [['ingest'], 2, 'CLI_USAGE'],
    [['ingest', '-', 'x.md'], 2, 'CLI_USAGE'],
    [['ingest', 'x.md', '--concurrency', '0'], 2, 'CLI_USAGE'],
    [['ingest', ''], 2, 'CLI_USAGE'],
    [['ingest', 'ftp://example.org/a.txt'], 2, 'CLI_USAGE'],
    [['ingest', 'file:///etc/hostname'], 2, 'CLI_USAGE'],
    [['ingest', 'x.md', '--space', 'nosuch'], 2, 'CLI_USAGE'],
  ])('%j is wrong usage', async (args, status, code) => {
    expect(await runJson(args, { cwd: root, status })).toMatchObject({ error: { code } })
  })

  test('one failure among the named inputs is exit status 1, and the others are done', async () => {
    const good = join(inbox, 'slack-water.md')
    const page = `${site?.url}gone.html`
    for (const bad of [[join(inbox, 'broken.pdf')], [join(inbox, 'absent.md'), page]]) {
      const report = (await runJson(['ingest', good, ...bad, '--no-index'], { cwd: root, status: 1 })) as Report
      expect(report.items.map(({ status }) => status)).toEqual(['unchanged', ...bad.map(() => 'failed')])
    }
  })

  test('what is not there is a result of its own', async () => {
    expect(await runJson(['ingest', 'absent.md'], { cwd: root, status: 1 })).toMatchObject({
      items: [{ status: 'failed', error: { code: 'KNOWLEDGE_INPUT_UNREADABLE' } }],
    })
  })
})

type Report = {
  readonly items: readonly {
    readonly input: string
    readonly status: string
    readonly literature_note?: string
    readonly action_items: readonly string[]
    readonly error?: { readonly code: string }
  }[]
  readonly indexed?: { readonly added: number }
}

/** What the program keeps for itself: journals of batches, the index, its counters. */
const programs = /^\.datacore\/(?:cache|state)(?:\/|$)/

/** Front matter that ends, and text after it. */
const wholeNote = /^---\n[\s\S]+?\n---\n[\s\S]+\n$/

async function notesOf(cwd: string): Promise<readonly string[]> {
  const files = await readdir(join(cwd, '0-personal'), { recursive: true }).catch(() => [])
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('0-personal', file))
    .toSorted()
}

async function leftovers(cwd: string): Promise<readonly string[]> {
  const files = await readdir(cwd, { recursive: true })
  return files.filter((file) => /\.tmp$|staging/.test(file))
}
