import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readVersionText } from '../context/version-texts.ts'
import { readLog } from '../log/read-log.ts'
import { memoriesOf } from './__fixtures__/memories-of.ts'
import { answer, run, runSpace, runWith } from './__fixtures__/run-space.ts'
import type { RunProgress } from './run-agent-options.ts'

test('a run is answered, checked, logged, counted and remembered', async () => {
  const space = await runSpace([{ text: answer, tokens_in: 900, tokens_out: 40 }])
  const events: RunProgress[] = []
  const result = await run(space, {
    id: 'exec-test-1',
    taskId: 'next_actions:L227',
    onProgress: (event) => void events.push(event),
  })
  const output = { path: '.datacore/state/outputs/exec-test-1.md', type: 'answer' }
  expect(result).toMatchObject({
    execution_id: 'exec-test-1',
    agent: 'writer',
    runner: 'stub',
    status: 'success',
    outputs: [output],
    text: answer,
    attempts: 1,
    tokens_in: 900,
  })
  expect(result.checks.map(({ check, passed }) => [check, passed])).toEqual([
    ['output_exists', true],
    ['links_valid', true],
    ['writes_within_bounds', true],
    ['hook-check', true],
  ])
  expect(result.findings).toEqual([])
  expect(await readFile(join(space.paths.root, output.path), 'utf8')).toBe(answer)
  expect(events.map(({ type }) => type)).toEqual(['context', 'attempt', 'output', 'logged'])
  const log = await readLog(space.paths)
  expect(log.executions).toMatchObject([
    {
      id: 'exec-test-1',
      agent_id: 'writer',
      task: 'Explain the tides',
      task_id: 'next_actions:L227',
      status: 'success',
      outputs: [output],
      called_by: 'user',
      runner: 'stub',
      agent_version: '1.2.0',
      agent_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      tokens_out: 40,
      attempts: 1,
    },
  ])
  expect(log.session_memories).toMatchObject([
    {
      id: result.memory_id,
      source_execution: 'exec-test-1',
      insights: ['Spring tides come two days after full moon.'],
    },
  ])
  expect(await memoriesOf(space.paths)).toMatchObject([
    {
      id: result.memory_id,
      agent_id: 'writer',
      status: 'candidate',
      summary: 'The tides of the harbour come twice a day, an hour later each day.\n\nAsked: Explain the tides',
      outputs: [output.path],
    },
  ])
  const registry = await readFile(space.paths.agentsFile, 'utf8')
  expect(registry).toContain('# of the sea')
  expect(registry).toContain('total_executions: 1')
  expect(await readdir(join(space.paths.stateDirectory, 'running'))).toEqual([])
})

test('texts with the signs of templates reach the runner as they are', async () => {
  const task = 'Use {task}, {{prompt}}, ${HOME}, $& and %s'
  const { result } = await runWith([{ text: '%TASK%' }], { task })
  const given: unknown = JSON.parse(result.text)
  expect(given).toMatchObject({
    task,
    agent: { prompt: '# Writer\n\nYou write about the sea. ${task} and {{context}} mean themselves.' },
    request: expect.stringContaining(task),
    prompt: expect.stringContaining('harbour master'),
  })
})

test('a prompt with what was found in it is asked as a whole: nothing found speaks for the agent', async () => {
  const prompt = 'You write about the sea, on {task} with {datacortex_results}'
  const space = await runSpace([{ text: '%TASK%' }], { files: { '.datacore/agents/writer.md': prompt } })
  const given: unknown = JSON.parse((await run(space, { task: 'Tides' })).text)
  const whole = expect.stringMatching(/^You write about the sea, on Tides with /)
  expect(given).toMatchObject({ agent: { prompt: '' }, request: whole, prompt: whole })
})

test('transient errors are tried again, and told', async () => {
  const busy = { error: { code: 'X_BUSY', message: 'Rate-limit reached' } }
  const events: RunProgress[] = []
  const { result, log } = await runWith([busy, busy, { text: answer }], {
    onProgress: (event) => void events.push(event),
  })
  expect(result).toMatchObject({ status: 'success', attempts: 3 })
  expect(log.executions[0]).not.toHaveProperty('error')
  expect(events.map(({ type }) => type).join(' ')).toBe('context attempt retry attempt retry attempt output logged')
})

test.each([
  ['a permanent one', { error: { code: 'X_NO', message: 'permission denied' } }, 1, false],
  ['one that says so itself', { error: { code: 'X_NO', message: 'timeout', details: { transient: false } } }, 1, false],
  ['one that matches nothing', { error: { code: 'X_NO', message: 'the sea is dry' } }, 1, false],
  ['a transient one, for ever', { error: { code: 'X_BUSY', message: 'overloaded' } }, 3, true],
  ['a thrown text', { thrown: 'connection lost' }, 3, true],
])('%s: %j ends it after attempt %i', async (_name, failing, attempts, transient) => {
  const { result, log } = await runWith([failing])
  expect(result).toMatchObject({ status: 'failed', attempts, outputs: [], error: { transient } })
  expect(log.executions[0]).toMatchObject({
    status: 'failed',
    attempts,
    error: { transient, code: result.error?.code },
  })
  expect(log.session_memories).toEqual([])
})

test("an agent's own patterns win", async () => {
  const failing = [{ error: { code: 'X_LOW', message: 'low-water' } }]
  expect((await runWith(failing, { agent: 'patient' })).result.attempts).toBe(3)
  expect((await runWith(failing)).result.attempts).toBe(1)
})

