import { fileURLToPath } from 'node:url'
import { sendJson, startModelServer, startWriter } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { said } from './__fixtures__/model-answers.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const request = { instructions: 'Summarise.', maxTokens: 500 }

test('tells before it asks again why, and that it may be paid for; who hears it may forbid it', async () => {
  let asked = 0
  await using server = await startModelServer((response) => {
    asked += 1
    if (asked === 2) sendJson(response, said.openai('Tides.'))
  })
  const settings = { api: 'openai', base_url: server.url, model: 'm', backoff_ms: 1, timeout_ms: 1000, max_attempts: 3 }
  await using writer = await startWriter(plugin, { directory, settings })
  const told: unknown[] = []
  const { text } = await writer.generate(request, {
    signal,
    onRetry: ({ code, details }) => told.push([code, details['maybePaid']]),
  })
  expect([text, told]).toEqual(['Tides.', [['WRITER_CHAT_TIMEOUT', true]]])
  const stopping = writer.generate(request, {
    signal,
    onRetry: () => {
      throw new Error('no money left')
    },
  })
  await expect(stopping).rejects.toThrow('no money left')
  expect(asked).toBe(3)
})
