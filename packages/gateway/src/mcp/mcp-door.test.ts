import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask, rpc, until } from '../__fixtures__/a2a-request.ts'
import { serve, servedSpace, sharedServer } from '../__fixtures__/served-space.ts'
import type { ServerOptions } from '../server-options.ts'
import { mcpDoor } from './mcp-door.ts'

const unchanged = sharedServer()

async function connected(options: Partial<ServerOptions> = {}, headers: Record<string, string> = {}): Promise<Client> {
  const { url } = Object.keys(options).length === 0 ? await unchanged() : await serve(await servedSpace(), options)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL('mcp', url), { requestInit: { headers } }))
  onTestFinished(async () => await client.close())
  return client
}

type Answer = {
  readonly content: unknown
  readonly isError?: boolean | undefined
  readonly structuredContent?: unknown
}

async function call(client: Client, name: string, given: Record<string, unknown>): Promise<Answer> {
  return await client.callTool({ name, arguments: given })
}

test('the stock client finds, describes and runs agents', async () => {
  const client = await connected()
  const { tools } = await client.listTools()
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['find_agents', true],
    ['describe_agent', true],
    ['run_agent', false],
  ])
  // A runner may do what its user may: nobody should let it work unasked.
  expect(tools.map(({ annotations }) => annotations?.destructiveHint)).toEqual([undefined, undefined, true])
  expect(tools.map(({ outputSchema }) => Object.keys(outputSchema?.['properties'] ?? {}))).toEqual([
    ['query', 'route', 'results'],
    ['agent'],
    ['execution_id', 'status', 'answer'],
  ])
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } })
  expect(client.getInstructions()).toContain('find_agents')
  const nobody = await call(client, 'find_agents', { task: 'zzz' })
  expect(nobody).toMatchObject({ structuredContent: { route: null, results: [] } })
  expect(nobody.content).toEqual([{ type: 'text', text: 'No agent of this space fits that.' }])
  const found = await call(client, 'find_agents', { task: 'Plants tomatoes and waters flowers' })
  expect(found.structuredContent).toMatchObject({ results: [{ id: 'gardener' }] })
  const described = await call(client, 'describe_agent', { agent: 'gardener' })
  expect(described.structuredContent).toMatchObject({ agent: { id: 'gardener', name: 'Gardener' } })
  const ran = await call(client, 'run_agent', { agent: 'cook', task: 'Bake a bread.' })
  expect(ran.isError).toBeUndefined()
  expect(ran.content).toEqual([{ type: 'text', text: 'One, two, three.' }])
  const execution_id: unknown = expect.stringMatching(/^exec-/)
  expect(ran.structuredContent).toEqual({ execution_id, status: 'success', answer: 'One, two, three.' })
  const failed = await call(client, 'run_agent', { agent: 'cook', task: 'fail' })
  expect(failed).toMatchObject({ isError: true, structuredContent: { execution_id, status: 'failed' } })
  expect(await call(client, 'describe_agent', { agent: 'baker' }), 'by a former id').toMatchObject({
    structuredContent: { agent: { id: 'cook' } },
  })
})

test.each(['2025-11-25', 'auto'])(
  'who asks for progress is told what the agent says while it works: %s',
  async (version) => {
    const space = await servedSpace()
    const { url } = await serve(space)
    const mode = version === 'auto' ? { versionNegotiation: { mode: 'auto' as const } } : {}
    const client = new Client({ name: 'test', version: '1.0.0' }, mode)
    await client.connect(new StreamableHTTPClientTransport(new URL('mcp', url)))
    onTestFinished(async () => await client.close())
    const told: unknown[] = []
    const done = join(space.paths.root, 'done')
    const ran = await client.callTool(
      { name: 'run_agent', arguments: { agent: 'cook', task: `until ${done}` } },
      {
        onprogress: (progress) => {
          told.push(progress)
          void writeFile(done, '')
        },
      },
    )
    expect(told[0]).toMatchObject({ progress: 1, message: 'One,' })
    expect(ran.content).toEqual([{ type: 'text', text: 'One, two, three.' }])
  },
)

test('what can not be done is an answer that says why', async () => {
  const client = await connected()
  expect(await call(client, 'run_agent', { agent: 'nobody', task: 'x' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('no agent "nobody"') }],
  })
  expect(await call(client, 'describe_agent', { agent: 'gardner' })).toMatchObject({
    isError: true,
    content: [{ text: 'There is no agent "gardner". Did you mean gardener?' }],
  })
  expect(await call(client, 'find_agents', { task: '' })).toMatchObject({ isError: true })
})

test('without the token nobody comes in, and a foreign page neither', async () => {
  const token = 'a-token-that-is-long-enough-for-this'
  await expect(connected({ token })).rejects.toThrow(/401|nauthori|token/i)
  const client = await connected({ token }, { authorization: `Bearer ${token}` })
  expect((await client.listTools()).tools).toHaveLength(3)
  const { url } = await unchanged()
  const foreign = await fetch(`${url}mcp`, { method: 'POST', headers: { origin: 'https://evil.example' }, body: '{}' })
  expect(foreign.status).toBe(403)
})

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function toolCall(name: string, given: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
}

