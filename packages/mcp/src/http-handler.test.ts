import { expect, test } from 'vitest'
import { connectedTo } from './__fixtures__/connected.ts'
import { fakeOffer, fakeSpace, fakeTool, SecretError } from './__fixtures__/fake-space.ts'
import type { OfferOptions } from './offer.ts'
import { httpHandler } from './http-handler.ts'

const run = { right: 'run', isReadOnly: false, isOpenWorld: true } as const
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function handlerOf(
  offer: Pick<OfferOptions, 'space' | 'tools'> & Partial<OfferOptions>,
  onRefusal: (error: unknown) => void = () => {},
): (request: Request) => Promise<Response> {
  return httpHandler(fakeOffer(offer), { version: '1.2.3', maxBytes: 1_000_000, onRefusal })
}

function post(body: string, more: Record<string, string> = {}): Request {
  return new Request('http://localhost/mcp', { method: 'POST', headers: { ...headers, ...more }, body })
}

function toolCall(name: string, given: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
}

test.each(['2025-11-25', 'auto'])(
  'who asks for progress is told what an agent says while it works: %s',
  async (version) => {
    const said = Promise.withResolvers<undefined>()
    const space = fakeSpace({
      run_agent: async (_, { onProgress }) => {
        onProgress?.({ stage: 'answer', done: 1, subject: 'One,\n' })
        await said.promise
        return { status: 'success', text: 'One, two.', execution_id: 'exec-1' }
      },
    })
    const client = await connectedTo(handlerOf({ space, tools: [fakeTool('run_agent', run)] }), version)
    const reported: unknown[] = []
    const ran = await client.callTool(
      { name: 'run_agent', arguments: { task: 'count' } },
      {
        onprogress: (progress) => {
          reported.push(progress)
          said.resolve(undefined)
        },
      },
    )
    expect(reported[0]).toMatchObject({ progress: 1, message: 'One,' })
    expect(ran.content).toEqual([{ type: 'text', text: 'One, two.' }])
    expect(ran.structuredContent).toMatchObject({ execution_id: 'exec-1', status: 'success', text: 'One, two.' })
  },
)

test.each(['2025-11-25', 'auto'])('a client that gives up stops its run: %s', async (version) => {
  const begun = Promise.withResolvers<AbortSignal | undefined>()
  const space = fakeSpace({
    run_agent: async (_, { signal }) => {
      begun.resolve(signal)
      return await new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    },
  })
  const client = await connectedTo(handlerOf({ space, tools: [fakeTool('run_agent', run)] }), version)
  const stop = new AbortController()
  const running = client.callTool({ name: 'run_agent', arguments: { task: 'hang' } }, { signal: stop.signal })
  const signal = await begun.promise
  stop.abort()
  await expect(running).rejects.toThrow(/abort|closed/i)
  await client.close()
  await expect.poll(() => signal?.aborted).toBe(true)
})

test('a client says only what a tool takes, and the door says the rest', async () => {
  const space = fakeSpace({ run_agent: (input) => ({ dry_run: true, input }) })
  const tools = [fakeTool('run_agent', { ...run, inputs: ['task'] })]
  const client = await connectedTo(handlerOf({ space, tools, fixed: { run_agent: { runner: 'safe' } } }))
  const given = { task: 'x', runner: 'own', called_by: 'writer' }
  expect(await client.callTool({ name: 'run_agent', arguments: given })).toMatchObject({
    structuredContent: { input: { task: 'x', runner: 'safe' } },
  })
})

test('what a problem says of this machine is withheld', async () => {
  const problem = { code: 'FAKE_SECRET', message: '/home/ada/keys is gone.' }
  const space = fakeSpace({
    look: () => Promise.reject(new SecretError()),
    run_agent: () => ({
      status: 'failed',
      text: '',
      error: problem,
      findings: [problem, { code: 'FAKE_TOLD', message: 'It was late.' }],
    }),
  })
  const tools = [fakeTool('look'), fakeTool('run_agent', run)]
  const tell: OfferOptions['tell'] = ({ code, message }) =>
    code === 'FAKE_TOLD' ? { message, isWithheld: false } : { message: 'The log says why.', isWithheld: true }
  const client = await connectedTo(handlerOf({ space, tools, tell }))
  expect(await client.callTool({ name: 'look', arguments: {} })).toMatchObject({
    content: [{ type: 'text', text: 'FAKE_SECRET: The log says why.' }],
    isError: true,
  })
  expect(await client.callTool({ name: 'run_agent', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: 'The log says why.' }],
    structuredContent: {
      error: { code: 'FAKE_SECRET', message: 'The log says why.' },
      findings: [{ code: 'FAKE_TOLD', message: 'It was late.' }],
    },
  })
})

test('what a client does wrong is no bug of the server', async () => {
  const refused: unknown[] = []
  const door = handlerOf(
    { space: fakeSpace({ look: () => ({}) }), tools: [fakeTool('look')] },
    (error) => void refused.push(error),
  )
  const call = toolCall('look', { task: 'roses' })
  expect((await door(post(call, { 'content-type': 'text/plain' }))).status).toBe(415)
  expect((await door(post(call, { 'mcp-protocol-version': '2026-07-28' }))).status).toBe(400)
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { _meta: meta, notifications: {} } }
  const version = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  expect((await door(post(JSON.stringify(listen), version))).status).toBe(200)
  expect(refused).toHaveLength(2)
})

test('what breaks in the library is a bug', async () => {
  const bugs: unknown[] = []
  const broken = new Error('no such tool')
  const tool = fakeTool('look')
  const entry = Object.defineProperty({ ...tool.entry }, 'tool', {
    get: () => {
      throw broken
    },
  })
  const tools = [{ ...tool, entry }]
  const door = handlerOf({ space: fakeSpace({}), tools, onBug: (error) => void bugs.push(error) })
  expect([(await door(post(toolCall('look', {})))).status, bugs]).toEqual([500, [broken]])
})

const nothing = { space: fakeSpace({}), tools: [fakeTool('look')] }

test.each(['', 'no json', '[]', '{"jsonrpc":"2.0"}', `{"x":"${'x'.repeat(2_000_000)}"}`])(
  'a malformed body is refused: %#',
  async (body) => {
    expect([400, 413]).toContain((await handlerOf(nothing)(post(body))).status)
  },
)

test('what is sent without the library of the protocol is answered as the protocol says', async () => {
  const door = handlerOf(nothing)
  const send = async (message: object, more: Record<string, string> = {}): Promise<Response> =>
    await door(post(JSON.stringify(message), more))
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
  for (const method of ['GET', 'DELETE']) {
    const asked = new Request('http://localhost/mcp', { method, headers: { accept: 'text/event-stream' } })
    expect((await door(asked)).status).toBe(405)
  }
  const unknown = await door(post(toolCall('no_such_tool', {})))
  expect(await unknown.text()).toContain('"code":-32602')
})
