import { once } from 'node:events'
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { useSampleSpace } from './sample-space.ts'
import { fingerprint, temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()
const name = 'tide-teller'

test('a module of agents is found by its description as soon as it is installed', async () => {
  const description = `Reckons the "age of the tide": when it's highest after a new moon, and why #1 is late. My module, my-module.`
  const { cwd } = await madeModule('agents', { description, isOwnWord: true })
  expect(await runJson(['agent', 'show', name], { cwd })).toMatchObject({ name: 'Tide teller', description })
  const found = await runJson(['agent', 'find', 'how long after the new moon is the highest tide'], { cwd })
  expect(found).toMatchObject({ results: [{ id: name, module: name }] })
  expect(await runJson(['route', 'anything :AI:tide-teller:'], { cwd })).toMatchObject({ agent: name, via: 'tag' })
})

test('a sub-agent runs on a file', async () => {
  const { cwd } = await madeModule('sub-agent')
  await writeFile(join(cwd, 'tides.csv'), 'port,height\nBrest,6.1\nCuxhaven,2.9\n')
  const { status, stdout } = await runDatacortex(['agent', 'run', name, 'tides.csv'], { cwd })
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('2 rows with the columns') })
  expect(stdout).toContain('- height')
})

test('a source is asked where the settings say', async () => {
  const base = await startServer(({ url }) => {
    const query = new URL(url ?? '', 'http://localhost').searchParams.get('q')
    return { results: [{ id: '1', title: `Tables for ${query}`, url: 'https://tides.example/1' }, { odd: true }] }
  })
  const { cwd } = await madeModule('source', {
    settings: `plugins: {${name}: {base_url: "${base}"}}\nsearch: {timeout_ms: 60000}\n`,
  })
  expect(await runJson(['search', 'Brest', '--sources', 'all'], { cwd })).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ title: 'Tables for Brest', origin: name })]),
  })
})

test('a runner answers for an agent', async () => {
  const base = await startServer((_, body) => ({ text: `Got ${String(body.includes('When is it high?'))}.` }))
  const settings = `runners: {mine: {plugin: ${name}, base_url: "${base}"}}\n`
  const { cwd } = await madeModule('runner', { settings })
  const args = ['agent', 'run', 'research-librarian', 'When is it high?', '--runner', 'mine']
  expect(await runJson(args, { cwd })).toMatchObject({ status: 'success', text: 'Got true.' })
})

test('a writer writes the summary of what is ingested', async () => {
  const reported = 'The highest tide comes two days after the new moon, because water needs time to follow its pull.'
  const summary = 'Two days after the new moon comes the highest tide.'
  const proposal = { summary: [{ sentence: summary, quote: reported }], insights: [], zettels: [], tasks: [] }
  const base = await startServer(() => ({ text: JSON.stringify(proposal), model: 'stub' }))
  const settings = `writer: ${name}\nplugins: {${name}: {base_url: "${base}"}}\n`
  const { cwd } = await madeModule('writer', { settings })
  await writeFile(join(cwd, 'tides.txt'), `${reported}\n\n`.repeat(10))
  const { items } = (await runJson(['ingest', 'tides.txt', '--no-index'], { cwd })) as {
    items: readonly { summary: string; findings: readonly { code: string }[] }[]
  }
  expect(items).toMatchObject([{ summary: expect.stringContaining(summary), findings: [] }])
})

test('hooks judge the outputs of a run', async () => {
  const settings = `runners: {default: echo, echo: {plugin: runner-command, command: [cat]}}\n`
  const { cwd } = await madeModule('hooks', { settings })
  await runJson(['trust', 'approve', 'runners.echo', '--yes'], { cwd })
  expect(await runJson(['agent', 'run', 'research-librarian', 'When is it high?'], { cwd })).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ check: expect.stringContaining(name), passed: true })]),
  })
})

