import { createServer } from 'node:http'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appendToLog } from '@datacortex/execution'
import { runGit } from '@datacortex/platform'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workOf, workSpace } from '../__fixtures__/work-space.ts'
import { showAgent } from '../agents/show-agent.ts'
import { today, wrapUp } from '../nightshift/day.ts'
import { logCosts } from '../logs/log-costs.ts'
import type { Work } from '../work.ts'
import { pullRuns, pushRuns, syncStatus, trustMachines } from './look-at-sync.ts'

const agents = { writer: {}, critic: {} }
const evaluation = {
  id: 'e1',
  evaluator_agent: 'critic',
  timestamp: '2026-11-23T15:00:00.000Z',
  tags: [],
  scores: { task_completion: 90, output_quality: 90, efficiency: 90 },
}
const run = (id: string) => ({ id, agent_id: 'writer' })

/** A machine with a space of its own; what is done by `as` is done by its user. */
async function machine(settings: object, executions: readonly { id: string; agent_id: string }[] = []) {
  const { paths, work } = await workSpace({ agents, settings: { sync: settings }, executions })
  const user = `${paths.root}-user`
  onTestFinished(async () => await rm(user, { recursive: true, force: true }))
  const as = async <T>(what: (work: Work) => Promise<T>): Promise<T> => {
    vi.stubEnv('DATACORTEX_CONFIG_DIR', user)
    return await what(work).finally(() => vi.unstubAllEnvs())
  }
  return { paths, as, id: await as(async () => (await syncStatus.run(work, {})).machine) }
}

async function repository(): Promise<string> {
  const { paths } = await workSpace()
  const git = async (...args: readonly string[]) =>
    await runGit(['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      directory: paths.root,
      timeoutMs: 60_000,
    })
  await git('init', '--quiet', '--initial-branch=main')
  await git('commit', '--quiet', '--allow-empty', '-m', 'first')
  await git('branch', 'runs')
  return paths.root
}

async function clonedFrom(remote: string, root: string): Promise<void> {
  for (const args of [
    ['init', '--quiet'],
    ['remote', 'add', 'origin', remote],
    ['fetch', '--quiet', 'origin', 'main'],
    ['reset', '--quiet', '--soft', 'FETCH_HEAD'],
  ])
    await runGit(args, { directory: root, timeoutMs: 60_000 })
}

test('machines meet at a branch of their repository, and only those count that their users know', async () => {
  const remote = await repository()
  const [ada, ben] = [
    await machine({ git: 'runs' }, [run('a1'), run('a2')]),
    await machine({ git: 'runs' }, [run('b1')]),
  ]
  for (const { paths } of [ada, ben]) await clonedFrom(remote, paths.root)
  expect(await ben.as(async (work) => await pushRuns.run(work, {}))).toMatchObject({
    pushed: 1,
    place: 'runs of origin',
  })
  expect(await ada.as(async (work) => await pushRuns.run(work, {}))).toMatchObject({ pushed: 2 })
  expect(await ada.as(async (work) => await pullRuns.run(work, {}))).toMatchObject({ pulled: 1, findings: [] })
  const status = async () => await ada.as(async (work) => await syncStatus.run(work, {}))
  expect(await status()).toMatchObject({ unsent: 0, machines: [{ id: ben.id, executions: 1, counted: false }] })
  const shown = async () => await ada.as(async (work) => await showAgent.run(work, { agent: 'writer' }))
  expect(await shown()).not.toHaveProperty('other_machines')
  const trusted = await ada.as(async (work) => await trustMachines.run(work, { machines: [ben.id] }))
  expect(trusted.updated).toEqual(['writer'])
  expect(await shown()).toMatchObject({
    performance: { total_executions: 3 },
    performance_here: { total_executions: 2 },
    other_machines: 1,
  })
  const costs = async (caller: object) =>
    await ada.as(async (work) => await logCosts.run({ ...work, ...caller }, { since: '2020-01-01' }))
  expect(await costs({})).toMatchObject({
    costs: [{ executions: 2 }],
    costs_everywhere: [{ executions: 3 }],
    other_machines: 1,
  })
  const stranger = { caller: { kind: 'client', client: 'x', rights: ['read'] } }
  expect(await costs(stranger)).not.toHaveProperty('costs_everywhere')
  await ada.as(async (work) => await trustMachines.run(work, { machines: [ben.id], forget: true }))
  expect(await shown()).toMatchObject({ performance: { total_executions: 2 } })
})

test('the log says when it was in step, and keeps saying it in a new part', async () => {
  const remote = await repository()
  const ada = await machine({ git: 'runs' }, [run('a1')])
  await clonedFrom(remote, ada.paths.root)
  const log = join(ada.paths.stateDirectory, 'execution_log.yaml')
  expect(await readFile(log, 'utf8')).toContain('last_sync: null\n')
  await ada.as(async (work) => await pushRuns.run(work, {}))
  const { last_sync: last } = await ada.as(async (work) => await syncStatus.run(work, {}))
  expect(new Date(last ?? '').toISOString()).toBe(last)
  expect(await readFile(log, 'utf8')).toContain(`last_sync: "${last}"\n`)
  await appendToLog(
    ada.paths,
    { evaluations: [{ ...evaluation, execution_id: 'a1', evaluated_agent: 'writer' }] },
    { partBytes: 1 },
  )
  expect(await readFile(log, 'utf8')).not.toContain('id: a1')
  expect(await ada.as(async (work) => await syncStatus.run(work, {}))).toMatchObject({ last_sync: last, unsent: 1 })
})

test('without a place to meet nothing is asked, and the commands say what is missing', async () => {
  const ada = await machine({})
  await expect(ada.as(async (work) => await pushRuns.run(work, {}))).rejects.toMatchObject({ code: 'SPACE_SYNC_UNSET' })
  expect(await ada.as(async (work) => await today.run(work, {}))).toMatchObject({ findings: [] })
})

test('a place that is gone, or never answers, keeps neither today nor wrap-up from answering', async () => {
  const hanging = createServer(() => undefined).listen(0, '127.0.0.1')
  onTestFinished(() => hanging.close().closeAllConnections())
  await new Promise((resolve) => hanging.once('listening', resolve))
  const address = hanging.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  for (const [server, reason] of [
    [`http://127.0.0.1:${port}`, 'no answer within'],
    ['http://127.0.0.1:1', ''],
  ] as const) {
    const { paths } = await workSpace({
      agents,
      settings: { sync: { server, space: 'desk', deadline_ms: 200 } },
      executions: [run('a1')],
    })
    await writeFile(join(paths.envDirectory, 'SYNC_TOKEN'), 'x'.repeat(20), { mode: 0o600 })
    vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
    const work = workOf(paths)
    for (const { findings } of [await today.run(work, {}), await wrapUp.run(work, {})])
      expect(findings.map(({ message }) => message).join()).toContain(reason)
    expect((await today.run(work, {})).findings).toHaveLength(1)
  }
})

test('who asks from elsewhere starts no sync', async () => {
  const { work } = await workSpace({ agents, settings: { sync: { git: 'runs' } } })
  const caller = { kind: 'client', rights: ['read'] } as const
  expect((await today.run({ ...work, caller }, {})).findings).toEqual([])
  expect((await today.run(work, {})).findings).toHaveLength(1)
})
