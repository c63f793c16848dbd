import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { endUnread } from './end-unread.ts'

/** More than sockets hold between two programs. */
const large = Buffer.alloc(32_000_000, 'x')

type Asked = {
  readonly socket: Socket
  /** Whether the answer was sent to its end. */
  readonly ended: Promise<boolean>
}

/** Asks a server whose answers may be unread for a moment only, if nothing else is said; `answer` ends the response. */
async function asked(answer: (response: ServerResponse) => void, { afterMs = 50 } = {}): Promise<Asked> {
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  const server = createServer((_, response) => {
    endUnread(response, { afterMs })
    response.on('close', () => resolve(response.writableFinished))
    answer(response)
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

test.each([
  ['at once', (response: ServerResponse) => void response.end(large)],
  ['when that time is over', (response: ServerResponse) => void response.once('timeout', () => response.end(large))],
])('who reads nothing of an answer that comes %s is let go', async (_, answer) => {
  const { socket, ended } = await asked(answer)
  socket.pause()
  socket.on('error', () => undefined)
  expect(await ended).toBe(false)
})

test('who waits for an answer, and then reads it, gets it whole', async () => {
  const answer = (response: ServerResponse): void => {
    // As Node says it when the time is over. A busy machine, which lets this process stand for a moment, would look
    // like a client that stands.
    response.emit('timeout', response.socket)
    response.end(large)
  }
  const { socket, ended } = await asked(answer, { afterMs: 2 ** 31 - 1 })
  socket.resume()
  expect(await ended).toBe(true)
})