test('says what it would make, and never touches what is there', async () => {
  const cwd = await temporaryCopy(space().root)
  const before = await fingerprint(cwd)
  const planned = await runJson(['module', 'new', name, '--kind', 'hooks', '--dry-run'], { cwd })
  expect(planned).toMatchObject({
    module: name,
    kind: 'hooks',
    files: ['README.md', 'index.js', 'module.yaml', 'package.json'],
  })
  const refused = [
    ['Tide', 2, 'CLI_USAGE'],
    ['../tide', 2, 'CLI_USAGE'],
    [name, 2, 'CLI_USAGE', '--description', 'two\nlines'],
    ['.datacore', 2, 'CLI_USAGE'],
  ] as const
  for (const [wrong, status, code, ...rest] of refused) {
    expect(await runJson(['module', 'new', wrong, ...rest], { cwd, status })).toMatchObject({ error: { code } })
  }
  expect(await fingerprint(cwd)).toEqual(before)
  await mkdir(join(cwd, 'work', name), { recursive: true })
  await writeFile(join(cwd, 'work', name, 'mine.md'), 'mine')
  const taken = await runJson(['module', 'new', name, '--out', 'work'], { cwd, status: 1 })
  expect(taken).toMatchObject({ error: { code: 'CLI_FOLDER_TAKEN' } })
  expect(await readdir(join(cwd, 'work'))).toEqual([name])
  expect(await readdir(join(cwd, 'work', name))).toEqual(['mine.md'])
})

test('makes folders that are missing, and needs no space', async () => {
  const cwd = await temporaryCopy(space().root)
  const elsewhere = join(cwd, '..')
  const out = join(cwd, 'a', 'b')
  const { status, stdout } = await runDatacortex(['module', 'new', name, '--out', out], { cwd: elsewhere })
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('datacortex module install') })
  expect(await readFile(join(out, name, 'README.md'), 'utf8')).toContain(`# ${name}\n`)
})

test('says where nothing can be made, and why', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeFile(join(cwd, 'file'), 'mine')
  await symlink(join(cwd, 'gone'), join(cwd, 'dangling'))
  const refused = [
    ['file', 'a part of the path is not a folder'],
    ['dangling', 'a file of that name is in the way'],
    // Where not even root may make anything.
    ['/proc', 'nothing can be made there'],
    ['/proc/a/b', 'nothing can be made there'],
  ] as const
  for (const [out, reason] of refused) {
    const made = await runJson(['module', 'new', name, '--out', out], { cwd, status: 1 })
    const error = { code: 'PLATFORM_FILE_UNWRITABLE', message: expect.stringContaining(reason) }
    expect(made, out).toMatchObject({ error })
  }
  expect(await readFile(join(cwd, 'file'), 'utf8')).toBe('mine')
  expect(await readdir(cwd)).not.toContain('gone')
})

/** Makes the module in a space of its own, and installs it. */
async function madeModule(
  kind: string,
  { description = 'Tells tides.', settings = '', isOwnWord = false } = {},
): Promise<{ readonly cwd: string }> {
  const cwd = await temporaryCopy(space().root)
  await writeFile(join(cwd, '.datacore/settings.yaml'), settings)
  const args = ['module', 'new', name, '--kind', kind, '--description', description]
  expect(await runJson(args, { cwd })).toMatchObject({ module: name, kind, directory: join(cwd, name) })
  await runJson(['module', 'install', `./${name}`, '--yes'], { cwd })
  const texts = await Promise.all(
    (await readdir(join(cwd, name), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(async (entry) => await readFile(join(entry.parentPath, entry.name), 'utf8')),
  )
  // Only what the description itself says may be as in the template.
  expect(texts.join('\n')).not.toMatch(isOwnWord ? /say here/i : /my.module|say here/i)
  const { findings } = (await runJson(['doctor'], { cwd })) as { findings: readonly { subject: string }[] }
  expect(findings.filter((finding) => JSON.stringify(finding).includes(name))).toEqual([])
  return { cwd }
}

async function startServer(answer: (request: IncomingMessage, body: string) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    const answered = textOf(request).then((body) => JSON.stringify(answer(request, body)))
    answered.then(
      (json) => response.writeHead(200, { 'content-type': 'application/json' }).end(json),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
