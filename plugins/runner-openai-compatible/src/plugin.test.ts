import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { sendJson, startPlugin, testManifest, testRunnerPlugin } from '@datacortex/testkit'
import { afterAll, expect, test } from 'vitest'
import { type ChatServer, pieces, sendEvents, startChatServer } from './__fixtures__/chat-server.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const never = new AbortController().signal
const secrets = { MODEL_KEY: 'planted-secret-value' }
const task = {
  agent: { id: 'writer', name: 'Writer', prompt: 'You write.' },
  task: 'Write about tides.',
  request: 'Tides follow the moon.\n\nWrite about tides.',
  prompt: 'all of it',
  directory,
  run: { id: 'exec-1', chain: ['boss', 'writer'] },
}

function started(server: ChatServer, settings: Readonly<Record<string, unknown>> = {}) {
  return startPlugin(plugin, {
    directory,
    secrets,
    settings: { base_url: server.base_url, model: 'tiny', ...settings },
  })
}

const echo = await startChatServer((response, { body }) =>
  sendEvents(response, pieces(body.messages.at(-1)?.content ?? '')),
)
const silent = await startChatServer(() => {})
const refusing = await startChatServer((response, { headers }) =>
  sendJson(response, { error: { message: `Incorrect key: ${headers.authorization}` } }, { status: 401 }),
)
afterAll(async () => {
  for (const server of [echo, silent, refusing]) await server[Symbol.asyncDispose]()
})

testManifest(directory)
testRunnerPlugin(plugin, {
  directory,
  secrets,
  echoes: { base_url: echo.base_url, model: 'tiny' },
  hangs: { base_url: silent.base_url, model: 'tiny' },
  fails: { base_url: refusing.base_url, model: 'tiny', api_key: 'MODEL_KEY' },
  begun: () => silent.open() > 0,
  settled: () => silent.open() === 0,
})

test('sends prompt, context and task, the key as a header, and gives text and tokens', async () => {
  await using runner = await started(echo, { api_key: 'MODEL_KEY', parameters: { temperature: 0.2 } })
  const chunks: string[] = []
  const result = await runner.run(task, { signal: never, onOutput: (chunk) => void chunks.push(chunk) })
  expect(result).toEqual({ text: 'Tides follow the moon.\n\nWrite about tides.', tokens_in: 21, tokens_out: 6 })
  expect(chunks).toHaveLength(6)
  expect(echo.requests.at(-1)).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer planted-secret-value' },
    body: {
      model: 'tiny',
      stream: true,
      temperature: 0.2,
      messages: [
        { role: 'system', content: 'You write.' },
        { role: 'user', content: 'Tides follow the moon.\n\nWrite about tides.' },
      ],
    },
  })
})

