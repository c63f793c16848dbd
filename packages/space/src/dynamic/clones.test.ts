import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readLog } from '@datacortex/execution'
import { expect, test, vi } from 'vitest'
import { serveChat } from '../__fixtures__/chat-server.ts'
import { workSpace } from '../__fixtures__/work-space.ts'
import { indexNotes } from '../indexing/index-notes.ts'
import { runAgent } from '../agents/run-agent.ts'
import type { Caller } from '../caller/caller.ts'
import { catalogueFor } from './catalogue-with.ts'
import { createAgent } from './create-agent.ts'
import { spawnClones } from './spawn-clones.ts'

const output = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
const rowIn = (asked: string): number =>
  Number(/Input:\\\\n\\\\n(\d+)/.exec(asked)?.[1] ?? /Input:\\n\\n(\d+)/.exec(asked)?.[1])

/** A space whose agents are a model of this machine. */
async function chatSpace(
  answer: (asked: string) => unknown,
  agents: Readonly<Record<string, object>> = { architect: {} },
) {
  const { url, requests, open } = await serveChat(answer)
  const local = { plugin: 'runner-openai-compatible', base_url: url, model: 'm', stream: false, max_attempts: 1 }
  return { ...(await workSpace({ agents, settings: { runners: { default: 'local', local } } })), requests, open }
}

test('copies work on rows, some at once; what fails fails alone, and the same again goes on', async () => {
  let broken = true
  let most = 0
  const space = await chatSpace((asked) => {
    most = Math.max(most, space.open())
    return broken && rowIn(asked) % 3 === 0 ? 'no idea' : { n: rowIn(asked) }
  })
  const { paths, work, requests } = space
  const rows = Array.from({ length: 10 }, (_, index) => index)
  const asked = { from: 'architect', task: 'Repeat it', rows, output, concurrency: 2 }
  const first = await spawnClones.run(work, asked)
  expect(first).toMatchObject({ status: 'partial', failed: 4, resumed: 0 })
  expect(first.rows[1]).toEqual({ row: 1, ok: true, result: { n: 1 } })
  expect(first.rows[3]).toMatchObject({ ok: false, error: { code: 'DYNAMIC_OUTPUT_INVALID', path: '/' } })
  expect(most).toBeLessThanOrEqual(2)
  const before = requests.length
  broken = false
  expect(await spawnClones.run(work, asked)).toMatchObject({ status: 'success', failed: 0, resumed: 6 })
  expect(requests.length - before).toBe(4)
  expect(await readdir(join(paths.stateDirectory, 'spawns'))).toEqual([])
  const { executions } = await readLog(paths)
  expect(executions.map(({ agent_id: agent, status }) => [agent, status])).toEqual([
    ['architect', 'success'],
    ['architect', 'partial'],
  ])
  expect(executions[1]?.spawned_agents).toHaveLength(10)
})

test('no copy waits for the disk, which is handed together what ended meanwhile; and what it refuses is not paid for on and on', async () => {
  const { paths, work, requests } = await chatSpace(() => 'done')
  const rows = Array.from({ length: 8 }, (_, index) => index)
  const asked = { from: 'architect', task: 'Say it', rows, concurrency: 2 }
  const handle = await open(paths.agentsFile)
  const ways = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const disk = { writes: [] as number[], hold: async (): Promise<void> => await Promise.resolve() }
  const append = Reflect.get(ways, 'appendFile') as (this: typeof handle, ...given: unknown[]) => Promise<void>
  vi.spyOn(ways, 'appendFile').mockImplementation(async function write(this: typeof handle, text, ...more) {
    if (typeof text === 'string' && text.startsWith('{"row"')) {
      disk.writes.push(text.trim().split('\n').length)
      await disk.hold()
    }
    await append.call(this, text, ...more)
  })
  disk.hold = async () => {
    await vi.waitUntil(() => requests.length >= 4, { timeout: 1_000_000, interval: 10 })
  }
  expect(await spawnClones.run(work, asked)).toMatchObject({ status: 'success' })
  expect(disk.writes.length).toBeLessThan(rows.length)
  expect([disk.writes[0], disk.writes.reduce((sum, lines) => sum + lines)]).toEqual([1, 8])
  const before = requests.length
  const full = Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' })
  disk.hold = async () => await Promise.reject(full)
  await expect(spawnClones.run(work, { ...asked, rows: [...rows, ...rows, ...rows] })).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
  })
  expect(requests.length - before).toBeLessThan(8)
})

test('an agent whose prompt changed does not go on with what the former one answered', async () => {
  let broken = true
  const { paths, work } = await chatSpace((asked) => (broken && rowIn(asked) === 1 ? 'no idea' : { n: rowIn(asked) }), {
    architect: { source: '.datacore/agents/architect.md' },
  })
  const prompt = join(paths.agentsDirectory, 'architect.md')
  await mkdir(paths.agentsDirectory, { recursive: true })
  await writeFile(prompt, 'You build.')
  const asked = { from: 'architect', task: 'Repeat it', rows: [0, 1, 2], output }
  expect(await spawnClones.run(work, asked)).toMatchObject({ status: 'partial', resumed: 0 })
  broken = false
  await writeFile(prompt, 'You build towers.')
  expect(await spawnClones.run(work, asked)).toMatchObject({ status: 'success', resumed: 0 })
  await writeFile(prompt, 'You build.')
  expect(await spawnClones.run(work, asked)).toMatchObject({ status: 'success', resumed: 2 })
})

