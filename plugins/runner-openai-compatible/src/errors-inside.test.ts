import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { sendJson, startPlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { sendEvents, startChatServer } from './__fixtures__/chat-server.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
// With characters that JSON and addresses may write in another way.
const key = 'planted/secret+value'
const task = {
  agent: { id: 'writer', name: 'Writer', prompt: 'You write.' },
  task: 'Write about tides.',
  request: 'Write about tides.',
  prompt: 'all of it',
  directory,
  run: { id: 'exec-1', chain: ['boss', 'writer'] },
}

/** What a run ends with whose server answers so: as one document, or as events of a stream. */
async function ended(answer: object | string | readonly (object | string)[], { status = 200 } = {}) {
  await using server = await startChatServer((response) => {
    if (Array.isArray(answer)) sendEvents(response, answer as readonly (object | string)[])
    else if (typeof answer === 'string') response.writeHead(status).end(answer)
    else sendJson(response, answer, { status })
  })
  await using runner = await startPlugin(plugin, {
    directory,
    secrets: { MODEL_KEY: key },
    settings: { base_url: server.base_url, model: 'tiny', api_key: 'MODEL_KEY' },
  })
  const result: unknown = await runner
    .run(task, { signal: new AbortController().signal })
    .catch((error: unknown) => error)
  if (!CodedError.is(result)) return result
  return { code: result.code, message: result.message, transient: result.details['transient'] }
}

const refused = 'RUNNER_OPENAI_COMPATIBLE_REFUSED'
const event = { choices: [{ delta: { content: 'Half' }, finish_reason: null }] }

test.each([
  ['in a stream', [event, { error: { message: `Incorrect key: Bearer ${key}, sorry` } }], refused],
  ['as text in a stream', [{ error: `Incorrect key: Bearer ${key}, sorry` }], refused],
  ['in a choice of a stream', [{ choices: [{ delta: {}, error: { message: `key: ${key}, sorry` } }] }], refused],
  ['in a whole answer', { error: { message: `Incorrect key: Bearer ${key}, sorry` } }, refused],
  ['in a stream, where 500 characters end', [{ error: `${'x'.repeat(490)}${key}, sorry` }], refused],
  ['in no JSON', `<p>${key}, sorry`, 'RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID'],
  ['in no JSON, where it is cut off', `${'x'.repeat(70)}${key}`, 'RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID'],
])('a key that the server repeats %s is not shown', async (_name, answer, code) => {
  const error = await ended(answer)
  expect(error).toMatchObject({ code, message: expect.stringContaining('***') })
  expect(JSON.stringify(error)).not.toContain(key.slice(0, 7))
})

const escaped = String.raw`planted\/secret+value`

test.each([
  ['as PHP writes JSON', 401, `{"error":{"message":"Incorrect key: ${escaped}"}}`, 'Incorrect key: ***'],
  ['as PHP writes JSON, of another shape', 401, `{"key":"${escaped}"}`, '{"key":"***"}'],
  ['as PHP writes JSON, in no JSON', 401, `key: ${escaped}, sorry`, 'key: ***, sorry'],
  ['in an address', 403, `at /v1?key=${encodeURIComponent(key)}&x`, 'at /v1?key=***&x'],
])('a key that the server repeats %s is not shown', async (_name, status, body, shown) => {
  const error = await ended(body, { status })
  expect(error).toMatchObject({ code: refused, message: expect.stringContaining(`status ${status}: ${shown}`) })
  expect(JSON.stringify(error)).not.toMatch(/planted|secret|value/)
})

test.each([
  [{ error: 503 }, '503', true],
  [{ error: { message: 'overloaded', type: 503, code: 503 } }, 'overloaded / 503', true],
  [{ error: { message: { text: 'overloaded' }, code: 503 } }, '{"text":"overloaded"} / 503', true],
  [{ object: 'error', message: 'model not found', code: 404 }, 'model not found / 404', undefined],
  [{ detail: 'nope' }, 'nope', undefined],
])('%j with a status that says yes is an error in the words of the server', async (answer, said, transient) => {
  const error = { code: refused, message: expect.stringMatching(new RegExp(`: ${RegExp.escape(said)}$`)), transient }
  expect(await ended(answer)).toEqual(error)
  expect(await ended([event, answer])).toEqual(error)
})

test('an empty reason is no end: a stream after which nothing comes broke off', async () => {
  const empty = { choices: [{ delta: { content: 'Half' }, finish_reason: '' }] }
  expect(await ended([empty])).toMatchObject({ code: 'RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID', transient: true })
  expect(await ended([empty, { choices: [{ delta: { content: ' done.' }, finish_reason: 'stop' }] }])).toEqual({
    text: 'Half done.',
  })
  expect(await ended({ choices: [{ message: { content: 'All.' }, finish_reason: '' }] })).toEqual({ text: 'All.' })
})

const failed = { message: 'Upstream is gone', code: 502 }

test.each([
  ['a piece of a stream', [event, { choices: [{ delta: { content: '' }, finish_reason: 'error', error: failed }] }]],
  ['a piece without more', [{ choices: [{ error: failed }] }]],
  ['a whole answer', { choices: [{ message: { content: '' }, finish_reason: 'error', error: failed }] }],
  ['a whole answer without a message', { choices: [{ finish_reason: 'error', error: failed }] }],
])('an error in the choice of %s is read', async (_name, answer) => {
  expect(await ended(answer)).toEqual({
    code: refused,
    message: expect.stringMatching(/broke off with an error: Upstream is gone \/ 502$/),
    transient: true,
  })
})

test.each([
  ['429', true],
  ['503', true],
  ['400', undefined],
  ['model_not_found', undefined],
  ['4290', undefined],
])('the code %j, as text, is worth another attempt: %s', async (code, transient) => {
  const message = expect.stringContaining(`Provider said no / ${code}`)
  expect(await ended([event, { error: { message: 'Provider said no', code } }])).toEqual({
    code: refused,
    message,
    transient,
  })
  expect(await ended({ error: { message: 'Provider said no', code } })).toEqual({ code: refused, message, transient })
})

test('a used-up account is one also where its status is text', async () => {
  const error = { message: 'Pay', type: 'insufficient_quota', code: '429' }
  expect(await ended([{ choices: [{ delta: {}, error }] }])).toMatchObject({ code: refused, transient: false })
})

test('an error in a choice that is none is passed over, and a choice without a message is no answer', async () => {
  const choice = { message: { content: 'All of it.' }, finish_reason: 'stop' }
  for (const error of [null, false])
    expect(await ended({ choices: [{ ...choice, error }] })).toMatchObject({ text: 'All of it.' })
  expect(await ended({ choices: [{ finish_reason: 'stop' }] })).toMatchObject({
    code: 'RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID',
    message: expect.stringContaining('its choice has no message'),
  })
  expect(await ended({ choices: [{ finish_reason: 'error' }] })).toMatchObject({ code: refused, transient: true })
})
