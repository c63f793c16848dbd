import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace, sharedServer } from './__fixtures__/served-space.ts'
import type { ServerOptions } from './server-options.ts'

const unchanged = sharedServer()

async function connected(
  options: Partial<ServerOptions> = {},
  headers: Record<string, string> = {},
  path = 'mcp',
): Promise<Client> {
  const { url } = Object.keys(options).length === 0 ? await unchanged() : await serve(await servedSpace(), options)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), { requestInit: { headers } }))
  onTestFinished(async () => await client.close())
  return client
}

test('the stock client finds, describes and runs agents', async () => {
  const client = await connected()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).toSorted()).toEqual(['describe_agent', 'find_agents', 'run_agent'])
  const found = await client.callTool({
    name: 'find_agents',
    arguments: { task: 'Plants tomatoes and waters flowers' },
  })
  expect(found.structuredContent).toMatchObject({ results: [{ id: 'gardener' }] })
  const described = await client.callTool({ name: 'describe_agent', arguments: { agent: 'baker' } })
  expect(described.structuredContent, 'by a former id').toMatchObject({ id: 'cook' })
  const ran = await client.callTool({ name: 'run_agent', arguments: { agent: 'cook', task: 'Bake a bread.' } })
  expect(ran.structuredContent).toMatchObject({ status: 'success', text: 'One, two, three.' })
})

test('clients get the tools of the rights that they are given', async () => {
  const client = await connected({ rights: ['find', 'read'] }, {}, 'mcp?tools=all')
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['find_agents', 'search_notes', 'list_executions']))
  expect(names).not.toContain('run_agent')
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

test('anyone without a token learns where it is said how to send one, and may read that', async () => {
  const token = 'a-token-that-is-long-enough-for-this'
  const { url } = await serve(await servedSpace(), { token })
  const refused = await fetch(`${url}mcp`, { method: 'POST', body: '{}' })
  const [, address = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
  expect([refused.status, address]).toEqual([401, `${url}.well-known/oauth-protected-resource/mcp`])
  const described = await fetch(address)
  expect(await described.json()).toMatchObject({ resource: `${url}mcp`, bearer_methods_supported: ['header'] })
  const open = await unchanged()
  expect((await fetch(`${open.url}.well-known/oauth-protected-resource/mcp`)).status).toBe(404)
})

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function toolCall(name: string, given: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
}

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
  expect(debugged).toEqual(['a request was refused', 'a request was refused'])
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
  const reported = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([reported.status, await reported.text()]).toEqual([202, ''])
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