test('it does not wait longer than there is time: Retry-After beyond the limit ends it, and is told', async () => {
  const busy = { error: { code: 'X_BUSY', message: 'busy', details: { transient: true, retryAfterMs: 3_600_000 } } }
  const { result, log } = await runWith([busy])
  const message = 'Given up after one attempt, as the server asks to wait 60 min, which is beyond the time limit: busy'
  expect(result).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: { code: 'X_BUSY', message, hint: expect.stringContaining('Run it again after 60 min') },
  })
  expect(log.executions[0]?.error).toMatchObject({ message })
})

test('a runner that never answers is stopped, and what it said is kept as incomplete', async () => {
  const space = await runSpace([{ hang: true, says: 'The tides of the' }], { runner: { timeout_ms: 50 } })
  const result = await run(space)
  expect(result).toMatchObject({
    status: 'timeout',
    text: 'The tides of the',
    outputs: [{ type: 'incomplete-answer' }],
    error: { code: 'EXECUTION_TIMEOUT', transient: true, hint: expect.stringContaining('timeout_ms') },
  })
  expect((await readLog(space.paths)).executions).toMatchObject([
    { status: 'timeout', error: { code: 'EXECUTION_TIMEOUT' } },
  ])
  expect(await memoriesOf(space.paths)).toEqual([])
})

test('an aborted run is logged, and throws the reason', async () => {
  const space = await runSpace([{ hang: true }])
  const controller = new AbortController()
  const onProgress = ({ type }: RunProgress): void => {
    if (type === 'attempt') controller.abort(new Error('Ctrl-C'))
  }
  await expect(run(space, { signal: controller.signal, onProgress })).rejects.toThrow('Ctrl-C')
  expect((await readLog(space.paths)).executions).toMatchObject([{ status: 'aborted' }])
  expect(await readdir(join(space.paths.stateDirectory, 'running'))).toEqual([])
})

test('aborting while it waits for the next attempt', async () => {
  const busy = { error: { code: 'X_BUSY', message: 'overloaded' } }
  const space = await runSpace([busy], { runner: { backoff_ms: 3_600_000, timeout_ms: 80_000_000 } })
  const controller = new AbortController()
  const onProgress = ({ type }: RunProgress): void => {
    if (type === 'retry') controller.abort(new Error('Ctrl-C'))
  }
  await expect(run(space, { signal: controller.signal, onProgress })).rejects.toThrow('Ctrl-C')
  expect((await readLog(space.paths)).executions).toMatchObject([{ status: 'aborted', attempts: 1 }])
})

test.each([
  [{ text: ' \n' }, 'partial', 'EXECUTION_ANSWER_EMPTY'],
  [{ text: answer, status: 'partial', remarks: ['It was cut off.'] }, 'partial', 'EXECUTION_RUNNER_REMARK'],
  [{ text: answer, outputs: [{ path: '../../etc/passwd' }] }, 'success', 'EXECUTION_OUTPUT_REFUSED'],
])('%j is %s with %s', async (stub, status, code) => {
  const { result } = await runWith([stub])
  expect(result.status).toBe(status)
  expect(result.findings.map((finding) => finding.code)).toContain(code)
})

test('files that a runner names are outputs, and checked', async () => {
  const { result } = await runWith([
    { text: answer, outputs: [{ path: './0-personal/notes/absent.md', type: 'zettel' }] },
  ])
  expect(result.outputs[0]).toEqual({ path: '0-personal/notes/absent.md', type: 'zettel' })
  expect(result.checks[0]).toMatchObject({ check: 'output_exists', passed: false })
})

test('what only repeats the context is not remembered', async () => {
  const { space, result } = await runWith([{ text: '%REQUEST%' }])
  expect(result.findings.map(({ code }) => code)).toContain('EXECUTION_NOTHING_NEW')
  expect(await memoriesOf(space.paths)).toEqual([])
})

test('an id that is taken: in the log, and by a run at the same time', async () => {
  const space = await runSpace([{ text: answer }])
  await run(space, { id: 'one' })
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  await expect(run(space, { id: 'one' })).rejects.toMatchObject({ code: 'EXECUTION_ID_TAKEN' })
  const both = await Promise.allSettled([run(space, { id: 'two' }), run(space, { id: 'two' })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await readLog(space.paths)).executions.map(({ id }) => id)).toEqual(['two', 'one'])
})

test.each(['../x', '', 'a/b', 'a b', '.hidden', 'x'.repeat(200), 'a.'])('the id %j is refused', async (id) => {
  const space = await runSpace([{ text: answer }])
  await expect(run(space, { id })).rejects.toMatchObject({ code: 'EXECUTION_ID_INVALID' })
})

test('a clock that goes back gives no negative time', async () => {
  const times = [5000, 2000, 1000]
  const { result } = await runWith([{ text: answer }], { elapsed: () => times.shift() ?? 0 })
  expect(result.duration_ms).toBe(0)
})

test('what each version of an agent was made of is kept when it runs, without secrets', async () => {
  const space = await runSpace([{ text: answer }])
  const { paths } = space
  await mkdir(paths.envDirectory, { recursive: true })
  await writeFile(join(paths.envDirectory, 'HARBOUR_KEY'), 'sesame-of-the-harbour', { mode: 0o600 })
  const prompt = join(paths.root, '.datacore/agents/writer.md')
  await run(space)
  await writeFile(prompt, '# Writer\n\nYou write sesame-of-the-harbour.\n')
  await run(space)
  const hashes = (await readLog(paths)).executions.map(({ agent_hash: hash }) => hash ?? '')
  const [after = '', before = ''] = await Promise.all(hashes.map(async (hash) => await readVersionText(paths, hash)))
  expect(before).toContain('description: Writes about tides and harbours')
  expect(before).toContain('You write about the sea.')
  expect(after).not.toContain('about the sea')
  expect(after).not.toContain('sesame')
})
