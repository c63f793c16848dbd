import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegistry } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { agentsText, registrySpace } from '../evaluations/__fixtures__/registry-space.ts'
import { execution } from '../log/__fixtures__/execution.ts'
import { logNames } from '../log/__fixtures__/log-space.ts'
import { appendToLog } from '../log/append-to-log.ts'
import type { Execution } from '../log/execution-record.ts'
import type { LogEntries } from '../log/log-entries.ts'
import { updatePerformance } from '../performance/update-performance.ts'
import { type SyncMachine, asUserOf, meetingPlace, newKey, syncMachine } from './__fixtures__/sync-machine.ts'
import { otherMachines } from './other-machines.ts'
import { type MachineKey, largestLineBytes, writeLine } from './sync-batch.ts'
import { countUnsent, pullLog, pushLog } from './sync-log.ts'

const { signal } = new AbortController()
const space = 'c0ffee'
const first = Date.parse('2026-11-01T00:00:00.000Z')

/** Run number `index` of both machines together, with what a person would not want to leave the machine. */
function run(index: number): Execution {
  const agents = ['writer', 'scribe', 'critic', 'planner']
  const statuses = ['success', 'failed', 'success', 'partial', 'timeout'] as const
  return execution(`exec-${String(index).padStart(5, '0')}`, {
    agent_id: agents[index % agents.length] ?? '',
    timestamp: new Date(first + index * 60_000).toISOString(),
    duration_ms: 1000 + index,
    status: statuses[index % statuses.length] ?? 'success',
    task: `SECRET-TASK-${index}`,
    task_id: `0-personal/org/SECRET-FILE.org::${index}`,
    outputs: [{ path: `notes/SECRET-NOTE-${index}.md`, type: 'file' }],
    agent_version: index < 700 ? '1.0.0' : '1.1.0',
    agent_hash: index < 700 ? 'a1' : 'b2',
    cost_usd: 0.01,
    runner: 'claude',
    ...(index % 5 === 1 ? { error: { code: 'SECRET code', message: 'SECRET-ERROR', transient: false } } : {}),
  })
}

function entriesOf(index: number): Partial<LogEntries> {
  const executions = [run(index)]
  const timestamp = new Date(first + index * 60_000 + 30_000).toISOString()
  const of = { execution_id: executions[0]?.id ?? '', timestamp }
  const agent = executions[0]?.agent_id ?? ''
  if (index % 10 === 3)
    return {
      executions,
      feedback: [
        {
          ...of,
          id: `fb-${index}`,
          agent_id: agent,
          verdict: index % 20 === 3 ? 'positive' : 'negative',
          note: 'SECRET-NOTE',
        },
      ],
    }
  if (index % 10 !== 4) return { executions }
  const scores = { task_completion: index % 100, output_quality: 80, efficiency: 70 }
  const evaluation = {
    ...of,
    id: `eval-${index}`,
    evaluator_agent: 'judge',
    evaluated_agent: agent,
    scores,
    tags: ['SECRET-TAG'],
    notes: 'SECRET-NOTE',
  }
  return { executions, evaluations: [evaluation] }
}

async function logged({ paths }: Pick<SyncMachine, 'paths'>, indexes: readonly number[]): Promise<void> {
  for (let from = 0; from < indexes.length; from += 50) {
    const all = indexes.slice(from, from + 50).map(entriesOf)
    await appendToLog(paths, {
      executions: all.flatMap(({ executions = [] }) => executions),
      evaluations: all.flatMap(({ evaluations = [] }) => evaluations),
      feedback: all.flatMap(({ feedback = [] }) => feedback),
    })
  }
}

const numbers = (length: number): readonly number[] => Array.from({ length }, (_, index) => index)

