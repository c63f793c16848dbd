import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type ModelServer, type Started, sendJson, startModelServer, startPlugin } from '@datacortex/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { said } from './__fixtures__/model-answers.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()

type Answer = (response: ServerResponse) => Promise<void> | void

const settings = { api: 'openai', model: 'm', backoff_ms: 1 }

async function writerOf(
  answer: Answer,
  more: object = {},
): Promise<{ writer: Started<'writer'>; server: ModelServer }> {
  const server = await startModelServer(answer)
  onTestFinished(async () => await server[Symbol.asyncDispose]())
  const writer = await startPlugin(plugin, { directory, settings: { ...settings, base_url: server.url, ...more } })
  onTestFinished(async () => await writer[Symbol.asyncDispose]())
  return { writer, server }
}

/** No limit of time and no pause passes by itself. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const request = { instructions: 'Summarise.', maxTokens: 500 }

test('tells before it asks again why, and that it may be paid for; who hears it may forbid it', async () => {
  let asked = 0
  await using server = await startModelServer((response) => {
    asked += 1
    if (asked === 2) sendJson(response, said.openai('Tides.'))
  })
  const settings = { api: 'openai', base_url: server.url, model: 'm', backoff_ms: 1, timeout_ms: 1000, max_attempts: 3 }
  await using writer = await startPlugin(plugin, { directory, settings })
  holdTimers()
  const reported: unknown[] = []
  const answer = writer.generate(request, {
    signal,
    onRetry: ({ code, details }) => reported.push([code, details['maybePaid']]),
  })
  await expect.poll(() => asked).toBe(1)
  vi.advanceTimersByTime(1000)
  await expect.poll(() => reported.length).toBe(1)
  vi.advanceTimersByTime(1)
  const { text } = await answer
  expect([text, reported]).toEqual(['Tides.', [['WRITER_CHAT_TIMEOUT', true]]])
  const stopping = writer.generate(request, {
    signal,
    onRetry: () => {
      throw new Error('no money left')
    },
  })
  const stopped = stopping.catch((error: unknown) => error)
  await expect.poll(() => asked).toBe(3)
  vi.advanceTimersByTime(1000)
  expect(await stopped).toMatchObject({ message: 'no money left' })
  expect(asked).toBe(3)
})

test('waits as long as a busy server asks, and no longer than is allowed', async () => {
  let asked = 0
  const busy: Answer = (response) => {
    asked += 1
    if (asked > 1) return sendJson(response, said.openai('at last'))
    return sendJson(response, { error: { message: 'slow down' } }, { status: 429, headers: { 'retry-after': '20' } })
  }
  const { writer } = await writerOf(busy)
  holdTimers()
  const { promise: waits, resolve: onRetry } = Promise.withResolvers<unknown>()
  const answer = writer.generate(request, { signal, onRetry })
  await waits
  await vi.advanceTimersByTimeAsync(19_999)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(1)
  expect((await answer).text).toBe('at last')
  vi.useRealTimers()
  const { writer: other, server } = await writerOf((response) =>
    sendJson(response, {}, { status: 503, headers: { 'retry-after': '3600' } }),
  )
  await expect(other.generate(request, { signal })).rejects.toMatchObject({
    code: 'WRITER_CHAT_REFUSED',
    details: { status: 503, transient: true, retryAfterMs: 3_600_000 },
  })
  expect(server.requests).toHaveLength(1)
})

test('a server that never answers, and one that never ends', async () => {
  const answers: Answer[] = [() => {}, (response) => void response.write('{"choices": [')]
  for (const answer of answers) {
    const { writer, server } = await writerOf(answer, { timeout_ms: 200, max_attempts: 2 })
    holdTimers()
    const { promise: waits, resolve: onRetry } = Promise.withResolvers<unknown>()
    const failed = writer.generate(request, { signal, onRetry }).catch((error: unknown) => error)
    await expect.poll(() => server.requests.length).toBe(1)
    vi.advanceTimersByTime(200)
    await waits
    vi.advanceTimersByTime(1)
    await expect.poll(() => server.requests.length).toBe(2)
    vi.advanceTimersByTime(200)
    expect(await failed).toMatchObject({
      code: 'WRITER_CHAT_TIMEOUT',
      details: { transient: true, timeoutMs: 200, maybePaid: true },
    })
    vi.useRealTimers()
  }
})
