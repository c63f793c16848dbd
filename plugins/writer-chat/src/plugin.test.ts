import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { WriterRequest } from '@datacortex/plugin'
import type { ModelRequest, ModelServer, Started } from '@datacortex/testkit'
import { sendJson, startModelServer, startPlugin, testManifest, testWriterPlugin } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { filled, said } from './__fixtures__/model-answers.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const secrets = { MODEL_KEY: 'planted-secret-value' }
const protocols = ['openai', 'anthropic', 'ollama'] as const
const { signal } = new AbortController()
const request: WriterRequest = { instructions: 'Summarise.', material: 'Tides.', maxTokens: 500 }
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

type Answer = (response: ServerResponse, request: ModelRequest) => Promise<void> | void

const settings = (url: string, more: object = {}): object => ({
  api: 'openai',
  base_url: url,
  model: 'large-1',
  api_key: 'MODEL_KEY',
  backoff_ms: 1,
  ...more,
})

async function serve(answer: Answer): Promise<ModelServer> {
  const server = await startModelServer(answer)
  onTestFinished(async () => await server[Symbol.asyncDispose]())
  return server
}

async function writerOf(
  answer: Answer,
  more: object = {},
): Promise<{ writer: Started<'writer'>; server: ModelServer }> {
  const server = await serve(answer)
  const writer = await startPlugin(plugin, { directory, secrets, settings: settings(server.url, more) })
  onTestFinished(async () => await writer[Symbol.asyncDispose]())
  return { writer, server }
}

/** Answers that nobody gives. */
const waiting = new Set<ServerResponse>()

testManifest(directory)

for (const api of protocols) {
  const behaving =
    (answer: Answer, more: object = {}) =>
    async (): Promise<object> =>
      settings((await serve(answer)).url, { api, max_attempts: 1, ...more })
  testWriterPlugin(plugin, {
    directory,
    secrets,
    writes: behaving((response) => sendJson(response, said[api]('Tides follow the moon.'))),
    fills: behaving((response) => sendJson(response, filled[api]({ tides: 2 }))),
    hangs: behaving((response) => {
      waiting.add(response)
      response.on('close', () => waiting.delete(response))
    }),
    begun: () => waiting.size > 0,
    settled: () => waiting.size === 0,
    fails: behaving((response, { headers }) => sendJson(response, { error: { message: headers } }, { status: 401 })),
  })
}

test('says beforehand what a text may cost, if it knows the prices', async () => {
  const answering = (response: Parameters<Answer>[0]): void => sendJson(response, filled.openai({ a: 'b' }))
  const { writer, server } = await writerOf(answering, { prices: { input: 3, output: 15 }, max_tokens: 300 })
  const estimate = (await writer.estimate?.(request)) ?? 0
  const { cost_usd: cost = 0 } = await writer.generate(request, { signal })
  expect(server.requests).toHaveLength(1)
  // 300 tokens of an answer, and the letters of the request.
  expect(estimate).toBeGreaterThan(0.0045)
  expect(estimate).toBeLessThan(0.01)
  expect(cost).toBeGreaterThan(0)
  const { writer: unpriced } = await writerOf(answering)
  expect(await unpriced.estimate?.(request)).toBeUndefined()
})

test('asks as OpenAI wants it', async () => {
  const { writer, server } = await writerOf((response) => sendJson(response, filled.openai({ a: 'b' })), {
    parameters: { temperature: 0.2 },
    prices: { input: 3, output: 15 },
    max_tokens: 300,
  })
  const answer = await writer.generate({ ...request, schema }, { signal })
  expect(answer).toEqual({
    text: '{"a":"b"}',
    json: { a: 'b' },
    model: 'large-1-2026',
    tokens_in: 1000,
    tokens_out: 200,
    cost_usd: 0.006,
  })
  const [{ path, headers, body } = never()] = server.requests
  expect([path, headers.authorization]).toEqual(['/chat/completions', 'Bearer planted-secret-value'])
  expect(body).toMatchObject({
    model: 'large-1',
    stream: false,
    temperature: 0.2,
    max_tokens: 300,
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
    messages: [{ role: 'system' }, { role: 'user' }],
  })
})

