import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openSpace, withLock, writeFileAtomically } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeAgents } from './generated-agents.ts'
import { runDatacortex, runJson } from './one-process.ts'
import { sample, startDatacortex } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('eight processes that register different agents at once lose none', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  const names = Array.from({ length: 8 }, (_, index) => `p${index}`)
  await Promise.all(names.map(async (name) => await writeAgents(join(cwd, name), { prefix: name, amount: 4 })))
  const reports = await Promise.all(names.map(async (name) => await runJson(['agent', 'import', name], { cwd })))
  for (const report of reports) expect(report).toMatchObject({ imported: { length: 4 }, conflicts: [], skipped: [] })
  const { agents } = parse(await readFile(join(cwd, '.datacore/registry/agents.yaml'), 'utf8')) as { agents: object }
  expect(Object.keys(agents)).toHaveLength(32)
  const input = names.map((name, index) => `The baker of the harbour, number 0 of p${index}.`).join('\n')
  const found = await runDatacortex(['agent', 'find', '--queries', '-', '--top', '3'], { cwd, input })
  expect(found.status).toBe(0)
  for (const [index, line] of found.stdout.trimEnd().split('\n').entries()) {
    expect(line, `query ${index}`).toContain(`"p${index}-baker-harbour-0"`)
  }
  expect(await runJson(['doctor'], { cwd })).toMatchObject({ ok: true, index: 'fresh' })
})

test('a change by somebody else during a command is kept, with its comment', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await writeAgents(join(cwd, 'mine'), { prefix: 'mine', amount: 3 })
  await runJson(['agent', 'import', 'mine'], { cwd })
  const paths = await openSpace(cwd)
  const started = await withLock(join(paths.locksDirectory, 'registry'), async () => {
    await writeAgents(join(cwd, 'mine'), { prefix: 'more', amount: 2 })
    const log = join(cwd, 'locks.log')
    const preload = pathToFileURL(join(import.meta.dirname, 'preload/reported-locks.ts')).href
    const env = { NODE_OPTIONS: `--import ${preload}`, LOCK_LOG: log }
    const running = startDatacortex(['agent', 'import', 'mine', '--json'], { cwd, env })
    // By then it has found the registry locked, and waits.
    await expect.poll(() => existsSync(log)).toBe(true)
    const text = await readFile(paths.agentsFile, 'utf8')
    const byHand =
      '  # by hand\n  gatekeeper:\n    name: Gatekeeper\n    description: Guards the gate.\n    skills: []\n'
    await writeFileAtomically(
      paths.agentsFile,
      text.replace(/^agents:\n/m, (line) => `${line}${byHand}`),
    )
    expect(running.child.exitCode).toBe(null)
    return running
  })
  expect(await started.ended).toMatchObject({ status: 0 })
  const text = await readFile(paths.agentsFile, 'utf8')
  expect(text).toContain('# by hand')
  expect(Object.keys((parse(text) as { agents: object }).agents)).toHaveLength(6)
})

test('an import and the installation of a module at once', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await writeAgents(join(cwd, 'mine'), { prefix: 'mine', amount: 4 })
  const [imported, installed] = await Promise.all([
    runJson(['agent', 'import', 'mine'], { cwd }),
    runJson(['module', 'install', join(sample, 'modules/campaigns'), '--yes'], { cwd }),
  ])
  expect(imported).toMatchObject({ imported: { length: 4 } })
  expect(installed).toMatchObject({ agents: { length: 2 } })
  const registry = parse(await readFile(join(cwd, '.datacore/registry/agents.yaml'), 'utf8')) as {
    agents: object
    module_agents: { campaigns: { agents: object } }
  }
  expect(Object.keys(registry.agents)).toHaveLength(4)
  expect(Object.keys(registry.module_agents.campaigns.agents)).toHaveLength(2)
})
