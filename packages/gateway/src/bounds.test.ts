import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ask, jsonOf, message, post, raw, until } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace } from './__fixtures__/served-space.ts'

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** The code of the error that a body names, no matter who it is written for. */
function codeIn(text: string): string | undefined {
  return /"(?:reason|code)":"(GATEWAY_\w+)"/.exec(text)?.[1]
}

test('a client gets so many connections, and one more when it has closed one', async () => {
  const { url, port } = await serve(await servedSpace(), { limits: { clientConnections: 2 } })
  const [first] = [await connected(port), await connected(port)]
  const refused = await raw(port, '')
  expect(refused).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/)
  expect(codeIn(refused)).toBe('GATEWAY_CONNECTIONS_TOO_MANY')
  expect((await ask(url)).status, 'who asks at once is told, too').toBe(429)
  first.destroy()
  await until(async () => (await ask(url)).status === 200)
})

test('connections of a proxy are those of many, and calls are counted by whom it asks for', async () => {
  const limits = { clientConnections: 1, callsPerMinute: 30 }
  const { port } = await serve(await servedSpace(), { url: 'https://agents.example/', limits })
  await connected(port)
  const status = async (forwarded: string): Promise<number> => {
    const headers = { 'x-forwarded-for': forwarded, 'a2a-version': '1.0' }
    return (await ask(`http://127.0.0.1:${port}/a2a/tasks/x`, { headers })).status
  }
  for (const _ of [1, 2, 3]) expect(await status('9.9.9.9, 10.0.0.1')).toBe(404)
  expect(await status('8.8.8.8, 10.0.0.1'), 'what a client says before the proxy counts for nothing').toBe(429)
  expect(await status('10.0.0.2')).toBe(404)
})

test('without a proxy nobody says for whom they ask', async () => {
  const { url } = await serve(await servedSpace(), { limits: { callsPerMinute: 10 } })
  const status = async (forwarded: string): Promise<number> =>
    (await ask(`${url}a2a/tasks/x`, { headers: { 'x-forwarded-for': forwarded, 'a2a-version': '1.0' } })).status
  expect([await status('10.0.0.1'), await status('10.0.0.2')]).toEqual([404, 429])
})

test.each([
  ['nothing', ''],
  ['half of its headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  [
    'half of its body',
    'POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ],
])('a client that sends %s has its time, and no more', async (_, sent) => {
  const { url, port } = await serve(await servedSpace(), { limits: { headersMs: 40, requestMs: 60, openRequests: 2 } })
  const answer = await raw(port, sent)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(codeIn(answer)).toBe('GATEWAY_REQUEST_TOO_SLOW')
  // A busy machine may be too slow itself, once or twice.
  await expect.poll(async () => (await ask(url)).status, { timeout: 60_000 }).toBe(200)
})

test('headers have a size', async () => {
  const { url, port } = await serve(await servedSpace(), { limits: { headerBytes: 2000 } })
  const head = (size: number): string =>
    `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: ${'x'.repeat(size)}\r\n\r\n`
  expect(await raw(port, head(1000))).toMatch(/^HTTP\/1\.1 200 /)
  const refused = await raw(port, head(3000))
  expect(refused).toMatch(/^HTTP\/1\.1 431 /)
  expect(codeIn(refused)).toBe('GATEWAY_HEADERS_TOO_LARGE')
  expect((await ask(url)).status).toBe(200)
})

test('what is no HTTP is told so', async () => {
  const { port } = await serve(await servedSpace())
  expect(codeIn(await raw(port, 'nonsense\r\n\r\n'))).toBe('GATEWAY_REQUEST_INVALID')
})

test.each(['a2a', 'a2a/message:send', 'agents/cook/a2a', 'api/find', 'search', 'mcp'])(
  'a body sent to /%s may be so deep and so large',
  async (path) => {
    const { url } = await serve(await servedSpace(), { limits: { bodyDepth: 10, bodyBytes: 5000 } })
    const headers = { accept: 'application/json, text/event-stream' }
    const deep = await post(`${url}${path}`, `{"a":${'['.repeat(1000)}`, headers)
    expect(codeIn(deep.text)).toBe('GATEWAY_BODY_TOO_DEEP')
    const large = await post(`${url}${path}`, { text: 'x'.repeat(5000) }, headers)
    expect([large.status, codeIn(large.text)]).toEqual([413, 'GATEWAY_BODY_TOO_LARGE'])
    const brackets = await post(`${url}${path}`, { text: '[{"\\'.repeat(50) }, headers)
    expect(codeIn(brackets.text), 'brackets in a text nest nothing').toBeUndefined()
  },
)

test('what is too deep is refused before it has been sent', async () => {
  const { port } = await serve(await servedSpace())
  const head =
    'POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked'
  const socket = await connected(port)
  socket.write(`${head}\r\n\r\n40\r\n${'['.repeat(64)}\r\n`)
  socket.write(`1\r\n{\r\n`)
  const [data] = (await once(socket, 'data')) as [Buffer]
  expect(data.toString()).toMatch(/^HTTP\/1\.1 400 [^]*GATEWAY_BODY_TOO_DEEP/)
})

test('lists as deep as allowed are taken, wherever their pieces are cut', async () => {
  const { url } = await serve(await servedSpace())
  const nested = (depth: number): object =>
    message('x', { metadata: JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`) })
  const send = async (depth: number): Promise<unknown> =>
    jsonOf(await post(`${url}a2a/message:send`, { message: nested(depth) }))
  // The message, its metadata, and what holds both take three.
  expect(await send(61)).toHaveProperty('task')
  expect(await send(62)).toHaveProperty('error')
})

test.each([{ requestMs: 10 }, { headersMs: 0 }, { clientConnections: 0 }, { bodyDepth: 1.5 }])(
  'limits that can not be are refused: %j',
  async (limits) => {
    const refused = serve(await servedSpace(), { limits })
    await expect(refused).rejects.toMatchObject({ code: 'GATEWAY_LIMIT_INVALID' })
  },
)
