import { execFileSync } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeAgents } from './generated-agents.ts'
import { killedAfterChanges } from './killed-after-changes.ts'
import { runJson } from './one-process.ts'
import { type Run, startDatacortex } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

const amount = 30

test('Ctrl-C during an import ends with 130 and nothing half-written; the next run goes on', async () => {
  const { cwd, run } = await interruptedImport(['--json'])
  expect(run).toMatchObject({ status: 130, signal: null, stderr: '' })
  expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'INTERRUPTED', hint: expect.any(String) } })
  expect(await registeredIds(cwd)).toHaveLength(amount)
  expect(await temporaryFiles(cwd)).toEqual([])

  const second = await runJson(['agent', 'import', 'many'], { cwd })
  expect(second).toMatchObject({ imported: [], updated: [], unchanged: { length: amount } })
  expect(await runJson(['agent', 'find', 'the luthier of the monastery', '--top', '1'], { cwd })).toMatchObject({
    results: [{ id: expect.stringContaining('luthier') }],
  })
})

test('people read that nothing is half-written', async () => {
  const { run } = await interruptedImport([])
  expect(run).toMatchObject({ status: 130, stdout: '', stderr: expect.stringMatching(/^interrupted/) })
})

test.skipIf(process.platform === 'win32')('Ctrl-C ends the wait for a pipe that nobody writes to', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  const queries = join(cwd, 'queries')
  execFileSync('mkfifo', [queries])
  const { child, ended } = startDatacortex(['agent', 'find', '--queries', 'queries'], { cwd })
  // Can be opened for writing, without a wait, only when somebody is there to read.
  let writer: FileHandle | undefined
  const openForWriting = async (): Promise<FileHandle | undefined> =>
    (writer = await open(queries, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined))
  await expect.poll(openForWriting).toBeDefined()
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ status: 130, signal: null })
  await writer?.close()
})

// Spread over what an import changes; every other moment in `pnpm test`, all of them in `pnpm test:long`.
const allMoments = [1, 2, 4, 7, 12, 25, 50, 100]
const moments = process.env['LONG'] === undefined ? allMoments.filter((_, index) => index % 2 === 0) : allMoments

test('kill -9 at any moment leaves the old or the new registry, and the next import completes', async () => {
  const cwd = await spaceAndAgents(20)
  const seen: number[] = []
  for (const changes of moments) {
    const prefix = `after${changes}`
    const before = await registeredIds(cwd)
    await writeAgents(join(cwd, 'many'), { prefix, amount: 10 })
    await killedAfterChanges(['agent', 'import', 'many'], { cwd, changes })
    const after = await registeredIds(cwd)
    const fresh = after.filter((id) => id.startsWith(`${prefix}-`))
    const all = [...before, ...(await expectedIds(cwd, before))]
    expect([before.length, new Set(all).size], `killed after ${changes} changes`).toContain(after.length)
    seen.push(fresh.length)
  }
  await runJson(['agent', 'import', 'many'], { cwd })
  expect(await registeredIds(cwd)).toHaveLength(20 + moments.length * 10)
  expect(await runJson(['agent', 'find', 'the glazier of the harbour', '--top', '1'], { cwd })).toMatchObject({
    results: [{ id: expect.stringContaining('glazier') }],
  })
  expect(await runJson(['doctor'], { cwd })).toMatchObject({ ok: true })
  expect(await temporaryFiles(cwd)).toEqual([])
  expect(seen.every((count) => count === 0 || count === 10)).toBe(true)
})

/** An import that gets Ctrl-C while it embeds. On a busy machine it may be through before that: then another one. */
async function interruptedImport(options: readonly string[]): Promise<{ readonly cwd: string; readonly run: Run }> {
  for (;;) {
    const cwd = await spaceAndAgents(amount)
    const { child, ended } = startDatacortex(['agent', 'import', 'many', ...options], { cwd })
    // From here on it is embedding.
    await expect.poll(() => child.exitCode !== null || existsSync(registryOf(cwd))).toBe(true)
    child.kill('SIGINT')
    const run = await ended
    if (run.status !== 0) return { cwd, run }
  }
}

async function spaceAndAgents(amount: number): Promise<string> {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await writeAgents(join(cwd, 'many'), { prefix: 'first', amount })
  return cwd
}

function registryOf(cwd: string): string {
  return join(cwd, '.datacore/registry/agents.yaml')
}

async function expectedIds(cwd: string, before: readonly string[]): Promise<readonly string[]> {
  const files = await readdir(join(cwd, 'many'))
  return files.map((file) => file.replace(/\.md$/, '')).filter((id) => !before.includes(id))
}

async function registeredIds(cwd: string): Promise<readonly string[]> {
  const text = await readFile(registryOf(cwd), 'utf8').catch(() => 'agents: {}')
  const { agents } = parse(text) as { agents: Record<string, unknown> }
  return Object.keys(agents)
}

async function temporaryFiles(cwd: string): Promise<readonly string[]> {
  const files = await readdir(join(cwd, '.datacore'), { recursive: true })
  return files.filter((file) => file.endsWith('.tmp') || file.includes('staging'))
}
