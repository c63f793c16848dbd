import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { endUnread } from './end-unread.ts'

const large = Buffer.alloc(100_000_000, 'x')

async function asked(answerAfterMs: number): Promise<{ readonly socket: Socket; readonly ended: Promise<boolean> }> {
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  const server = createServer((_, response) => {
    endUnread(response, { afterMs: 50 })
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
    const { socket, ended } = await asked(answerAfterMs)
    socket.pause()
    socket.on('error', () => undefined)
    expect(await ended).toBe(false)
  }
})

test('who waits for an answer, and then reads it, gets it whole', async () => {
  const { socket, ended } = await asked(300)
  socket.resume()
  expect(await ended).toBe(true)
})
