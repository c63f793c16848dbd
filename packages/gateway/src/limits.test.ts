import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { ask, jsonOf, message, post, raw, rpc, until } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace } from './__fixtures__/served-space.ts'

const token = 'a-token-of-the-test-0123456789'

test('names that lead here by somebody else, and pages of others, are refused', async () => {
  const { url, port } = await serve(await servedSpace(), { hosts: ['desk.example'], origins: ['https://desk.example'] })
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await ask(`${url}.well-known/agent-card.json`, { headers })).status
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '10.0.0.1', '127.0.0.1.nip.io'])
    expect([host, await status({ host })]).toEqual([host, 403])
  for (const host of [`localhost:${port}`, 'LOCALHOST', 'localhost.', '[::1]:9', '127.0.0.1:9', 'desk.example'])
    expect([host, await status({ host })]).toEqual([host, 200])
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1', 'file://'])
    expect([origin, await status({ origin })]).toEqual([origin, 403])
  for (const origin of [`http://127.0.0.1:${port}`, 'https://desk.example'])
    expect([origin, await status({ origin })]).toEqual([origin, 200])
  const sent = await post(
    `${url}a2a`,
    { jsonrpc: '2.0', id: 1, method: 'ListTasks' },
    { origin: 'https://evil.example' },
  )
  expect([sent.status, jsonOf(sent)]).toMatchObject([403, { errorCode: 'PERMISSION_DENIED' }])
  expect(sent.headers['access-control-allow-origin']).toBeUndefined()
})

test('on other addresses than loopback a token is needed', async () => {
  const space = await servedSpace()
  const refused = serve(space, { host: '0.0.0.0' })
  await expect(refused).rejects.toMatchObject({ code: 'GATEWAY_TOKEN_MISSING' })
  for (const weak of ['short', 'with blanks 0123456789'])
    await expect(serve(space, { token: weak })).rejects.toMatchObject({
      code: 'GATEWAY_TOKEN_WEAK',
      message: expect.not.stringContaining(weak),
    })
  const { port } = await serve(space, { host: '0.0.0.0', token })
  const url = `http://127.0.0.1:${port}/`
  const card = `${url}.well-known/agent-card.json`
  for (const authorization of [undefined, 'Bearer', `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`]) {
    const answer = await ask(card, { headers: authorization === undefined ? {} : { authorization } })
    const wrong = authorization === undefined ? '' : ', error="invalid_token"'
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, `Bearer realm="datacortex"${wrong}`])
  }
  const authorization = `bearer ${token}`
  const shown = await ask(card, { headers: { authorization } })
  expect(shown.headers['cache-control']).toBe('private, max-age=60')
  expect(jsonOf(shown)).toMatchObject({
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
  })
  expect((await post(`${url}a2a`, {})).status).toBe(401)
  expect((await post(`${url}search`, {})).status).toBe(401)
  // Numbers are no name that somebody else could make lead here.
  expect((await ask(card, { headers: { authorization, host: '10.0.0.1:80' } })).status).toBe(200)
  expect((await ask(card, { headers: { authorization, host: 'evil.example' } })).status).toBe(403)
  expect(space.logged.join()).not.toContain(token)
})

test('cards can be shown without the token, and nothing else', async () => {
  const { url } = await serve(await servedSpace(), { token, publicCards: true })
  const shown = await ask(`${url}agents/cook/.well-known/agent-card.json`)
  expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  expect((await ask(`${url}.well-known/ai-catalog.json`)).status).toBe(200)
  expect((await ask(`${url}agents/cook/a2a/tasks`)).status).toBe(401)
  expect((await post(`${url}search`, { query: { text: 'bread' } })).status).toBe(401)
  for (const way of [
    '/.well-known/../a2a/tasks',
    '/agents/cook/.well-known/../a2a/tasks',
    '/.well-known/%2e%2e/a2a/tasks',
  ])
    expect(await raw(new URL(url).port, `GET ${way} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 40[14] /,
    )
})

test('who guesses tokens has to wait, also for documents; who has the token is not counted there', async () => {
  const { url } = await serve(await servedSpace(), { token, limits: { callsPerMinute: 30 } })
  const card = `${url}.well-known/agent-card.json`
  const status = async (given: string): Promise<number> =>
    (await ask(card, { headers: { authorization: `Bearer ${given}` } })).status
  for (const _ of [1, 2, 3, 4, 5]) expect(await status(token)).toBe(200)
  for (const guess of ['a', 'b', 'c']) expect(await status(guess)).toBe(401)
  const refused = await ask(card, { headers: { authorization: 'Bearer d' } })
  expect([refused.status, refused.headers['retry-after'], jsonOf(refused)]).toMatchObject([
    429,
    '2',
    { errorCode: 'RATE_LIMIT_EXCEEDED' },
  ])
  expect(await status(token)).toBe(429)
})

test('a call is counted once, whatever its address ends in', async () => {
  const { url } = await serve(await servedSpace(), { limits: { callsPerMinute: 30 } })
  const statuses: number[] = []
  for (const _ of [1, 2, 3, 4])
    statuses.push((await ask(`${url}a2a/tasks/x.json`, { headers: { 'a2a-version': '1.0' } })).status)
  expect(statuses).toEqual([404, 404, 404, 429])
})

test('bodies that are too large are refused before they are read', async () => {
  const { url } = await serve(await servedSpace(), { limits: { bodyBytes: 1000 } })
  const large = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: message('x'.repeat(2000)) } }
  const answer = await post(`${url}agents/cook/a2a`, large)
  expect([answer.status, jsonOf(answer)]).toMatchObject([413, { error: { code: -32600 } }])
  const rest = await post(`${url}agents/cook/a2a/message:send`, large.params)
  expect([rest.status, jsonOf(rest)]).toMatchObject([413, { error: { code: 413 } }])
  const chunked = await ask(`${url}search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    body: JSON.stringify({ query: { text: 'x'.repeat(2000) } }),
  })
  expect([chunked.status, jsonOf(chunked)]).toMatchObject([413, { errorCode: 'INVALID_ARGUMENT' }])
})

