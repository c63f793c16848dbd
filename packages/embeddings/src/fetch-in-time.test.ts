import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { fetchInTime } from './fetch-in-time.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

test('gives up on a server that does not answer', async () => {
  const url = await serve(() => undefined)
  await expect(fetchInTime(url, { timeoutMs: 100 })).rejects.toThrow('no answer within 100 ms')
})

test('lets a slow body take its time', async () => {
  const url = await serve(async (response) => {
    response.write('slow ')
    await sleep(300)
    response.end('body')
  })
  const response = await fetchInTime(url, { timeoutMs: 200 })
  expect(await response.text()).toBe('slow body')
})

test('keeps the signal of the caller', async () => {
  const url = await serve(() => undefined)
  await expect(fetchInTime(url, { timeoutMs: 10_000, signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
    'gone',
  )
})

async function serve(answer: (response: ServerResponse) => unknown): Promise<string> {
  server = createServer((_, response) => void answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}