test('who stops it gets its reason, the log says so, and what was done stays done', async () => {
  const controller = new AbortController()
  const space = await chatSpace((asked) => {
    if (rowIn(asked) === 3) controller.abort(new Error('enough'))
    return { n: rowIn(asked) }
  })
  const work = { ...space.work, signal: controller.signal }
  const asked = { from: 'architect', task: 'Repeat it', rows: [0, 1, 2, 3, 4, 5], output, concurrency: 1 }
  await expect(spawnClones.run(work, asked)).rejects.toThrow('enough')
  expect((await readLog(space.paths)).executions).toMatchObject([{ status: 'aborted' }])
  expect((await spawnClones.run(space.work, asked)).resumed).toBe(3)
})

test('an agent copies itself and nobody else, and its copies have no right to go on', async () => {
  const { work } = await chatSpace(() => 'done', { architect: { spawns: ['helper'] }, helper: {} })
  const caller: Caller = { kind: 'agent', id: 'architect', chain: ['architect'], parent: undefined }
  const own = { ...work, caller, catalogue: catalogueFor(work, caller) }
  expect(await spawnClones.run(own, { task: 'Say it' })).toMatchObject({ from: 'architect', result: 'done' })
  await expect(spawnClones.run(own, { from: 'helper', task: 'Say it' })).rejects.toThrow(
    expect.objectContaining({ code: 'DYNAMIC_NOT_THE_PARENT' }),
  )
})

test('a copy is given what its parent learned, as what is to be read, and learns nothing for it', async () => {
  const learned = 'Done.\n\n## Insights\n\n- The tide clock is two minutes fast.'
  const { paths, work, requests } = await chatSpace(() => learned)
  await runAgent.run(work, { agent: 'architect', task: 'Read the tide clock.' })
  await indexNotes.run(work, {})
  const memories = async () =>
    await readdir(paths.root, { recursive: true }).then((names) => names.filter((name) => name.endsWith('.md')))
  const before = await memories()
  await spawnClones.run(work, { from: 'architect', task: 'Is the tide clock fast?' })
  expect(JSON.stringify(requests.at(-1))).toContain('two minutes fast')
  expect(await memories()).toEqual(before)
})

test('what copies of a dynamic agent use counts in it', async () => {
  const { work } = await chatSpace(() => 'done')
  await createAgent.run(work, {
    id: 'solver',
    parent: 'architect',
    primer: 'You solve.',
    limits: { runs: 2, concurrency: 1 },
  })
  const { rows } = await spawnClones.run(work, { from: 'architect/solver', task: 'Say it', rows: [1, 2, 3] })
  expect(rows.map(({ ok, error }) => [ok, error?.code])).toEqual([
    [true, undefined],
    [true, undefined],
    [false, 'DYNAMIC_LIMIT_REACHED'],
  ])
})

test('copies share the tokens of a dynamic agent, and what is made for one run goes though its answer was refused', async () => {
  const { work } = await chatSpace(() => 'done')
  const made = { parent: 'architect', primer: 'You solve.' }
  await createAgent.run(work, { ...made, id: 'solver', limits: { tokens: 10_000_000 } })
  const copies = { from: 'architect/solver', task: 'Say it', rows: [1, 2, 3, 4] }
  expect(await spawnClones.run(work, copies)).toMatchObject({ status: 'success' })
  await createAgent.run(work, { ...made, id: 'brief', tasks: { solve: { output } }, limits: { lifetime: 'run' } })
  for (const code of ['DYNAMIC_OUTPUT_INVALID', 'DYNAMIC_NOT_FOUND'])
    await expect(runAgent.run(work, { agent: 'architect/brief', task: 'solve' })).rejects.toThrow(
      expect.objectContaining({ code }),
    )
})

test('a typed task of a dynamic agent: a result, one repair, the limit of its runs, and it goes with its run', async () => {
  const { work } = await chatSpace((asked) => (asked.includes('not valid at') ? { n: 7 } : { n: 'seven' }))
  const tasks = { solve: { input: { type: 'number' }, output } }
  await createAgent.run(work, { id: 'solver', parent: 'architect', primer: 'You solve.', tasks, limits: { runs: 3 } })
  const solve = async (agent: string) => await runAgent.run(work, { agent, task: 'solve', input: 7 })
  expect(await solve('architect/solver')).toMatchObject({ agent: 'architect/solver', result: { n: 7 } })
  await expect(solve('architect/solver')).rejects.toThrow(expect.objectContaining({ code: 'DYNAMIC_LIMIT_REACHED' }))
  await createAgent.run(work, {
    id: 'brief',
    parent: 'architect',
    primer: 'You solve.',
    tasks,
    limits: { lifetime: 'run' },
  })
  await solve('architect/brief')
  await expect(solve('architect/brief')).rejects.toThrow(expect.objectContaining({ code: 'DYNAMIC_NOT_FOUND' }))
})