test('calls are counted for each client; documents are not', async () => {
  const { url } = await serve(await servedSpace(), { limits: { callsPerMinute: 30 } })
  const list = async () => await post(`${url}a2a`, { jsonrpc: '2.0', id: 1, method: 'ListTasks' })
  for (const _ of [1, 2, 3]) expect((await list()).status).toBe(200)
  const refused = await list()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2'])
  expect(jsonOf(refused)).toMatchObject({ errorCode: 'RATE_LIMIT_EXCEEDED', error: { status: 'RESOURCE_EXHAUSTED' } })
  expect((await ask(`${url}.well-known/agent-card.json`)).status).toBe(200)
})

test('tasks run so many at a time, wait so many, and the next one is refused', async () => {
  const { url } = await serve(await servedSpace(), { limits: { runningTasks: 1, waitingTasks: 1, stopMs: 0 } })
  const endpoint = `${url}agents/cook/a2a`
  const send = async (text: string) =>
    await rpc(endpoint, 'SendMessage', { message: message(text), configuration: { returnImmediately: true } })
  const idOf = ({ result }: { readonly result?: unknown }): string => (result as { task: { id: string } }).task.id
  const first = idOf(await send('hang'))
  const state = async (id: string): Promise<unknown> => {
    const { result } = await rpc(endpoint, 'GetTask', { id })
    return (result as { status: { state: string } }).status.state
  }
  await until(async () => (await state(first)) === 'TASK_STATE_WORKING')
  const second = idOf(await send('hang'))
  expect(await state(second)).toBe('TASK_STATE_SUBMITTED')
  const refused = await post(endpoint, {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message: message('x') },
  })
  expect([refused.status, jsonOf(refused)]).toMatchObject([429, { error: { code: -32000 } }])
  // One that waits is canceled at once, and its place is free again.
  expect((await rpc(endpoint, 'CancelTask', { id: second })).result).toMatchObject({
    status: { state: 'TASK_STATE_CANCELED' },
  })
  const third = idOf(await send('Bake'))
  await rpc(endpoint, 'CancelTask', { id: first })
  await until(async () => (await state(third)) === 'TASK_STATE_COMPLETED')
})

test('who asks for agents does not wait for those that run', async () => {
  const { url } = await serve(await servedSpace(), { limits: { runningTasks: 1, waitingTasks: 0, stopMs: 0 } })
  const hanging = { message: message('hang'), configuration: { returnImmediately: true } }
  expect((await rpc(`${url}agents/cook/a2a`, 'SendMessage', hanging)).error).toBeUndefined()
  const full = await rpc(`${url}agents/cook/a2a`, 'SendMessage', { message: message('Bake') })
  expect(full.error).toMatchObject({ code: -32000 })
  const found = await rpc(`${url}a2a`, 'SendMessage', { message: message('bread') })
  expect(found.result).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } })
})

test('requests beyond those that may be open are refused', async () => {
  const { url } = await serve(await servedSpace(), { limits: { openRequests: 1, stopMs: 0 } })
  const endpoint = `${url}agents/cook/a2a`
  const waiting = rpc(endpoint, 'SendMessage', { message: message('hang') })
  await until(async () => (await ask(url)).status === 503)
  const refused = await ask(url)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
  void waiting.catch(() => undefined)
})

