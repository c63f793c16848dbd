import { fileURLToPath } from 'node:url'
import { TaskState } from '@a2a-js/sdk'
import { CodedError } from '@datacortex/errors'
import { startPlugin, testManifest, testRunnerPlugin } from '@datacortex/testkit'
import { afterAll, expect, test } from 'vitest'
import type { RemoteAgent, RemoteTurn } from './__fixtures__/remote-agent.ts'
import { answerAsOfOld, sendJson, startRemoteAgent, textPart } from './__fixtures__/remote-agent.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const never = new AbortController().signal
const secrets = { AGENT_TOKEN: 'planted/secret+value' }
const task = {
  agent: { id: 'writer', name: 'Writer', prompt: 'You write.' },
  task: 'Write about tides.',
  request: 'Private notes.\n\nWrite about tides.',
  prompt: 'You write.\n\nPrivate notes.\n\nWrite about tides.',
  directory,
  run: { id: 'exec-1', chain: ['boss', 'writer'] },
}

function started({ url }: RemoteAgent, settings: Readonly<Record<string, unknown>> = {}) {
  return startPlugin(plugin, { directory, secrets, settings: { url, ...settings } })
}

function echoInPieces({ text, task, artifact, state }: RemoteTurn): void {
  const characters = Array.from(text)
  task()
  for (let at = 0; at < characters.length; at += 9)
    artifact([textPart(characters.slice(at, at + 9).join(''))], { append: at > 0 })
  state(TaskState.TASK_STATE_COMPLETED)
}

const echo = await startRemoteAgent(echoInPieces)
let waited = 0
const silent = await startRemoteAgent(async ({ task }) => {
  task()
  waited += 1
  await new Promise(() => {})
})
const failing = await startRemoteAgent(({ task, state }) => {
  task()
  state(TaskState.TASK_STATE_FAILED, 'The model is overloaded.')
})
afterAll(async () => {
  for (const agent of [echo, silent, failing]) await agent[Symbol.asyncDispose]()
})

testManifest(directory)
testRunnerPlugin(plugin, {
  directory,
  secrets,
  echoes: { url: echo.url },
  hangs: { url: silent.url },
  fails: { url: failing.url, api_key: 'AGENT_TOKEN' },
  begun: () => waited > silent.cancelled.length,
  settled: () => silent.open() === 0,
})

test.each([
  ['task', 'Write about tides.'],
  ['request', 'Private notes.\n\nWrite about tides.'],
  ['prompt', 'You write.\n\nPrivate notes.\n\nWrite about tides.'],
])('sends the %s and no more, and the token to its host', async (send, text) => {
  await using runner = await started(echo, { send, api_key: 'AGENT_TOKEN' })
  expect(await runner.run(task, { signal: never })).toEqual({ text, remarks: [] })
  expect(echo.headers.at(-1)).toMatchObject({ authorization: 'Bearer planted/secret+value', 'a2a-version': '1.0' })
})

test.each([
  ['a plain message', (turn: RemoteTurn) => turn.message('All said.'), 'All said.'],
  [
    'a task whose answer is in its last state',
    ({ task, state }: RemoteTurn) => {
      task()
      state(TaskState.TASK_STATE_WORKING, 'thinking')
      state(TaskState.TASK_STATE_COMPLETED, 'All said.')
    },
    'All said.',
  ],
  [
    'artifacts, replaced and several',
    ({ task, artifact, state }: RemoteTurn) => {
      task()
      artifact([textPart('draft')])
      artifact([textPart('final')])
      artifact([textPart('second')], { id: 'other' })
      state(TaskState.TASK_STATE_COMPLETED, 'done')
    },
    'final\n\nsecond',
  ],
])('%s, streamed or not', async (_name, behave, text) => {
  for (const streaming of [true, false]) {
    await using agent = await startRemoteAgent(behave, { streaming })
    for (const stream of [true, false]) {
      await using runner = await started(agent, { stream })
      const chunks: string[] = []
      const result = await runner.run(task, { signal: never, onOutput: (chunk) => void chunks.push(chunk) })
      expect(result).toEqual({ text, remarks: [] })
      expect(chunks.length).toBeGreaterThan(0)
    }
  }
})