test('after one sync two machines with 500 runs each have the same performance, and that of one that did them all', async () => {
  const [ada, ben] = [await syncMachine(), await syncMachine()]
  const remote = await meetingPlace()
  // The log of each is in several parts, and their times lie between each other.
  await logged(
    ada,
    numbers(1000)
      .filter((index) => index % 3 !== 0)
      .slice(0, 500),
  )
  await logged(
    ben,
    numbers(1000).filter((index) => index % 3 === 0 || index >= 750),
  )
  expect((await logNames(ada.paths)).length).toBeGreaterThan(2)
  const both = [ada, ben]
  for (const machine of both)
    expect((await pushLog(machine.paths, { remote, space, key: machine.key, signal })).pushed).toBeGreaterThan(500)
  const found: string[] = []
  for (const machine of both) {
    await asUserOf(machine, both)
    const { pulled, findings } = await pullLog(machine.paths, { remote, space, signal })
    expect([pulled > 1, findings]).toEqual([true, []])
    await updatePerformance(machine.paths)
    found.push(await agentsText(machine.paths))
  }
  const alone = await registrySpace()
  const ids = numbers(1000)
  await logged({ paths: alone }, ids)
  await updatePerformance(alone)
  expect(found[0]).toBe(await agentsText(alone))
  expect(found[1]).toBe(found[0])
  const { agents } = await readRegistry(ada.paths)
  // The scribe is the writer under its former name.
  expect(agents.get('writer')?.entry.performance?.total_executions).toBe(500)
  const here = await updatePerformance(ada.paths, { isHere: true, dryRun: true })
  expect(here.performance.get('writer')?.total_executions).toBeLessThan(300)

  const sent = remote.seen.length
  for (const machine of both) {
    await asUserOf(machine, both)
    expect(await pushLog(machine.paths, { remote, space, key: machine.key, signal })).toEqual({ pushed: 0 })
    expect(await pullLog(machine.paths, { remote, space, signal })).toEqual({ pulled: 0, findings: [] })
    expect(await countUnsent(machine.paths, signal)).toBe(0)
  }
  expect(remote.seen.length).toBe(sent + 4)
})

test('what leaves the machine has no word of a task, note, memory or error', async () => {
  const ada = await syncMachine()
  const remote = await meetingPlace()
  await appendToLog(ada.paths, {
    ...entriesOf(3),
    ...entriesOf(4),
    executions: numbers(12).map(run),
    session_memories: [
      {
        id: 'mem',
        source_execution: 'exec-00001',
        agent_id: 'writer',
        timestamp: '',
        summary: 'SECRET-MEMORY',
        insights: ['SECRET-INSIGHT'],
        tags: [],
        outputs: [],
      },
    ],
  })
  await pushLog(ada.paths, { remote, space, key: ada.key, signal })
  const [, pushed = ''] = remote.seen
  expect(pushed).toContain('exec-00004')
  const kept = join(remote.paths.stateDirectory, 'sync', 'served', 'desk')
  for (const text of [
    pushed,
    ...(await Promise.all((await readdir(kept)).map(async (name) => await readFile(join(kept, name), 'utf8')))),
  ])
    expect(text).not.toMatch(/SECRET/)
})

test('a machine that nobody knows does not count, and counts from the moment that its user knows it', async () => {
  const [ada, eve] = [await syncMachine(), await syncMachine()]
  const remote = await meetingPlace()
  await logged(ada, [0])
  await logged(eve, [4, 8])
  await pushLog(eve.paths, { remote, space, key: eve.key, signal })
  await asUserOf(ada, [ada])
  await pullLog(ada.paths, { remote, space, signal })
  expect(await otherMachines(ada.paths)).toEqual([{ id: eve.id, executions: 2, counted: false }])
  const before = await updatePerformance(ada.paths)
  expect(before.performance.get('writer')?.total_executions).toBe(1)
  await asUserOf(ada, [ada, eve])
  expect((await updatePerformance(ada.paths)).performance.get('writer')?.total_executions).toBe(3)
})

test('an agent that was renamed counts as the one that it is now, on whichever machine it ran', async () => {
  const [ada, ben] = [await syncMachine(), await syncMachine()]
  const remote = await meetingPlace()
  await appendToLog(ben.paths, { executions: [execution('b1', { agent_id: 'poet' })] })
  await pushLog(ben.paths, { remote, space, key: ben.key, signal })
  await asUserOf(ada, [ada, ben])
  await pullLog(ada.paths, { remote, space, signal })
  expect((await updatePerformance(ada.paths)).unknown).toEqual(['poet'])
  const text = await agentsText(ada.paths)
  await writeFile(ada.paths.agentsFile, text.replace('  gone:', '  poet: {alias: writer, deprecated: true}\n  gone:'))
  expect((await updatePerformance(ada.paths)).performance.get('writer')?.total_executions).toBe(1)
})