test('asks as Anthropic wants it', async () => {
  const { writer, server } = await writerOf((response) => sendJson(response, filled.anthropic({ a: 'b' })), {
    api: 'anthropic',
  })
  expect(await writer.generate({ ...request, schema }, { signal })).toMatchObject({ json: { a: 'b' }, tokens_in: 1000 })
  const [{ path, headers, body } = never()] = server.requests
  expect([path, headers['x-api-key'], headers['anthropic-version'], headers.authorization]).toEqual([
    '/v1/messages',
    'planted-secret-value',
    '2023-06-01',
    undefined,
  ])
  expect(body).toMatchObject({
    max_tokens: 500,
    system: expect.stringContaining('Summarise.') as string,
    messages: [{ role: 'user', content: expect.stringContaining('Tides.') as string }],
    tools: [{ name: 'answer', input_schema: schema }],
    tool_choice: { type: 'tool', name: 'answer' },
  })
})

test('asks as Ollama wants it', async () => {
  const { writer, server } = await writerOf((response) => sendJson(response, filled.ollama({ a: 'b' })), {
    api: 'ollama',
    parameters: { options: { temperature: 0 }, keep_alive: '5m' },
  })
  expect(await writer.generate({ ...request, schema }, { signal })).toMatchObject({ json: { a: 'b' }, tokens_out: 200 })
  expect(server.requests[0]).toMatchObject({
    path: '/api/chat',
    body: { stream: false, format: schema, options: { temperature: 0, num_predict: 500 }, keep_alive: '5m' },
  })
})

test('a schema that is no object is wrapped and taken out again; a loose one is not called strict', async () => {
  const { writer, server } = await writerOf((response) => sendJson(response, filled.openai({ answer: [1] })))
  const list = { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } }
  expect((await writer.generate({ ...request, schema: list }, { signal })).json).toEqual([1])
  expect(server.requests[0]?.body['response_format']).toMatchObject({
    json_schema: { strict: false, schema: { type: 'object', properties: { answer: list }, required: ['answer'] } },
  })
})

test.each([
  ['object', { response_format: { type: 'json_object' }, max_completion_tokens: 500 }],
  ['words', { max_completion_tokens: 500 }],
])('asks for JSON in other ways where the server knows no schema: %s', async (json, expected) => {
  const fenced = 'Here:\n```json\n{"a":"```"}\n```\nDone.'
  const { writer, server } = await writerOf((response) => sendJson(response, said.openai(fenced)), {
    json,
    max_tokens_field: 'max_completion_tokens',
  })
  expect((await writer.generate({ ...request, schema }, { signal })).json).toEqual({ a: '```' })
  expect(server.requests[0]?.body).toMatchObject(expected)
  expect(JSON.stringify(server.requests[0]?.body)).toContain('JSON Schema')
})

test.each(protocols)('an answer that is cut off is none: %s', async (api) => {
  const cut = { openai: 'length', anthropic: 'max_tokens', ollama: 'length' }[api]
  const answer: Answer = (response) => sendJson(response, said[api]('{"a":', cut))
  const prices = { input: 3, output: 15 }
  // It is paid for all the same, and who counts the money hears of it.
  for (const [more, reported] of [
    [{}, { maybePaid: true }],
    [{ prices }, { maybePaid: true, cost_usd: expect.any(Number) }],
  ]) {
    const { writer } = await writerOf(answer, { api, ...more })
    for (const asked of [request, { ...request, schema }])
      await expect(writer.generate(asked, { signal })).rejects.toMatchObject({
        code: 'WRITER_CHAT_CUT_OFF',
        details: reported,
      })
  }
})

test.each([
  [500, 3, true],
  [529, 3, true],
  [400, 1, false],
  [401, 1, false],
  [404, 1, false],
])('after status %i it asks %i times', async (status, times, transient) => {
  const { writer, server } = await writerOf((response) => sendJson(response, { error: 'no' }, { status }))
  const failed = writer.generate(request, { signal })
  await expect(failed).rejects.toMatchObject({ code: 'WRITER_CHAT_REFUSED', details: { status, transient } })
  expect(server.requests).toHaveLength(times)
})

