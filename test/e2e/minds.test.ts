import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { walkFiles } from '@datacortex/platform'
import { mindFixture } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { connected } from './mcp-client.ts'
import { runJson } from './one-process.ts'
import { runDatacortex, startDatacortex } from './run-datacortex.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'
import { temporaryCopy, temporaryFolder } from './temporary-folder.ts'

const space = useSampleSpaceWithNotes()

test('an agent gets an identity, learns something and knows it later; nobody else does, and no assistant speaks for it', async () => {
  const cwd = await temporaryCopy(space().root)
  await runJson(['identity', 'init', 'sql-tuner', '--entry', 'AGENTS.md', '--uid', '42'], { cwd })
  await runJson(['identity', 'init', 'translator'], { cwd })
  expect(await readFile(join(cwd, 'AGENTS.md'), 'utf8')).toContain('identity check sql-tuner')
  const env = { ACAS_SENDER_ID: '42' }
  expect(await runJson(['identity', 'check', 'sql-tuner'], { cwd, env })).toMatchObject({ ok: true })
  const words = ['Partial', 'indexes', 'pay', 'off', 'early.', '--topic', 'indexes', '--agent', 'sql-tuner']
  const { id, path } = (await runJson(['remember', ...words], { cwd })) as { id: string; path: string }
  expect(await readFile(join(cwd, path), 'utf8')).toContain(`^${id}`)
  const recalled = await runDatacortex(['recall', 'indexes', '--agent', 'sql-tuner'], { cwd })
  expect(recalled.stdout).toMatch(
    /^indexes {2}\d{4}-\d\d-\d\d {2}\d+ tokens\n {2}\S+indexes\.md\n {2}- Partial indexes pay off early\.\n$/,
  )
  expect(await runJson(['recall', 'indexes', '--agent', 'translator'], { cwd })).toMatchObject({ results: [] })
  const spy = await runDatacortex(['recall', 'indexes', '--agent', 'sql-tuner', '--json'], {
    cwd,
    env: { DATACORTEX_CHAIN: 'translator' },
  })
  expect(spy.status).toBe(1)
  expect(JSON.parse(spy.stdout)).toMatchObject({ error: { code: 'COGNITION_NOT_THE_CALLER' } })
  const wrong = await runDatacortex(['identity', 'check', 'sql-tuner', '--json'], {
    cwd,
    env: { ACAS_SENDER_ID: '43' },
  })
  expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: 'COGNITION_SENDER_MISMATCH' } })
  const { call } = await connected(cwd)
  expect(await call('recall', { query: 'indexes', agent: 'sql-tuner' })).toMatchObject({ isError: true })
  expect(await call('remember', { text: 'Indexes lie.', agent: 'sql-tuner' })).toMatchObject({ isError: true })
  expect(JSON.stringify(await call('search_notes', { query: 'partial indexes' }))).not.toContain('pay off early')
})

test('identity verify runs the criteria of the specification on minds that others made, and says what fails', async () => {
  const cwd = await temporaryFolder()
  await cp(mindFixture(3), join(cwd, 'wren'), { recursive: true })
  const whole = await runDatacortex(['identity', 'verify', 'wren', '--level', '3'], { cwd })
  expect(whole.stdout).toContain('level 3 holds: 23 of 23 criteria')
  await rm(join(cwd, 'wren', 'identity.yaml'))
  const none = await runDatacortex(['identity', 'verify', 'wren', '--json'], { cwd })
  expect(JSON.parse(none.stdout)).toMatchObject({ error: { code: 'COGNITION_NOTHING_TO_VERIFY' } })
  await writeFile(join(cwd, 'wren', 'identity.yaml'), 'spec_version: "1.4.0"\nidentity: {name: Wren, uid: 42}\n')
  const broken = await runDatacortex(['identity', 'verify', 'wren', '--level', '1'], { cwd })
  expect(broken.status).toBe(1)
  expect(broken.stdout).toMatch(/^no +1\.2 .*uid/m)
  expect(broken.stdout).toContain('level 1 does not hold')
})

test('neither exports nor the page that is served show what an agent keeps for itself', async () => {
  const cwd = await temporaryCopy(space().root)
  await runJson(['identity', 'init', 'sql-tuner', '--uid', '42'], { cwd })
  const secret = 'Quillfern indexes pay off early.'
  await runJson(['remember', secret, '--topic', 'indexes', '--agent', 'sql-tuner'], { cwd })
  const address = ['--url', 'https://agents.example.org/', '--out', 'public']
  for (const what of ['a2a', 'catalog', 'erc8004']) await runJson(['export', what, ...address], { cwd })
  await runJson(['export', 'agents', 'sql-tuner', '--as', 'claude', '--out', 'public'], { cwd })
  const written = await Array.fromAsync(
    walkFiles(join(cwd, 'public')),
    async ({ path }) => await readFile(path, 'utf8'),
  )
  expect(written.length).toBeGreaterThan(3)
  const { child } = startDatacortex(['serve', '--port', '0'], { cwd })
  onTestFinished(() => void child.kill('SIGKILL'))
  const line = await new Promise<string>((resolve) => child.stdout?.once('data', resolve))
  const { url } = JSON.parse(line) as { url: string }
  const pages = ['', 'agents/sql-tuner/', 'agents/sql-tuner/.well-known/agent-card.json', '.well-known/ai-catalog.json']
  const served = await Promise.all(pages.map(async (page) => await (await fetch(`${url}${page}`)).text()))
  expect(served.join('')).toContain('sql-tuner')
  expect([...written, ...served].filter((text) => text.includes('Quillfern'))).toEqual([])
})