test.each([
  ['without streaming', { stream: false }],
  ['from a server that can not stream', { stream: true }],
])('an answer as a whole, %s', async (_name, settings) => {
  await using server = await startChatServer((response) =>
    sendJson(response, {
      choices: [{ message: { content: 'All at once.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    }),
  )
  await using runner = await started(server, settings)
  const chunks: string[] = []
  const result = await runner.run(task, { signal: never, onOutput: (chunk) => void chunks.push(chunk) })
  expect([result, chunks]).toEqual([{ text: 'All at once.', tokens_in: 3, tokens_out: 4 }, ['All at once.']])
  expect(server.requests[0]?.body.stream).toBe(settings.stream)
})

test.each([
  ['length', /limit of tokens/],
  ['content_filter', /content filter/],
  ['tool_calls', /has none/],
])('an answer that ends with %s is partial and says why', async (reason, remark) => {
  const choice = { delta: { content: 'Half' }, finish_reason: reason }
  await using server = await startChatServer((response) => sendEvents(response, [{ choices: [choice] }, '[DONE]']))
  await using runner = await started(server)
  const result = await runner.run(task, { signal: never })
  expect(result).toMatchObject({ text: 'Half', status: 'partial', remarks: [expect.stringMatching(remark)] })
})

test.each([
  [429, { 'retry-after': '3' }, {}, { transient: true, retryAfterMs: 3000 }],
  [429, {}, { error: { code: 'insufficient_quota' } }, { transient: false }],
  [503, {}, 'busy', { transient: true }],
  [500, { 'retry-after': 'soon' }, {}, { transient: true }],
  [400, { 'retry-after': '3' }, { error: { message: 'bad' } }, { transient: false }],
  [404, {}, { error: 'model not found' }, { transient: false }],
])('status %i with %j and %j', async (status, headers, body, details) => {
  await using server = await startChatServer(
    (response) => void response.writeHead(status, headers).end(JSON.stringify(body)),
  )
  await using runner = await started(server)
  const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'RUNNER_OPENAI_COMPATIBLE_REFUSED' })
  expect(CodedError.is(error) ? error.details : {}).toEqual({
    url: `${server.base_url}/chat/completions`,
    status,
    ...details,
  })
})

const event = { choices: [{ delta: { content: 'Half' }, finish_reason: null }] }

test.each([
  ['a stream that ends early', [event], 'RESPONSE_INVALID', true],
  ['a stream with broken JSON', [event, '{"choices": ['], 'RESPONSE_INVALID', false],
  ['a stream of something else', [{ choices: 'none' }], 'RESPONSE_INVALID', false],
  ['an empty stream', [], 'RESPONSE_INVALID', true],
  ['an error in the stream', [event, { error: { message: 'overloaded', type: 'server_error' } }], 'REFUSED', undefined],
])('%s', async (_name, events, code, transient) => {
  await using server = await startChatServer((response) => sendEvents(response, events))
  await using runner = await started(server)
  const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code: `RUNNER_OPENAI_COMPATIBLE_${code}` })
  expect(CodedError.is(error) ? error.details['transient'] : 'not coded').toBe(transient)
})

const failing = { choices: [{ delta: { content: '' }, finish_reason: 'error' }] }

test.each([
  ['429', [event, { error: { message: 'Provider returned error', code: 429 } }], true, / 429$/],
  ['502 beside a choice', [event, { ...failing, error: { message: 'gone', code: 502 } }], true, / 502$/],
  ['502 after a choice', [event, failing, { error: { message: 'gone', code: 502 } }], true, / 502$/],
  ['a 429 of a used-up account', [{ error: { type: 'insufficient_quota', code: 429 } }], false, /quota/],
  ['a code that waiting does not help', [{ error: { message: 'bad', code: 400 } }], undefined, / 400$/],
  ['an end with an error', [event, failing, '[DONE]'], true, /ended its answer with an error/],
])('inside a stream, %s', async (_name, events, transient, message) => {
  await using server = await startChatServer((response) => sendEvents(response, events))
  await using runner = await started(server)
  const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(error).toMatchObject({
    code: 'RUNNER_OPENAI_COMPATIBLE_REFUSED',
    message: expect.stringMatching(message),
  })
  expect(CodedError.is(error) ? error.details['transient'] : 'not coded').toBe(transient)
})

test('an account that is used up is known by the end of a long body', async () => {
  const body = { error: { message: 'x'.repeat(2000), code: 'insufficient_quota' } }
  await using server = await startChatServer((response) => sendJson(response, body, { status: 429 }))
  await using runner = await started(server)
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({ details: { transient: false } })
})

test.each([
  ['<html>', /is no JSON/],
  ['', /is no JSON/],
  ['{"choices":[]}', /has no choice/],
  ['{"choices":[{"message":"x"}]}', /choices\.0\.message/],
])('the whole answer %j is refused', async (text, message) => {
  await using server = await startChatServer((response) => void response.end(text))
  await using runner = await started(server)
  await expect(runner.run(task, { signal: never })).rejects.toThrow(message)
})

test('limits of time: for the first byte and between two', async () => {
  await using first = await started(silent, { first_byte_timeout_ms: 100 })
  await expect(first.run(task, { signal: never })).rejects.toMatchObject({
    code: 'RUNNER_OPENAI_COMPATIBLE_TIMEOUT',
    message: expect.stringContaining('gave no answer within 100 ms'),
    details: { transient: true },
  })
  await using slow = await startChatServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  })
  await using idle = await started(slow, { idle_timeout_ms: 100 })
  await expect(idle.run(task, { signal: never })).rejects.toThrow('gave no more within 100 ms')
})

