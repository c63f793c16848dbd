import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { endUnread } from './end-unread.ts'

const large = Buffer.alloc(100_000_000, 'x')

type Answered = {
  readonly afterMs: number
  readonly answerAfterMs: number
}

async function asked({
  afterMs,
  answerAfterMs,
}: Answered): Promise<{ readonly socket: Socket; readonly ended: Promise<boolean> }> {
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  const server = createServer((_, response) => {
    endUnread(response, { afterMs })
    response.on('close', () => resolve(response.writableFinished))
    setTimeout(() => response.end(large), answerAfterMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  return { socket, ended }
}

test('who reads nothing of an answer is let go, however long it waited for it', async () => {
  for (const answerAfterMs of [0, 300]) {
    const { socket, ended } = await asked({ afterMs: 50, answerAfterMs })
    socket.pause()
    socket.on('error', () => undefined)
    expect(await ended).toBe(false)
  }
})

test('who waits for an answer, and then reads it, gets it whole', async () => {
  // Long enough that a busy machine, which lets this process stand for a moment, doesn't look like a client that stands.
  const { socket, ended } = await asked({ afterMs: 2000, answerAfterMs: 2500 })
  socket.resume()
  expect(await ended).toBe(true)
})
