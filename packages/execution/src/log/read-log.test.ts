import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execution } from './__fixtures__/execution.ts'
import { logNames, logSpace, writeLog } from './__fixtures__/log-space.ts'
import { appendToLog } from './append-to-log.ts'
import { findExecution } from '../evaluations/find-execution.ts'
import { newLogId } from './new-log-id.ts'
import { readLog } from './read-log.ts'

const evaluation = (id: string, execution_id: string, evaluated_agent = 'writer') => ({
  id,
  evaluator_agent: 'critic',
  evaluated_agent,
  execution_id,
  timestamp: '2025-12-21T12:00:00Z',
  scores: { task_completion: 90, output_quality: 80, efficiency: 70 },
  tags: [],
})

test('without a log there is nothing, and nothing is made', async () => {
  const paths = await logSpace()
  expect(await readLog(paths)).toEqual({
    executions: [],
    evaluations: [],
    feedback: [],
    reasoning_paths: [],
    session_memories: [],
    findings: [],
  })
  expect(await readdir(paths.root)).toEqual([])
})

test('filters by agent, time, id and number', async () => {
  const paths = await logSpace()
  await appendToLog(paths, {
    executions: [
      execution('one', { timestamp: '2025-12-20T10:00:00Z' }),
      execution('two', { timestamp: '2025-12-21T10:00:00Z', agent_id: 'reader' }),
      execution('three', { timestamp: '2025-12-22T10:00:00Z' }),
    ],
    evaluations: [evaluation('e1', 'one'), evaluation('e2', 'two', 'reader'), evaluation('e3', 'three')],
    reasoning_paths: ['one', 'two', 'three'].map((id) => ({ execution_id: id, hops: [], final_context: [id] })),
  })
  const ids = async (options: Parameters<typeof readLog>[1]) => {
    const { executions, evaluations, reasoning_paths: paths_ } = await readLog(paths, options)
    return [executions.map(({ id }) => id), evaluations.map(({ id }) => id), paths_.map((path) => path.execution_id)]
  }
  expect(await ids({})).toEqual([
    ['three', 'two', 'one'],
    ['e3', 'e2', 'e1'],
    ['three', 'two', 'one'],
  ])
  expect(await ids({ agent: 'writer' })).toEqual([
    ['three', 'one'],
    ['e3', 'e1'],
    ['three', 'one'],
  ])
  expect(await ids({ since: new Date('2025-12-21T00:00:00Z') })).toEqual([
    ['three', 'two'],
    ['e3', 'e2', 'e1'],
    ['three', 'two'],
  ])
  expect(await ids({ id: 'two' })).toEqual([['two'], ['e2'], ['two']])
  expect((await ids({ limit: 2 }))[0]).toEqual(['three', 'two'])
  expect((await ids({ limit: 1, agent: 'reader' }))[0]).toEqual(['two'])
  expect((await ids({ limit: 1, shows: ({ id }) => id !== 'three' }))[0]).toEqual(['two'])
})

test('a small limit does not read older parts', async () => {
  const paths = await logSpace()
  for (const id of ['one', 'two', 'three']) await appendToLog(paths, { executions: [execution(id)] }, { partBytes: 10 })
  const oldest = join(paths.stateDirectory, (await logNames(paths))[0] ?? '')
  await rm(oldest)
  await mkdir(oldest)
  expect(await readLog(paths, { limit: 2 })).toMatchObject({
    executions: [{ id: 'three' }, { id: 'two' }],
    findings: [],
  })
  const { executions, findings } = await readLog(paths)
  expect(executions).toHaveLength(2)
  expect(findings).toMatchObject([{ code: 'EXECUTION_LOG_PART_UNREADABLE', subject: 'execution_log.000001.yaml' }])
})

test('the latest verdict of a person is the feedback, also of an execution in a closed part', async () => {
  const paths = await logSpace()
  const feedback = (id: string, verdict: 'positive' | 'negative') => [
    { id, execution_id: 'one', agent_id: 'writer', verdict, timestamp: '2025-12-21T12:00:00Z' },
  ]
  await appendToLog(paths, { executions: [execution('one')], feedback: feedback('f1', 'positive') }, { partBytes: 10 })
  await appendToLog(paths, { feedback: feedback('f2', 'negative') }, { partBytes: 10 })
  const { executions } = await readLog(paths)
  expect(executions[0]?.quality.user_feedback).toBe('negative')
})

test('entries of other programs are read leniently, and what is no entry is told', async () => {
  const paths = await logSpace(`executions:
  - id: exec-1
    agent_id: old
    timestamp: 2025-12-21T10:14:00Z
    status: success
  - id: exec-2
    agent_id: old
    timestamp: 2025-12-21T10:15:00Z
    duration_ms: -5
    status: done
  - just text
evaluations: soon
`)
  const { executions, findings } = await readLog(paths)
  expect(executions).toEqual([
    {
      id: 'exec-1',
      agent_id: 'old',
      timestamp: '2025-12-21T10:14:00Z',
      duration_ms: 0,
      status: 'success',
      outputs: [],
      quality: { user_feedback: null, automated_checks: [] },
      spawned_agents: [],
    },
  ])
  expect(findings.map(({ message }) => message)).toMatchInlineSnapshot(`
    [
      "executions[1] of the execution log was passed over: its status is "done".",
      "executions[2] of the execution log was passed over: it is no map.",
      "evaluations of the execution log was passed over: it is no list.",
    ]
  `)
})