test('no server, and one that breaks the connection', async () => {
  const gone = await startChatServer(() => {})
  await gone[Symbol.asyncDispose]()
  await using runner = await started(gone)
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({
    code: 'RUNNER_OPENAI_COMPATIBLE_UNREACHABLE',
    message: expect.stringContaining('ECONNREFUSED'),
    details: { transient: true },
  })
  await using breaking = await startChatServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify(event)}\n\n`, () => response.destroy())
  })
  await using other = await started(breaking)
  await expect(other.run(task, { signal: never })).rejects.toMatchObject({
    code: 'RUNNER_OPENAI_COMPATIBLE_UNREACHABLE',
    message: expect.stringContaining('broke off in the middle of its answer'),
  })
})

test('an answer without end is cut off at the limit, and the connection with it', async () => {
  await using endless = await startChatServer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const line = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(1000) } }] })}\n\n`
    await writeOn(response, line)
  })
  await using runner = await started(endless, { max_output_bytes: 200_000 })
  const { text, status, remarks } = await runner.run(task, { signal: never })
  expect(text.length).toBeLessThan(200_000)
  expect([status, remarks]).toEqual(['partial', ['The answer was longer than 200000 bytes: the rest is lost.']])
  await expect.poll(() => endless.open()).toBe(0)
})

test('of a piece that passes the limit, what is before it is kept', async () => {
  const answers = [1, 2, 3].map((n) => ({ choices: [{ delta: { content: `${n}`.repeat(100) } }] }))
  await using server = await startChatServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(answers.map((answer) => `data: ${JSON.stringify(answer)}\n\n`).join(''))
  })
  await using runner = await started(server, { max_output_bytes: 350 })
  const text = '1'.repeat(100) + '2'.repeat(100)
  expect(await runner.run(task, { signal: never })).toMatchObject({ text, status: 'partial' })
})

test('one line without end is no answer, and takes no memory', async () => {
  await using endless = await startChatServer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: ')
    await writeOn(response, 'x'.repeat(10_000))
  })
  await using runner = await started(endless, { max_output_bytes: 200_000 })
  expect(await runner.run(task, { signal: never })).toMatchObject({ text: '', status: 'partial' })
})

test('a key that is nowhere', async () => {
  await using runner = await started(echo, { api_key: 'ABSENT_KEY' })
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({
    code: 'RUNNER_OPENAI_COMPATIBLE_KEY_MISSING',
    hint: 'Write the key to .datacore/env/ABSENT_KEY, readable by you alone, or set the variable ABSENT_KEY.',
  })
})

test.each([
  [{ base_url: 'ftp://h', model: 'm' }, 'base_url'],
  [{ base_url: 'https://user:pw@h/v1', model: 'm' }, 'base_url'],
  [{ base_url: 'https://h/v1?key=1', model: 'm' }, 'base_url'],
  [{ base_url: 'https://h/v1' }, 'model'],
  [{ base_url: 'http://example.org/v1', model: 'm', api_key: 'MODEL_KEY' }, 'https only'],
  [{ base_url: 'https://h/v1', model: 'm', api_key: 'sk-planted-secret' }, 'not the secret itself'],
  [{ base_url: 'https://h/v1', model: 'm', parameters: { tools: [] } }, 'parameters'],
])('the settings %j are refused', async (settings, place) => {
  const error: unknown = await startPlugin(plugin, { directory, settings }).catch((error: unknown) => error)
  expect(String(error)).toContain(place)
  expect(String(error)).not.toContain('sk-planted')
})

async function writeOn(response: ServerResponse, text: string): Promise<void> {
  const closed = once(response, 'close')
  while (!response.destroyed) if (!response.write(text)) await Promise.race([once(response, 'drain'), closed])
}