test.each(['2025-11-25', 'auto'])('a client that gives up stops its run: %s', async (version) => {
  const { url } = await serve(await servedSpace())
  const mode = version === 'auto' ? { versionNegotiation: { mode: 'auto' as const } } : {}
  const client = new Client({ name: 'test', version: '1.0.0' }, mode)
  await client.connect(new StreamableHTTPClientTransport(new URL('mcp', url)))
  const stop = new AbortController()
  const running = client.callTool(
    { name: 'run_agent', arguments: { agent: 'cook', task: 'hang' } },
    { signal: stop.signal },
  )
  const states = async (): Promise<readonly unknown[]> => {
    const { result } = await rpc(`${url}agents/cook/a2a`, 'ListTasks', {})
    return (result as { tasks: { status: { state: string } }[] }).tasks.map(({ status }) => status.state)
  }
  await until(async () => (await states()).includes('TASK_STATE_WORKING'))
  stop.abort()
  await expect(running).rejects.toThrow(/abort|closed/i)
  await client.close()
  await until(async () => (await states()).includes('TASK_STATE_CANCELED'))
})

const ignore = (): void => undefined

test('a bug tells the client nothing of itself, and the log all', async () => {
  const bugs: unknown[] = []
  const broken = new Error('the password is 1234')
  const onBug = (error: unknown): void => void bugs.push(error)
  const door = mcpDoor({ operationsOf: () => Promise.reject(broken), maxBytes: 1000, onBug, onRefusal: ignore })
  const body = toolCall('find_agents', { task: 'roses' })
  const text = await (await door(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).text()
  expect([text.includes('1234'), text.includes('"isError":true'), bugs]).toEqual([false, true, [broken]])
})

test('what a client does wrong is no bug of the server', async () => {
  const space = await servedSpace()
  const debugged: string[] = []
  const debug = (_: object, text: string): void => void debugged.push(text)
  const { url } = await serve(space, { log: { ...space.options.log, debug } })
  const send = async (body: string, more: Record<string, string>): Promise<number> =>
    (await fetch(`${url}mcp`, { method: 'POST', headers: { ...headers, ...more }, body })).status
  const call = toolCall('find_agents', { task: 'roses' })
  expect(await send(call, { 'content-type': 'text/plain' })).toBe(415)
  expect(await send(call, { 'mcp-protocol-version': '2026-07-28' })).toBe(400)
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { _meta: meta, notifications: {} } }
  const version = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  expect(await send(JSON.stringify(listen), version)).toBe(200)
  expect(space.logged.filter((line) => line.includes('broke'))).toEqual([])
  expect(debugged).toEqual(['a request was refused', 'a request was refused', 'a request was refused'])
})

test('what breaks in the library is a bug', async () => {
  const bugs: unknown[] = []
  const onBug = (error: unknown): void => void bugs.push(error)
  const broken = new Error('no such schema')
  vi.spyOn(McpServer.prototype, 'registerTool').mockImplementation(() => {
    throw broken
  })
  const door = mcpDoor({ operationsOf: () => Promise.resolve(undefined), maxBytes: 1000, onBug, onRefusal: ignore })
  const body = toolCall('find_agents', { task: 'roses' })
  const { status } = await door(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
  expect([status, bugs]).toEqual([500, [broken]])
})

// Of its own: connections on which it refused too much are closed, and `fetch` would use them again.
const refusing = sharedServer()

test.each(['', 'no json', '[]', '{"jsonrpc":"2.0"}', `{"x":"${'x'.repeat(2_000_000)}"}`])(
  'a malformed body is refused: %#',
  async (body) => {
    const { url } = await refusing()
    const { status } = await fetch(`${url}mcp`, { method: 'POST', headers, body })
    expect([400, 413]).toContain(status)
  },
)

test('what is sent without the library of the protocol is answered as the protocol says', async () => {
  const { url } = await unchanged()
  const send = async (message: object, more: Record<string, string> = {}): Promise<Response> =>
    await fetch(`${url}mcp`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(message) })
  const initialize = async (protocolVersion: string): Promise<string> => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
    const text = await (await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })).text()
    return /"protocolVersion":"([^"]*)"/.exec(text)?.[1] ?? text
  }
  expect(await initialize('2025-06-18')).toBe('2025-06-18')
  expect(await initialize('1999-01-01')).toBe('2025-11-25')
  expect((await send({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-protocol-version': '1.0' })).status).toBe(400)
  const told = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([told.status, await told.text()]).toEqual([202, ''])
  for (const method of ['GET', 'DELETE'])
    expect((await fetch(`${url}mcp`, { method, headers: { accept: 'text/event-stream' } })).status).toBe(405)
  expect((await send({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'content-type': 'text/plain' })).status).toBe(415)
  const unknown = await fetch(`${url}mcp`, { method: 'POST', headers, body: toolCall('no_such_tool', {}) })
  expect(await unknown.text()).toContain('"code":-32602')
})

test('a client that wants its connection closed gets it closed', async () => {
  const { url } = await unchanged()
  const headers = {
    connection: 'close',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const answer = await ask(`${url}mcp`, { method: 'POST', headers, body })
  expect([answer.status, answer.headers['connection']]).toEqual([200, 'close'])
})
