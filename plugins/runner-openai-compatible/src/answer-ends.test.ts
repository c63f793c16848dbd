import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { RunnerResult } from '@datacortex/plugin'
import { startPlugin } from '@datacortex/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startChatServer } from './__fixtures__/chat-server.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const never = new AbortController().signal
const task = {
  agent: { id: 'writer', name: 'Writer', prompt: 'You write.' },
  task: 'Write about tides.',
  request: 'Write about tides.',
  prompt: 'all of it',
  directory,
  run: { id: 'exec-1', chain: ['boss', 'writer'] },
}
const whole = { choices: [{ delta: { content: 'All of it.' }, finish_reason: 'stop' }] }
const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } }

/** What a run ends with whose server writes these words as events and hangs up. */
async function endedWith(text: string) {
  await using server = await startChatServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(text)
  })
  await using runner = await startPlugin(plugin, {
    directory,
    settings: { base_url: server.base_url, model: 'tiny' },
  })
  return await runner.run(task, { signal: never })
}

test.each(['', '\n', '\r\n'])('the last event needs no blank line: %j', async (end) => {
  const piece = (content: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`
  const text = 'All of it.'
  expect(await endedWith(`${piece('All ')}\n\n${piece('of it.')}\n\ndata: [DONE]${end}`)).toEqual({ text })
  expect(await endedWith(`data: ${JSON.stringify(whole)}${end}`)).toEqual({ text })
  expect(await endedWith(`data: ${JSON.stringify(whole)}\n\ndata: ${JSON.stringify(usage)}${end}`)).toEqual({
    text,
    tokens_in: 3,
    tokens_out: 4,
  })
})

test.each(['data: {"choices":[{"delta":{"con', 'data: {"choices":[{"delta":{"content":"Half"}}]}', 'data: [DO', 'da'])(
  'one that breaks off in its last event is none: %s',
  async (text) => {
    await expect(endedWith(text)).rejects.toMatchObject({
      code: 'RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID',
      message: expect.stringContaining('ended before the answer did'),
      hint: expect.stringMatching(/^Try again; .* log of the server/),
      details: { transient: true },
    })
  },
)

/** A run whose server writes these events and leaves the connection open; no limit of time passes by itself. */
async function running(events: readonly object[], { signal = never }: { readonly signal?: AbortSignal } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise: answering, resolve } = Promise.withResolvers<ServerResponse>()
  const server = await startChatServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    resolve(response)
  })
  onTestFinished(async () => await server[Symbol.asyncDispose]())
  const runner = await startPlugin(plugin, { directory, settings: { base_url: server.base_url, model: 'tiny' } })
  onTestFinished(async () => await runner[Symbol.asyncDispose]())
  let output = ''
  let hasEnded = false
  const run = runner.run(task, { signal, onOutput: (chunk) => void (output += chunk) }).finally(() => (hasEnded = true))
  // Who looks at it looks later.
  run.catch(() => {})
  const response = await answering
  await expect.poll(() => output).not.toBe('')
  /** What it ends with when seconds pass. */
  const passing = async (): Promise<RunnerResult> => {
    const ended = (): boolean => {
      vi.advanceTimersByTime(1000)
      return hasEnded
    }
    await expect.poll(ended).toBe(true)
    return await run
  }
  return { run, response, passing }
}

test('an answer after whose end the server is silent is whole', async () => {
  expect(await (await running([whole])).passing()).toEqual({ text: 'All of it.' })
  expect(await (await running([whole, usage])).passing()).toEqual({ text: 'All of it.', tokens_in: 3, tokens_out: 4 })
  const cut = { choices: [{ delta: { content: 'Half' }, finish_reason: 'length' }] }
  expect(await (await running([cut])).passing()).toMatchObject({ text: 'Half', status: 'partial' })
})

test('after its end it is not waited for as long as the server says that it lives', async () => {
  const { response, passing } = await running([whole])
  const timer = setInterval(() => response.write(': alive\n\n'), 10)
  response.on('close', () => clearInterval(timer))
  expect(await passing()).toEqual({ text: 'All of it.' })
})

test('usage that comes a little later is counted', async () => {
  const { run, response } = await running([whole])
  vi.advanceTimersByTime(2900)
  response.end(`data: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`)
  expect(await run).toMatchObject({ tokens_in: 3, tokens_out: 4 })
})

test('a connection that breaks after the end takes nothing from the answer', async () => {
  const { run, response } = await running([whole])
  response.destroy()
  expect(await run).toEqual({ text: 'All of it.' })
})

test('who stops the run after the end is obeyed', async () => {
  const controller = new AbortController()
  const { run } = await running([whole], { signal: controller.signal })
  controller.abort(new Error('given up'))
  await expect(run).rejects.toThrow('given up')
})

test.each([
  ['as a whole', { choices: [{ message: { content: null, refusal: "I can't." }, finish_reason: 'stop' }] }],
  ['piece by piece', undefined],
])('the words of a refusal are told, and are no whole answer: %s', async (_name, document) => {
  const piece = (delta: object, end = null as string | null): string =>
    `data: ${JSON.stringify({ choices: [{ delta, finish_reason: end }] })}\n\n`
  const pieces = [
    piece({ role: 'assistant', content: null, refusal: '' }),
    piece({ refusal: 'I ' }),
    piece({ refusal: "can't." }),
    piece({}, 'stop'),
  ]
  await using server = await startChatServer((response) => {
    response.writeHead(200, { 'content-type': document === undefined ? 'text/event-stream' : 'application/json' })
    response.end(document === undefined ? pieces.join('') : JSON.stringify(document))
  })
  await using runner = await startPlugin(plugin, { directory, settings: { base_url: server.base_url, model: 'tiny' } })
  const output: string[] = []
  expect(await runner.run(task, { signal: never, onOutput: (text) => void output.push(text) })).toEqual({
    text: "I can't.",
    status: 'partial',
    remarks: ['The model refused: what it says is why, and no answer.'],
  })
  expect(output.join('')).toBe("I can't.")
})

test.each([{ refusal: null }, { refusal: '' }, { refusal: false }])('%j refuses nothing', async (none) => {
  const said = { choices: [{ delta: { content: 'All of it.', ...none }, finish_reason: 'stop' }] }
  expect(await endedWith(`data: ${JSON.stringify(said)}\n\n`)).toEqual({ text: 'All of it.' })
})