test('a used-up account is not asked again', async () => {
  const error = { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }
  const { writer, server } = await writerOf((response) => sendJson(response, error, { status: 429 }))
  await expect(writer.generate(request, { signal })).rejects.toMatchObject({ details: { transient: false } })
  expect(server.requests).toHaveLength(1)
})

test('a used-up account is known by the end of a long body', async () => {
  const error = { error: { message: 'x'.repeat(2000), code: 'insufficient_quota' } }
  const { writer, server } = await writerOf((response) => sendJson(response, error, { status: 429 }))
  await expect(writer.generate(request, { signal })).rejects.toMatchObject({ details: { transient: false } })
  expect(server.requests).toHaveLength(1)
})

test('a connection that breaks, and no server', async () => {
  const { writer, server } = await writerOf((response) => void response.destroy())
  const unreachable = { code: 'WRITER_CHAT_UNREACHABLE', details: { transient: true } }
  await expect(writer.generate(request, { signal })).rejects.toMatchObject(unreachable)
  expect(server.requests).toHaveLength(3)
  await server[Symbol.asyncDispose]()
  await expect(writer.generate(request, { signal })).rejects.toMatchObject(unreachable)
})

test.each([
  ['a stream', 'data: {"choices":[{"delta":{"content":"x"}}]}\n\ndata: [DONE]\n\n'],
  ['lines', '{"message":{"content":"a"},"done":false}\n{"message":{"content":"b"},"done":true}\n'],
  ['a page', '<html><h1>It works!</h1></html>'],
  ['nothing', ''],
  ['another protocol', '{"result":"text"}'],
  ['no choice', '{"choices":[]}'],
  ['depth', '['.repeat(200_000)],
])('%s instead of an answer', async (_, text) => {
  for (const api of protocols) {
    const { writer, server } = await writerOf((response) => void response.end(text), { api })
    const failed = writer.generate(request, { signal })
    await expect(failed).rejects.toMatchObject({ code: 'WRITER_CHAT_RESPONSE_INVALID', details: { transient: false } })
    expect(server.requests).toHaveLength(1)
  }
})

test('an answer without end is cut off', async () => {
  const endless: Answer = (response) => {
    const more = (): void => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  }
  const { writer } = await writerOf(endless, { max_answer_bytes: 1_000_000 })
  await expect(writer.generate(request, { signal })).rejects.toThrow(/longer than 1000000 bytes/)
})

test('no JSON where a schema was given, and no words at all', async () => {
  const { writer } = await writerOf((response) => sendJson(response, said.openai('I would rather not. {')))
  const invalid = { code: 'WRITER_CHAT_RESPONSE_INVALID' }
  await expect(writer.generate({ ...request, schema }, { signal })).rejects.toMatchObject(invalid)
  const { writer: silent } = await writerOf((response) => sendJson(response, said.openai(' ')))
  await expect(silent.generate(request, { signal })).rejects.toMatchObject(invalid)
})

test('a secret that is nowhere', async () => {
  const server = await serve((response) => sendJson(response, said.openai('x')))
  await using writer = await startPlugin(plugin, { directory, settings: settings(server.url) })
  await expect(writer.generate(request, { signal })).rejects.toMatchObject({ code: 'WRITER_CHAT_KEY_MISSING' })
  expect(server.requests).toEqual([])
})

test.each([
  ['base_url', { base_url: 'http://me:pw@127.0.0.1/' }],
  ['api_key', { api_key: 'sk-123456' }],
  ['api_key', { base_url: 'http://models.example/v1' }],
  ['parameters', { parameters: { tools: [] } }],
  ['api', { api: 'other' }],
])('refuses settings: %s', (key, more) => {
  const result = plugin.config?.safeParse({ ...settings('http://127.0.0.1:1'), ...more })
  expect(result?.error?.issues[0]?.path).toEqual([key])
})

function never(): never {
  throw new Error('nothing was sent')
}
