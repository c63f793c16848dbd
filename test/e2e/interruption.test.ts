import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeAgents } from './generated-agents.ts'
import type { Run } from './run-datacortex.ts'
import { runJson, startDatacortex } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

const amount = 120

test('Ctrl-C during an import ends with 130 and nothing half-written; the next run goes on', async () => {
  const cwd = await spaceAndAgents()
  const { child, ended } = startDatacortex(['agent', 'import', 'many', '--json'], { cwd })
  // From here on it is embedding.
  await untilThere(registryOf(cwd), child)
  child.kill('SIGINT')
  const run = await ended
  expect(run).toMatchObject({ status: 130, signal: null, stderr: '' })
  expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'INTERRUPTED', hint: expect.any(String) } })
  expect(await registeredIds(cwd)).toHaveLength(amount)
  expect(await temporaryFiles(cwd)).toEqual([])

  const second = await runJson(['agent', 'import', 'many'], { cwd })
  expect(second).toMatchObject({ imported: [], updated: [], unchanged: { length: amount } })
  expect(await runJson(['agent', 'find', 'the luthier of the lighthouse', '--top', '1'], { cwd })).toMatchObject({
    results: [{ id: expect.stringContaining('luthier') }],
  })
})

test('people read that nothing is half-written', async () => {
  const cwd = await spaceAndAgents()
  const { child, ended } = startDatacortex(['agent', 'import', 'many'], { cwd })
  await untilThere(registryOf(cwd), child)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ status: 130, stdout: '', stderr: expect.stringMatching(/^interrupted/) })
})

test.skipIf(process.platform === 'win32')('Ctrl-C ends the wait for a pipe that nobody writes to', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  execFileSync('mkfifo', [join(cwd, 'queries')])
  const interruptedAfter = async (delayMs: number): Promise<Run> => {
    const { child, ended } = startDatacortex(['agent', 'find', '--queries', 'queries'], { cwd })
    await sleep(delayMs)
    child.kill('SIGINT')
    return await ended
  }
  // Nothing tells that it waits by now; on a busy machine it may not even have begun to listen for Ctrl-C.
  let run = await interruptedAfter(2000)
  for (const delayMs of [5000, 15_000]) if (run.signal !== null) run = await interruptedAfter(delayMs)
  expect(run).toMatchObject({ status: 130, signal: null })
})

// Every other round in `pnpm test`, all of them in `pnpm test:long`.
const rounds = process.env['LONG'] === undefined ? [0, 2, 4, 6] : [0, 1, 2, 3, 4, 5, 6, 7]

test('kill -9 at any moment leaves the old or the new registry, and the next import completes', async () => {
  const cwd = await spaceAndAgents()
  const seen: number[] = []
  for (const round of rounds) {
    const prefix = `round${round}`
    const before = await registeredIds(cwd)
    await writeAgents(join(cwd, 'many'), { prefix, amount: 20 })
    const { child, ended } = startDatacortex(['agent', 'import', 'many'], { cwd })
    // Rounds are spread over the time that an import takes; within its part of it the moment is random.
    const delayMs = round * 120 + Math.random() * 120 * (8 / rounds.length)
    await sleep(delayMs)
    child.kill('SIGKILL')
    await ended
    const after = await registeredIds(cwd)
    const fresh = after.filter((id) => id.startsWith(`${prefix}-`))
    const all = [...before, ...(await expectedIds(cwd, before))]
    expect([before.length, new Set(all).size], `killed after ${delayMs} ms`).toContain(after.length)
    seen.push(fresh.length)
  }
  await runJson(['agent', 'import', 'many'], { cwd })
  expect(await registeredIds(cwd)).toHaveLength(amount + rounds.length * 20)
  expect(await runJson(['agent', 'find', 'the glazier of the harbour', '--top', '1'], { cwd })).toMatchObject({
    results: [{ id: expect.stringContaining('glazier') }],
  })
  expect(await runJson(['doctor'], { cwd })).toMatchObject({ ok: true })
  expect(await temporaryFiles(cwd)).toEqual([])
  expect(seen.every((count) => count === 0 || count === 20)).toBe(true)
}, 180_000)

async function spaceAndAgents(): Promise<string> {
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

/** Waits until a file is there, or until the process that should make it has ended. */
async function untilThere(file: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && !existsSync(file)) await sleep(5)
}