test('what the remote agent itself calls partial is no whole answer, streamed or not', async () => {
  const behave = (status: string) => (turn: RemoteTurn) => {
    turn.task()
    turn.artifact([textPart('Half of')])
    turn.state(TaskState.TASK_STATE_COMPLETED, undefined, { status, execution_id: 'exec-9' })
  }
  for (const stream of [true, false]) {
    await using partial = await startRemoteAgent(behave('partial'))
    await using runner = await started(partial, { stream })
    expect(await runner.run(task, { signal: never })).toEqual({
      text: 'Half of',
      status: 'partial',
      remarks: ['The remote agent itself calls its answer partial.'],
    })
    await using whole = await startRemoteAgent(behave('success'))
    await using other = await started(whole, { stream })
    expect(await other.run(task, { signal: never })).toEqual({ text: 'Half of', remarks: [] })
  }
})

test.each([
  [TaskState.TASK_STATE_INPUT_REQUIRED, 'INPUT_REQUIRED: Which sea?', 'The remote agent asks something back.'],
  [TaskState.TASK_STATE_AUTH_REQUIRED, 'AUTH_REQUIRED: Which sea?', 'The remote agent wants to be authorised first.'],
])('state %i is a partial result that says why', async (state, text, remark) => {
  await using agent = await startRemoteAgent((turn) => {
    turn.task()
    turn.state(state, 'Which sea?')
  })
  await using runner = await started(agent)
  expect(await runner.run(task, { signal: never })).toEqual({
    text,
    status: 'partial',
    remarks: [remark],
  })
})

test.each([
  [TaskState.TASK_STATE_FAILED, 'failed', undefined],
  [TaskState.TASK_STATE_REJECTED, 'rejected', false],
  [TaskState.TASK_STATE_CANCELED, 'cancelled', false],
])('state %i is an error', async (state, word, transient) => {
  await using agent = await startRemoteAgent((turn) => {
    turn.task()
    turn.state(state, 'Not today.')
  })
  await using runner = await started(agent)
  const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(error).toMatchObject({
    code: 'RUNNER_A2A_TASK_FAILED',
    message: `The remote agent at ${agent.url} ${word} the task: Not today.`,
  })
  expect(CodedError.is(error) ? error.details['transient'] : 'not coded').toBe(transient)
})

test('parts that are no text are named and never fetched', async () => {
  const part = { metadata: undefined, mediaType: 'image/png' }
  await using agent = await startRemoteAgent(({ task, artifact, state }) => {
    task()
    artifact([
      textPart('See: '),
      { content: { $case: 'url', value: 'http://elsewhere.invalid/a.png' }, filename: 'a.png', ...part },
      { content: { $case: 'raw', value: Buffer.from('x') }, filename: 'b.png', ...part },
      { content: { $case: 'data', value: { tides: 2 } }, filename: '', ...part },
    ])
    state(TaskState.TASK_STATE_COMPLETED)
  })
  await using runner = await started(agent)
  expect(await runner.run(task, { signal: never })).toEqual({
    text: 'See: \n```json\n{\n  "tides": 2\n}\n```\n',
    remarks: [
      'A part of the answer is no text and was left out: http://elsewhere.invalid/a.png, image/png.',
      'A part of the answer is no text and was left out: b.png, image/png.',
    ],
  })
  expect(runner.refused).toEqual([])
})

test('an interface on another host gets neither the request nor the token', async () => {
  await using agent = await startRemoteAgent(echoInPieces, {
    card: (card) =>
      JSON.parse(JSON.stringify(card).replace(/http:\/\/127\.0\.0\.1:\d+/, 'http://elsewhere.invalid')) as object,
  })
  await using runner = await started(agent, { api_key: 'AGENT_TOKEN' })
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({ code: 'RUNNER_A2A_UNREACHABLE' })
  expect(runner.refused).toEqual(['elsewhere.invalid'])
})

