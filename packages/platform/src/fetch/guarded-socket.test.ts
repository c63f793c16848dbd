import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { afterEach, expect, test } from 'vitest'
import { createGuardedSocket } from './guarded-socket.ts'

const open: WebSocketServer[] = []
afterEach(() => open.splice(0).forEach((server) => server.close()))

async function serve(onOpen: (socket: WebSocket) => void): Promise<{ url: string; host: string }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  open.push(server)
  server.on('connection', onOpen)
  await new Promise((resolve) => server.once('listening', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `ws://${host}/`, host }
}

async function read(url: string, host: string, limits = {}, signal?: AbortSignal): Promise<readonly string[]> {
  const found: string[] = []
  await using socket = await createGuardedSocket({ allowPrivate: [host], limits })(url, { signal })
  await socket.send('question')
  for await (const text of socket) found.push(text)
  return found
}

test('messages come in order, what is sent arrives, and a slow reader loses none', async () => {
  const sent = Array.from({ length: 3000 }, (_, index) => String(index))
  const { url, host } = await serve((socket) => {
    socket.on('message', (data: Buffer) => {
      for (const one of [data.toString(), ...sent]) socket.send(one)
      socket.close()
    })
  })
  expect(await read(url, host)).toEqual(['question', ...sent])
})

test('this machine and private networks are refused in every spelling, also by name, unless they are named', async () => {
  const { url, host } = await serve(() => expect.unreachable())
  const port = host.split(':')[1]
  const spellings = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    'localhost',
    '[::1]',
    '[::ffff:7f00:1]',
    '10.0.0.1',
  ]
  for (const one of [url, ...spellings.flatMap((name) => [`ws://${name}:${port}/`, `ws://${name}/`])])
    await expect(createGuardedSocket()(one), one).rejects.toMatchObject({ code: 'FETCH_REFUSED' })
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const byName = createGuardedSocket({ resolve })
  await expect(byName(`wss://relay.example.org/`)).rejects.toMatchObject({ code: 'FETCH_REFUSED' })
  for (const one of ['https://relay.example.org/', 'relay.example.org', 'wss://a:b@relay.example.org/'])
    await expect(createGuardedSocket()(one)).rejects.toMatchObject({ code: 'FETCH_REFUSED' })
  const listed = createGuardedSocket({ hosts: ['other.example.org'] })
  await expect(listed('wss://relay.example.org/')).rejects.toMatchObject({ code: 'FETCH_REFUSED' })
})

test('more than the limits allow ends the connection with a code', async () => {
  const { url, host } = await serve((socket) => {
    for (let index = 0; index < 20; index += 1) socket.send('x'.repeat(1000))
  })
  const tooLarge = { code: 'FETCH_TOO_LARGE' }
  await expect(read(url, host, { messageBytes: 999 })).rejects.toMatchObject(tooLarge)
  await expect(read(url, host, { totalBytes: 5000 })).rejects.toMatchObject(tooLarge)
  await expect(read(url, host, { messages: 5 })).rejects.toMatchObject({ code: 'FETCH_REFUSED' })
  await expect(read(url, host, { totalMs: 50 })).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' })
})

test('who hangs, refuses or is no WebSocket is a code; a signal ends it at any time', async () => {
  const silent = createServer((socket) => void socket.resume().on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  await expect(read(`ws://${host}/`, host, { connectMs: 50 })).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' })
  const connecting = new AbortController()
  silent.once('connection', () => connecting.abort(new Error('stopped')))
  await expect(read(`ws://${host}/`, host, {}, connecting.signal)).rejects.toThrow('stopped')
  silent.on('connection', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  await expect(read(`ws://${host}/`, host)).rejects.toMatchObject({ code: 'FETCH_UNREACHABLE' })
  await new Promise((resolve) => silent.close(resolve))
  await expect(read(`ws://${host}/`, host)).rejects.toMatchObject({ code: 'FETCH_UNREACHABLE' })
  const reading = new AbortController()
  const { url, host: waiting } = await serve((socket) =>
    socket.on('message', () => reading.abort(new Error('stopped'))),
  )
  await expect(read(url, waiting, {}, reading.signal)).rejects.toThrow('stopped')
})