test('a folder whose state was lost, or set back to an earlier one, brings what it has as a stream of its own', async () => {
  const [ada, ben] = [await syncMachine(), await syncMachine()]
  const remote = await meetingPlace()
  const push = async () => await pushLog(ada.paths, { remote, space, key: ada.key, signal })
  await logged(ada, [0])
  await push()
  const own = join(ada.paths.stateDirectory, 'sync', 'own')
  const [name = ''] = await readdir(own)
  const earlier = await readFile(join(own, name), 'utf8')
  await logged(ada, [1])
  await push()
  // As a backup brings it back, and another run after it.
  await writeFile(join(own, name), earlier)
  await logged(ada, [2])
  expect(await push()).toEqual({ pushed: 3 })
  await rm(own, { recursive: true })
  expect(await push()).toEqual({ pushed: 3 })
  await asUserOf(ben, [ada])
  await pullLog(ben.paths, { remote, space, signal })
  expect(await otherMachines(ben.paths)).toEqual([{ id: ada.id, executions: 3, counted: true }])
})

const batch = async (key: MachineKey, more: Partial<Parameters<typeof writeLine>[1]> = {}): Promise<string> =>
  await writeLine(key, {
    space,
    log: '0badcafe',
    number: 1,
    before: '',
    rows: { executions: [run(0)], evaluations: [], feedback: [] },
    ...more,
  })

test.each([
  [
    'changed on its way',
    'EXECUTION_SYNC_FORGED',
    async (key: MachineKey) => (await batch(key)).replace('"success"', '"failed"'),
  ],
  [
    'signed by another one',
    'EXECUTION_SYNC_FORGED',
    async (key: MachineKey) => (await batch(newKey())).replace(/^\S+/, key.x),
  ],
  [
    'by a key that is none',
    'EXECUTION_SYNC_FORGED',
    async (key: MachineKey) => (await batch(key)).replace(/^\S+/, '_'.repeat(43)),
  ],
  ['cut off', 'EXECUTION_SYNC_UNREADABLE', async (key: MachineKey) => (await batch(key)).slice(0, -9)],
  ['nothing', 'EXECUTION_SYNC_UNREADABLE', async () => await Promise.resolve('')],
  [
    'of another space',
    'EXECUTION_SYNC_OTHER_SPACE',
    async (key: MachineKey) => await batch(key, { space: 'other', log: '0badcaff' }),
  ],
  [
    'another one in its place',
    'EXECUTION_SYNC_ORDER',
    async (key: MachineKey) => await batch(key, { rows: { executions: [run(1)], evaluations: [], feedback: [] } }),
  ],
  ['after one that is missing', 'EXECUTION_SYNC_ORDER', async (key: MachineKey) => await batch(key, { number: 3 })],
  [
    'bound to another one',
    'EXECUTION_SYNC_ORDER',
    async (key: MachineKey) => await batch(key, { number: 2, before: 'f'.repeat(64) }),
  ],
  ['huge', 'EXECUTION_SYNC_TOO_LARGE', async (key: MachineKey) => `${await batch(key)}${' '.repeat(largestLineBytes)}`],
])('a batch that is %s is refused by %s, and changes nothing', async (_, code, make) => {
  const ada = await syncMachine()
  const remote = await meetingPlace()
  const line = await batch(ada.key)
  const { has } = await remote.exchange({ lines: [line] })
  await expect(
    remote.exchange({ lines: [await batch(ada.key, { log: 'aaaaaaaa' }), await make(ada.key)] }),
  ).rejects.toMatchObject({ code })
  // The same again is no other one.
  expect(await remote.exchange({ lines: [line], have: {} })).toEqual({ has, lines: [line], more: false })
})

test('one stream that was forged at the meeting place keeps nobody from the others, and is named', async () => {
  const [ada, ben, eve] = [await syncMachine(), await syncMachine(), await syncMachine()]
  const remote = await meetingPlace()
  await logged(ben, [0])
  await logged(eve, [1])
  for (const { paths, key } of [ben, eve]) await pushLog(paths, { remote, space, key, signal })
  const file = join(remote.paths.stateDirectory, 'sync', 'served', 'desk')
  const [name = ''] = (await readdir(file)).filter((one) => one.startsWith(eve.id))
  await writeFile(join(file, name), (await readFile(join(file, name), 'utf8')).replace('"failed"', '"success"'))
  await asUserOf(ada, [ada, ben, eve])
  const { pulled, findings } = await pullLog(ada.paths, { remote, space, signal })
  expect([pulled, findings.map(({ code }) => code)]).toEqual([1, ['EXECUTION_SYNC_STREAM_REFUSED']])
})