test('a stream is an open request until it ends', async () => {
  const { url } = await serve(await servedSpace(), { limits: { openRequests: 1, stopMs: 0 } })
  const stop = new AbortController()
  const streaming = await fetch(`${url}agents/cook/a2a/message:stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ message: message('hang') }),
    signal: stop.signal,
  })
  expect(streaming.status).toBe(200)
  expect((await ask(url)).status).toBe(503)
  stop.abort()
  await until(async () => (await ask(url)).status === 200)
})

test('addresses and limits that can not be', async () => {
  const space = await servedSpace()
  const { port } = await serve(space)
  const start = async (options: object) => await serve(space, options)
  await expect(start({ port })).rejects.toMatchObject({ code: 'GATEWAY_ADDRESS_UNAVAILABLE' })
  await expect(start({ host: 'no-such-host.invalid' })).rejects.toMatchObject({ code: 'GATEWAY_ADDRESS_UNAVAILABLE' })
  await expect(start({ host: '', port: 0 })).rejects.toMatchObject({ code: 'GATEWAY_ADDRESS_UNAVAILABLE' })
  await expect(start({ limits: { runningTasks: 0 } })).rejects.toMatchObject({ code: 'GATEWAY_LIMIT_INVALID' })
  await expect(start({ url: 'ftp://x.example' })).rejects.toMatchObject({ code: 'EXPORT_BASE_URL_INVALID' })
})

test.each([
  [{ hosts: ['https://Agents.example/cards'] }, 'GATEWAY_HOST_INVALID', 'such as --allow-host agents.example.'],
  [{ hosts: ['desk.example', 'bad host'] }, 'GATEWAY_HOST_INVALID', 'such as --allow-host agents.example.org.'],
  [{ hosts: [''] }, 'GATEWAY_HOST_INVALID', 'Give the bare name'],
  [{ origins: ['desk.example'] }, 'GATEWAY_ORIGIN_INVALID', 'such as --allow-origin https://desk.example.org.'],
  [{ origins: ['desk.example:8080'] }, 'GATEWAY_ORIGIN_INVALID', 'Give scheme and name'],
  [
    { origins: ['https://desk.example/path'] },
    'GATEWAY_ORIGIN_INVALID',
    'such as --allow-origin https://desk.example.',
  ],
  [{ origins: ['https://desk.example/?'] }, 'GATEWAY_ORIGIN_INVALID', 'Give scheme and name'],
  [{ origins: ['*'] }, 'GATEWAY_ORIGIN_INVALID', 'Give scheme and name'],
  [{ runner: 'clade' }, 'RUNNER_UNKNOWN', 'There is stub'],
])('what no request could match is refused at start: %j', async (options, code, hint) => {
  const space = await servedSpace()
  const hinted: unknown = expect.stringContaining(hint)
  await expect(serve(space, options)).rejects.toMatchObject({
    code,
    hint: hinted,
  })
})

test('what is allowed is compared as browsers write it', async () => {
  const origins = ['HTTPS://Desk.example:443/', 'app://desk']
  const { url } = await serve(await servedSpace(), { hosts: ['Desk.example:8443', '::2'], origins, runner: 'code' })
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await ask(`${url}.well-known/agent-card.json`, { headers })).status
  for (const origin of ['https://desk.example', 'app://desk']) expect(await status({ origin })).toBe(200)
  for (const host of ['desk.example', '[::2]:1']) expect(await status({ host })).toBe(200)
})

test('bytes that are no HTTP get an answer and harm nobody', async () => {
  const { url, port } = await serve(await servedSpace())
  const text = await raw(port, '\u0000\u0001 nonsense\r\n\r\n')
  expect(text).toContain('400 Bad Request')
  expect((await ask(`${url}.well-known/agent-card.json`)).status).toBe(200)
})

test('a body that breaks off is no bug', async () => {
  const space = await servedSpace()
  const { url, port } = await serve(space, { limits: { openRequests: 1 } })
  for (const path of ['a2a', 'a2a/message:send', 'search', 'mcp']) {
    const head = 'Host: localhost\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\nContent-Length: 1000'
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`POST /${path} HTTP/1.1\r\n${head}\r\nExpect: 100-continue\r\n\r\n{"json`),
    )
    const [data] = (await once(socket, 'data')) as [Buffer]
    expect(data.toString()).toContain('100 Continue')
    expect((await ask(url)).status, 'it is being read').toBe(503)
    socket.destroy()
    // Whatever became of it is over then.
    await until(async () => (await ask(url)).status === 200)
  }
  expect(space.logged.filter((line) => line.includes('broke'))).toEqual([])
})
