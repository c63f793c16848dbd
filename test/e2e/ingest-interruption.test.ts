import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startOddSite } from './odd-site.ts'
import { runJson } from './one-process.ts'
import { startDatacortex } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { trustAll } from './trust-all.ts'

const amount = 12

test('Ctrl-C while many files are ingested ends with 130; the next run does the rest, and nothing twice', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await mkdir(join(cwd, 'inbox'))
  for (let index = 0; index < amount; index += 1) await writeFile(join(cwd, 'inbox', `day-${index}.md`), dayOf(index))
  // A page that comes only later: until then the first run can't be done.
  const held = Promise.withResolvers<void>()
  await using site = await startOddSite(({ path, response }) => {
    if (path === '/robots.txt') response.writeHead(404).end()
    else void held.promise.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(amount)))
  })
  await writeFile(join(cwd, '.datacore/settings.yaml'), `network: {allow_private: ['127.0.0.1:${site.port}']}\n`)
  await trustAll(cwd)
  const args = ['ingest', join(cwd, 'inbox'), `${site.url}/day.html`, '--no-index']
  const { child, ended } = startDatacortex([...args, '--json', '--concurrency', '1'], { cwd })
  await expect.poll(async () => (await literatureOf(cwd)).length).toBeGreaterThanOrEqual(3)
  child.kill('SIGINT')
  const run = await ended
  expect(run).toMatchObject({ status: 130, signal: null, stderr: '' })
  expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'INTERRUPTED', hint: expect.any(String) } })
  const first = await literatureOf(cwd)
  expect(first.length).toBeGreaterThanOrEqual(3)
  for (const note of first)
    expect(await readFile(join(cwd, literature, note), 'utf8')).toMatch(/^---\n[\s\S]+?\n---\n[\s\S]+\n$/)
  expect(await temporaryFiles(cwd)).toEqual([])

  held.resolve()
  const report = (await runJson(args, { cwd })) as {
    readonly counts: Readonly<Record<string, number>>
    readonly resumed: number
  }
  expect(report.counts).toMatchObject({ failed: 0, skipped: 0, duplicate: 0 })
  expect(report.resumed).toBeGreaterThan(0)
  const notes = await Promise.all(
    (await literatureOf(cwd)).map(async (note) => await readFile(join(cwd, literature, note), 'utf8')),
  )
  expect(notes).toHaveLength(amount + 1)
  const sources = notes.map((text) => /^source_id: (.+)$/m.exec(text)?.[1])
  expect(new Set(sources).size).toBe(amount + 1)
  expect(await temporaryFiles(cwd)).toEqual([])
})

const literature = '0-personal/3-knowledge/literature'

async function literatureOf(cwd: string): Promise<readonly string[]> {
  return (await readdir(join(cwd, literature)).catch(() => [])).filter((name) => name.endsWith('.md'))
}

async function temporaryFiles(cwd: string): Promise<readonly string[]> {
  const files = await readdir(cwd, { recursive: true })
  return files.filter((file) => /\.tmp$|staging/.test(file))
}

function pageOf(index: number): string {
  const [title = '', ...texts] = dayOf(index).slice(2).trim().split('\n\n')
  const paragraphs = texts.map((text) => `<p>${text}</p>`).join('')
  return `<!doctype html><title>${title}</title><article><h1>${title}</h1>${paragraphs}</article>`
}

function dayOf(index: number): string {
  return `# Log of day ${index}

On day ${index} the gauge at the pier of Sellow stood at ${100 + 7 * index} centimetres. The keeper of watch ${index} wrote that ${3 + index} ships passed the light before noon.

The lamp burned ${2 + index} litres of oil in the night after day ${index}, and the bell was struck ${60 + index} times.
`
}
