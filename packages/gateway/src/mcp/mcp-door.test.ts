import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { serve, servedSpace } from '../__fixtures__/served-space.ts'
import type { ServerOptions } from '../server-options.ts'

async function connected(options: Partial<ServerOptions> = {}, headers: Record<string, string> = {}): Promise<Client> {
  const { url } = await serve(await servedSpace(), options)
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
  const found = await call(client, 'find_agents', { task: 'Plants tomatoes and waters flowers' })
  expect(found.structuredContent).toMatchObject({ results: [{ id: 'gardener' }] })
  const described = await call(client, 'describe_agent', { agent: 'gardener' })
  expect(described.structuredContent).toMatchObject({ agent: { id: 'gardener', name: 'Gardener' } })
  const ran = await call(client, 'run_agent', { agent: 'cook', task: 'Bake a bread.' })
  expect(ran.isError).toBeUndefined()
  expect(JSON.stringify(ran.content)).toContain('text')
})

test('what can not be done is an answer that says why', async () => {
  const client = await connected()
  expect(await call(client, 'run_agent', { agent: 'nobody', task: 'x' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('no agent "nobody"') }],
  })
  expect(await call(client, 'describe_agent', { agent: 'nobody' })).toMatchObject({ isError: true })
  expect(await call(client, 'find_agents', { task: '' })).toMatchObject({ isError: true })
})

test('without the token nobody comes in, and a foreign page neither', async () => {
  const token = 'a-token-that-is-long-enough-for-this'
  await expect(connected({ token })).rejects.toThrow(/401|nauthori|token/i)
  const client = await connected({ token }, { authorization: `Bearer ${token}` })
  expect((await client.listTools()).tools).toHaveLength(3)
  const { url } = await serve(await servedSpace())
  const foreign = await fetch(`${url}mcp`, { method: 'POST', headers: { origin: 'https://evil.example' }, body: '{}' })
  expect(foreign.status).toBe(403)
})

test.each(['', 'no json', '[]', '{"jsonrpc":"2.0"}', `{"x":"${'x'.repeat(2_000_000)}"}`])(
  'a malformed body is refused: %#',
  async (body) => {
    const { url } = await serve(await servedSpace())
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const { status } = await fetch(`${url}mcp`, { method: 'POST', headers, body })
    expect([400, 413]).toContain(status)
  },
)
