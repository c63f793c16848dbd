import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SpacePaths } from '@datacortex/platform'
import { readRegistry } from '@datacortex/registry'
import { expect, test, vi } from 'vitest'
import { readLog } from '../../log/read-log.ts'
import { type RunSpace, runSpace } from '../__fixtures__/run-space.ts'
import { recoverRuns } from './recover-runs.ts'
import { runAgent } from '../run-agent.ts'
import { withRunMarker } from './run-marker.ts'

const script = fileURLToPath(new URL('../__fixtures__/run-for-ever.ts', import.meta.url))

async function startedRun({ paths, bundledDirectory }: RunSpace, id: string) {
  const child = fork(script, [paths.root, bundledDirectory, id], {
    execArgv: ['--conditions=@datacortex/source'],
    silent: true,
  })
  await once(child, 'message')
  return child
}

const running = async (paths: SpacePaths): Promise<readonly string[]> =>
  await readdir(join(paths.stateDirectory, 'running'))

test('a run whose process was killed is logged as failed, once, and one that runs is left alone', async () => {
  const space = await runSpace([{ hang: true }])
  const { paths } = space
  const [killed, alive] = await Promise.all([startedRun(space, 'killed'), startedRun(space, 'alive')])
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(await recoverRuns(paths, { dryRun: true })).toMatchObject([{ subject: 'killed' }])
  expect([(await readLog(paths)).executions, await running(paths)]).toEqual([
    [],
    expect.arrayContaining(['killed.json']),
  ])
  const found = await Promise.all([recoverRuns(paths), recoverRuns(paths)])
  expect(found.flat()).toMatchObject([{ code: 'EXECUTION_INTERRUPTED', subject: 'killed', severity: 'warning' }])
  expect((await readLog(paths)).executions).toMatchObject([
    {
      id: 'killed',
      agent_id: 'writer',
      task: 'Explain the tides',
      runner: 'stub',
      status: 'failed',
      duration_ms: 0,
      error: { code: 'EXECUTION_INTERRUPTED', message: expect.stringContaining(`process ${killed.pid}`) },
    },
  ])
  expect(await running(paths)).toEqual(['alive.json'])
  const same = { catalogue: await space.catalogue(), agent: 'writer', task: 'x' }
  // It waits for who only looks, which takes this machine no longer.
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  await expect(runAgent(paths, { ...same, id: 'alive' })).rejects.toMatchObject({ code: 'EXECUTION_ID_TAKEN' })
  await expect(runAgent(paths, { ...same, id: 'ALIVE' })).rejects.toMatchObject({ code: 'EXECUTION_ID_TAKEN' })
  alive.kill('SIGKILL')
  await once(alive, 'exit')
  await expect(runAgent(paths, { ...same, id: 'alive' })).rejects.toMatchObject({ code: 'EXECUTION_ID_TAKEN' })
  expect((await readLog(paths)).executions.map(({ id }) => id)).toEqual(['alive', 'killed'])
})

test('interrupted runs are counted, no matter who runs next, and a registry that can not be written keeps nobody from running', async () => {
  const space = await runSpace([{ text: 'The tides come twice a day.' }])
  const { paths } = space
  const interrupted = async (id: string, agentId: string): Promise<void> => {
    const marker = { id, agent_id: agentId, timestamp: '2026-01-01T00:00:00.000Z', pid: 1, host: 'h' }
    await mkdir(join(paths.stateDirectory, 'running'), { recursive: true })
    await writeFile(join(paths.stateDirectory, 'running', `${id}.json`), JSON.stringify(marker))
  }
  await interrupted('one', 'patient')
  await interrupted('two', 'patient')
  expect(await recoverRuns(paths, { dryRun: true })).toHaveLength(2)
  expect((await readRegistry(paths)).agents.get('patient')?.entry.performance).toBeUndefined()
  await runAgent(paths, { catalogue: await space.catalogue(), agent: 'writer', task: 'x' })
  const { agents } = await readRegistry(paths)
  expect(agents.get('patient')?.entry.performance).toMatchObject({ total_executions: 2, success_rate: 0 })
  await interrupted('three', 'patient')
  await writeFile(paths.agentsFile, 'agents: [broken')
  const findings = await recoverRuns(paths)
  expect(findings.map(({ code, subject }) => [code, subject])).toEqual([
    ['EXECUTION_INTERRUPTED', 'three'],
    ['EXECUTION_PERFORMANCE_NOT_UPDATED', 'patient'],
  ])
})