test('tells when the clock stepped back and when an id stands twice', async () => {
  const paths = await logSpace()
  await appendToLog(paths, {
    executions: [
      execution('one', { timestamp: '2025-12-21T10:00:00Z', duration_ms: 600_000 }),
      // Ended before it in time, but by little: two runs side by side.
      execution('two', { timestamp: '2025-12-21T10:08:00Z', duration_ms: 60_000 }),
      execution('three', { timestamp: '2025-12-20T10:00:00Z' }),
    ],
  })
  const { executions, findings } = await readLog(paths)
  expect(executions.map(({ id }) => id)).toEqual(['three', 'two', 'one'])
  expect(findings.map(({ code, subject }) => [code, subject])).toEqual([['EXECUTION_LOG_CLOCK_BACK', 'two']])

  const copies =
    'executions:\n' +
    ['a', 'b'].map((agent) => `  - {id: x, agent_id: ${agent}, status: success, timestamp: t}\n`).join('')
  await writeLog(paths, copies)
  const twice = await readLog(paths)
  expect(twice.executions.map((one) => one.agent_id)).toEqual(['b'])
  expect(twice.findings.map(({ code }) => code)).toEqual(['EXECUTION_LOG_ID_TWICE'])
})

test('runs that were logged when their process was found killed say nothing of the clock', async () => {
  const paths = await logSpace()
  const error = { code: 'EXECUTION_INTERRUPTED', message: 'it was stopped', transient: true }
  const killed = { duration_ms: 0, status: 'failed', error } as const
  await appendToLog(paths, {
    executions: [
      execution('one', { timestamp: '2025-12-21T10:00:00Z' }),
      execution('killed', { ...killed, timestamp: '2025-12-20T10:00:00Z' }),
      execution('broken', { ...killed, timestamp: '1970-01-01T00:00:00.000Z' }),
      execution('two', { timestamp: '2025-12-21T10:05:00Z' }),
    ],
  })
  expect((await readLog(paths)).findings).toEqual([])
  await appendToLog(paths, { executions: [execution('three', { timestamp: '2025-12-21T09:00:00Z' })] })
  expect((await readLog(paths)).findings).toMatchObject([{ code: 'EXECUTION_LOG_CLOCK_BACK', subject: 'two' }])
})

test('an abort stops reading', async () => {
  const paths = await logSpace()
  await expect(readLog(paths, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
})

test('ids of one moment differ', () => {
  const now = new Date('2025-12-21T10:00:00Z')
  const ids = Array.from({ length: 1000 }, () => newLogId('exec', now))
  expect(new Set(ids).size).toBe(1000)
  expect(ids[0]).toMatch(/^exec-2025-12-21-[0-9a-z]{10}$/)
})

test('a part that is gone from between others is told, unless somebody says that it is to be', async () => {
  const paths = await logSpace()
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f'])
    await appendToLog(paths, { executions: [execution(id)] }, { partBytes: 1 })
  const part = (number: number): string => join(paths.stateDirectory, `execution_log.00000${number}.yaml`)
  await Promise.all([part(1), part(3), part(4)].map((file) => rm(file)))
  const left = ['f', 'e', 'b']
  const reported = {
    code: 'EXECUTION_LOG_PART_MISSING',
    subject: 'execution_log.000002.yaml',
    message:
      'Between execution_log.000002.yaml and execution_log.000005.yaml 2 parts of the execution log are missing, so what ran then is not counted.',
  }
  const { executions, findings } = await readLog(paths)
  expect([executions.map(({ id }) => id), findings]).toMatchObject([left, [reported]])
  await Promise.all([part(3), part(4)].map((file) => writeFile(file, '')))
  expect((await readLog(paths)).findings).toEqual([])
})

test('an entry may take in the keys of another one, as people write it', async () => {
  const paths = await logSpace(`executions:
  - &first {id: one, agent_id: writer, status: success, timestamp: '2025-12-21T10:15:32Z'}
  - {<<: *first, id: two}
`)
  const { executions, findings } = await readLog(paths)
  expect(executions.map(({ id, agent_id: agent }) => [id, agent])).toEqual([
    ['two', 'writer'],
    ['one', 'writer'],
  ])
  expect(findings).toEqual([])
  await appendToLog(paths, { executions: [execution('three')] })
  expect((await readLog(paths)).executions.map(({ id }) => id)).toEqual(['three', 'two', 'one'])
  expect(await logNames(paths)).toEqual(['execution_log.yaml'])
})

test('what is said of an unknown execution names what could not be read', async () => {
  const paths = await logSpace('executions:\n  - id: "one\n')
  await expect(findExecution(paths, { id: 'one' })).rejects.toMatchObject({
    code: 'EXECUTION_UNKNOWN',
    hint: expect.stringContaining(
      'It may stand in what could not be read. The execution log execution_log.yaml',
    ) as unknown,
  })
  await expect(findExecution(await logSpace(), { id: 'one' })).rejects.toMatchObject({
    hint: '`datacortex log list` shows the executions with their ids.',
  })
})