test.each([
  [404, 'not found', 'RUNNER_A2A_CARD_INVALID', false],
  [200, '<html>', 'RUNNER_A2A_CARD_INVALID', false],
  [200, '{"name": "x"}', 'RUNNER_A2A_CARD_INVALID', false],
  [401, '{}', 'RUNNER_A2A_REFUSED', false],
  [503, '{}', 'RUNNER_A2A_REFUSED', true],
])('a card with status %i and %j', async (status, text, code, transient) => {
  await using agent = await startRemoteAgent(() => {}, {
    intercept: (_incoming, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '2' }).end(text)
      return true
    },
  })
  await using runner = await started(agent)
  const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code, details: { transient, ...(status === 503 ? { retryAfterMs: 2000 } : {}) } })
})

test('an error of the protocol, and no server at all', async () => {
  await using agent = await startRemoteAgent(() => {}, {
    intercept: (incoming, response) => {
      if (incoming.method !== 'POST') return false
      sendJson(response, {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32603, message: 'no planted/secret+value, no planted%2Fsecret%2Bvalue' },
      })
      return true
    },
  })
  await using runner = await started(agent, { api_key: 'AGENT_TOKEN', stream: false })
  const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'RUNNER_A2A_REFUSED' })
  expect(String(error)).not.toMatch(/planted|value/)
  await agent[Symbol.asyncDispose]()
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({
    code: 'RUNNER_A2A_UNREACHABLE',
    details: { transient: true },
  })
})

test.each([
  ['{"jsonrpc":"2.0","resu', 'RUNNER_A2A_ANSWER_INVALID', /it is no JSON: [^]*[^.]\.$/],
  ['{"jsonrpc":"2.0","id":1}', 'RUNNER_A2A_ANSWER_INVALID', /it has neither a message nor a task\.$/],
  ['{"jsonrpc":"2.0","id":1,"result":null}', 'RUNNER_A2A_ANSWER_INVALID', /it has neither a message nor a task\.$/],
  ['{"jsonrpc":"2.0","id":"other","result":{}}', 'RUNNER_A2A_REFUSED', /got other\.$/],
])('the answer %s is told as what it is', async (text, code, message) => {
  await using agent = await startRemoteAgent(() => {}, {
    intercept: (incoming, response) => {
      if (incoming.method !== 'POST') return false
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      return true
    },
  })
  await using runner = await started(agent, { stream: false })
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
})

test('an answer without end is refused at the limit', async () => {
  await using agent = await startRemoteAgent(async ({ task, artifact }) => {
    task()
    for (;;) {
      artifact([textPart('x'.repeat(10_000))], { append: true })
      await new Promise((resolve) => setImmediate(resolve))
      if (agent.open() === 0) return
    }
  })
  await using runner = await started(agent, { max_output_bytes: 300_000 })
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({
    code: 'RUNNER_A2A_ANSWER_INVALID',
    message: expect.stringContaining('longer than 300000 bytes'),
  })
})

test('an agent of version 0.3', async () => {
  await using agent = await startRemoteAgent(() => {}, { intercept: answerAsOfOld })
  await using runner = await started(agent)
  expect((await runner.run(task, { signal: never })).text).toBe('As of old.')
})

test('a token that is nowhere', async () => {
  await using runner = await started(echo, { api_key: 'ABSENT_TOKEN' })
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({ code: 'RUNNER_A2A_KEY_MISSING' })
})

test.each([
  [{}, 'url'],
  [{ url: 'file:///etc/passwd' }, 'url'],
  [{ url: 'https://u:p@h/' }, 'url'],
  [{ url: 'http://example.org/', api_key: 'AGENT_TOKEN' }, 'https only'],
  [{ url: 'https://h/', send: 'everything' }, 'send'],
])('the settings %j are refused', async (settings, place) => {
  await expect(startPlugin(plugin, { directory, settings })).rejects.toThrow(place)
})