test('a run that was logged before its marker could go', async () => {
  const { paths, catalogue } = await runSpace([{ text: 'The tides come twice a day.' }])
  await runAgent(paths, { catalogue: await catalogue(), agent: 'writer', task: 'x', id: 'done' })
  const marker = { id: 'done', agent_id: 'writer', timestamp: new Date().toISOString(), pid: 1, host: 'h' }
  await writeFile(join(paths.stateDirectory, 'running', 'done.json'), JSON.stringify(marker))
  expect(await recoverRuns(paths, { dryRun: true })).toEqual([])
  expect(await running(paths)).toEqual(['done.json'])
  expect(await recoverRuns(paths)).toEqual([])
  expect(await running(paths)).toEqual([])
  expect((await readLog(paths)).executions).toMatchObject([{ id: 'done', status: 'success' }])
})

test('a marker that somebody broke, and files that are none', async () => {
  const { paths } = await runSpace([])
  await withRunMarker(paths, 'first', async (begin) => await begin({ agent_id: 'a', timestamp: 'x' }))
  await writeFile(join(paths.stateDirectory, 'running', 'broken.json'), '{')
  const emptied = { id: 'emptied', agent_id: '', timestamp: '', pid: 1, host: 'h' }
  await writeFile(join(paths.stateDirectory, 'running', 'emptied.json'), JSON.stringify(emptied))
  await writeFile(join(paths.stateDirectory, 'running', '.x.json'), '{')
  expect(await recoverRuns(paths)).toMatchObject([{ subject: 'broken' }, { subject: 'emptied' }])
  expect((await readLog(paths)).executions).toMatchObject([
    { id: 'emptied', agent_id: 'unknown', status: 'failed' },
    { id: 'broken', agent_id: 'unknown', status: 'failed' },
  ])
})

test('a marker that can not be read is as good as a broken one, and a folder is none', async () => {
  const { paths } = await runSpace([])
  await mkdir(join(paths.stateDirectory, 'running', 'folder.json'), { recursive: true })
  await writeFile(join(paths.stateDirectory, 'running', 'large.json'), `{"task":"${'x'.repeat(120_000)}"}`)
  expect(await recoverRuns(paths)).toMatchObject([{ subject: 'large', code: 'EXECUTION_INTERRUPTED' }])
  expect(await recoverRuns(paths)).toEqual([])
  expect(await running(paths)).toEqual(['folder.json'])
  expect((await readLog(paths)).executions).toMatchObject([{ id: 'large', agent_id: 'unknown', status: 'failed' }])
})

test('what throws before it has begun leaves no marker, afterwards it does', async () => {
  const { paths } = await runSpace([])
  const boom = new Error('boom')
  await expect(withRunMarker(paths, 'early', () => Promise.reject(boom))).rejects.toThrow('boom')
  expect(await recoverRuns(paths)).toEqual([])
  const late = withRunMarker(paths, 'late', async (begin) => {
    await begin({ agent_id: 'a', timestamp: '2026-01-01T00:00:00.000Z' })
    throw boom
  })
  await expect(late).rejects.toThrow('boom')
  expect(await recoverRuns(paths)).toMatchObject([{ subject: 'late' }])
  expect(await readdir(join(paths.locksDirectory, 'runs'))).toEqual([])
})

test('a run that started thousands of agents before it was killed is logged with the first of them', async () => {
  const { paths } = await runSpace([])
  const folder = join(paths.stateDirectory, 'running')
  await mkdir(folder, { recursive: true })
  const marker = { id: 'boss', agent_id: 'writer', timestamp: new Date().toISOString(), pid: 1, host: 'h' }
  await writeFile(join(folder, 'boss.json'), JSON.stringify(marker))
  const spawned = `${JSON.stringify({ agent_id: 'editor', execution_id: 'exec-1', status: 'success' })}\n`
  await writeFile(join(folder, 'boss.spawned'), spawned.repeat(30_000))
  expect(await recoverRuns(paths)).toMatchObject([{ subject: 'boss' }])
  const { executions } = await readLog(paths)
  expect(executions).toMatchObject([
    {
      id: 'boss',
      spawned_agents: expect.arrayContaining([{ agent_id: 'editor', execution_id: 'exec-1', status: 'success' }]),
    },
  ])
})
