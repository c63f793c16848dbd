import { fileURLToPath } from 'node:url'
import { TaskState } from '@a2a-js/sdk'
import { startPlugin } from '@datacortex/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RemoteAgent, RemoteTurn } from './__fixtures__/remote-agent.ts'
import { cutStreams, endStreamEarly, startRemoteAgent, textPart } from './__fixtures__/remote-agent.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const never = new AbortController().signal
const task = {
  agent: { id: 'writer', name: 'Writer', prompt: '' },
  task: 'Write about tides.',
  request: 'Write about tides.',
  prompt: 'Write about tides.',
  directory,
  run: { id: 'exec-1', chain: ['writer'] },
}

function started({ url }: RemoteAgent, settings: Readonly<Record<string, unknown>> = {}) {
  return startPlugin(plugin, { directory, secrets: {}, settings: { url, ...settings } })
}

async function neverDone({ task, artifact }: RemoteTurn): Promise<void> {
  task()
  artifact([textPart('begun')])
  await new Promise(() => {})
}

/** No limit of time passes by itself. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test.each([
  ['that streams', {}, true],
  ['asked plainly', { stream: false }, true],
  ['that can not stream', {}, false],
])('an aborted run is cancelled at a remote agent %s', async (_name, settings, streaming) => {
  holdTimers()
  await using agent = await startRemoteAgent(neverDone, { streaming })
  await using runner = await started(agent, settings)
  const controller = new AbortController()
  let output = ''
  const run = runner.run(task, { signal: controller.signal, onOutput: (text) => void (output += text) })
  const ended = run.catch((error: unknown) => error)
  // It knows the task when it tells of it, or asks for it: after the card and the message.
  await expect.poll(() => output !== '' || agent.headers.length > 2).toBe(true)
  controller.abort(new DOMException('The time is over.', 'TimeoutError'))
  expect(await ended).toMatchObject({ name: 'TimeoutError' })
  expect(agent.cancelled).toHaveLength(1)
})

test('a remote agent that does not answer to being cancelled is left after a moment', async () => {
  let posts = 0
  await using agent = await startRemoteAgent(neverDone, {
    intercept: ({ method }) => method === 'POST' && (posts += 1) > 1,
  })
  await using runner = await started(agent)
  holdTimers()
  const controller = new AbortController()
  const run = runner.run(task, { signal: controller.signal, onOutput: () => controller.abort(new Error('given up')) })
  const ended = run.catch((error: unknown) => error)
  await expect.poll(() => posts).toBe(2)
  vi.advanceTimersByTime(1500)
  expect(await ended).toMatchObject({ message: 'given up' })
})

test('a remote task that nobody follows any more is cancelled before another attempt', async () => {
  let asked = 0
  await using agent = await startRemoteAgent(neverDone, {
    intercept: (incoming, response) => {
      if (incoming.method !== 'POST' || (asked += 1) !== 2) return false
      response.writeHead(503).end()
      return true
    },
  })
  await using runner = await started(agent, { stream: false })
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({ code: 'RUNNER_A2A_REFUSED' })
  expect(agent.cancelled).toHaveLength(1)
})

test('a stream that ends before the task is followed up by asking', async () => {
  await using agent = await startRemoteAgent(
    async ({ task, artifact, state }) => {
      task()
      // The card, the message, and then the task is asked for.
      await expect.poll(() => agent.headers.length).toBeGreaterThan(2)
      artifact([textPart('later')])
      state(TaskState.TASK_STATE_COMPLETED)
    },
    { intercept: endStreamEarly },
  )
  await using runner = await started(agent)
  expect((await runner.run(task, { signal: never })).text).toBe('later')
})

test('a task whose stream breaks off goes on, and is asked for', async () => {
  let asked = 0
  const broken = Promise.withResolvers<void>()
  const { intercept, cut } = cutStreams()
  await using agent = await startRemoteAgent(
    async ({ task, artifact, state }) => {
      asked += 1
      task()
      artifact([textPart('First, ')])
      await broken.promise
      artifact([textPart('second.')], { append: true })
      state(TaskState.TASK_STATE_COMPLETED)
    },
    { intercept },
  )
  await using runner = await started(agent)
  const output: string[] = []
  const onOutput = (text: string): void => {
    output.push(text)
    cut()
    broken.resolve()
  }
  const result = await runner.run(task, { signal: never, onOutput })
  expect([result.text, output, asked, agent.cancelled]).toEqual(['First, second.', ['First, ', 'second.'], 1, []])
})

test('asking for a task often does not use up what its answer may have', async () => {
  const askedOften = Promise.withResolvers<void>()
  let posts = 0
  await using agent = await startRemoteAgent(
    async ({ task, artifact, state }) => {
      task()
      artifact([textPart('x'.repeat(3000))])
      await askedOften.promise
      state(TaskState.TASK_STATE_COMPLETED)
    },
    {
      streaming: false,
      intercept: ({ method }) => {
        posts += method === 'POST' ? 1 : 0
        if (posts > 3) askedOften.resolve()
        return false
      },
    },
  )
  await using runner = await started(agent, { max_output_bytes: 5000 })
  expect((await runner.run(task, { signal: never })).text).toBe('x'.repeat(3000))
})

test('what was made before a question is kept, and why a task failed is no answer, streamed or not', async () => {
  const behave = (state: TaskState) => (turn: RemoteTurn) => {
    turn.task()
    if (state === TaskState.TASK_STATE_INPUT_REQUIRED) turn.artifact([textPart('A draft.')])
    turn.state(state, 'Which sea?')
  }
  for (const stream of [true, false]) {
    const output: string[] = []
    const options = { signal: never, onOutput: (text: string) => void output.push(text) }
    await using asking = await startRemoteAgent(behave(TaskState.TASK_STATE_INPUT_REQUIRED))
    await using runner = await started(asking, { stream })
    expect((await runner.run(task, options)).text).toBe('A draft.\n\nINPUT_REQUIRED: Which sea?')
    expect(output.splice(0).join('')).toBe('A draft.\n\nINPUT_REQUIRED: Which sea?')
    await using refusing = await startRemoteAgent(behave(TaskState.TASK_STATE_REJECTED))
    await using other = await started(refusing, { stream })
    await expect(other.run(task, options)).rejects.toThrow('Which sea?')
    expect(output).toEqual([])
  }
})

test('data that says what the words say is no second answer', async () => {
  const data = (value: unknown) => ({ ...textPart(''), content: { $case: 'data' as const, value } })
  await using agent = await startRemoteAgent(({ task: begin, artifact, state }) => {
    begin()
    artifact([textPart('{"a": '), textPart('1}')])
    artifact([data({ a: 1 })], { append: true })
    state(TaskState.TASK_STATE_COMPLETED)
  })
  await using runner = await started(agent)
  expect((await runner.run(task, { signal: never })).text).toBe('{"a": 1}')
  await using other = await startRemoteAgent(({ task: begin, artifact, state }) => {
    begin()
    artifact([data({ a: 1 }), textPart('```json\n{"a":1}\n```'), data([2])])
    state(TaskState.TASK_STATE_COMPLETED)
  })
  await using asked = await started(other)
  expect((await asked.run(task, { signal: never })).text.match(/1|2/g)).toEqual(['1', '2'])
})
