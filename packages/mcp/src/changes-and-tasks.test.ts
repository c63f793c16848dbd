import { InMemoryTransport } from '@modelcontextprotocol/server'
import { Client } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { fakeOffer, fakeSpace, fakeTool } from './__fixtures__/fake-space.ts'
import { httpHandler } from './http-handler.ts'
import type { Offer } from './offer.ts'
import { serverOf } from './server-of.ts'
import { tellChanges } from './tell-changes.ts'

type Listener = (change: 'agents' | 'notes') => void

/** A space with one note, which says when something changed, and runs that end when a test wants. */
function changing(): {
  offer: Offer
  listeners: Set<Listener>
  run: PromiseWithResolvers<string>
  signals: AbortSignal[]
} {
  const listeners = new Set<Listener>()
  const run = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const notes = [{ path: 'sea/Tides.md', title: 'Tides', type: 'note', modified: '2026-11-23T14:06:00.000Z' }]
  const space = fakeSpace({
    'notes.recent': () => ({ notes }),
    'notes.read': () => ({ notes: [{ path: 'sea/Tides.md', text: 'High.' }] }),
    'agents.list': () => ({ agents: [] }),
    context: () => ({ prompt: '' }),
    run: async (_, { signal, onProgress }) => {
      if (signal !== undefined) signals.push(signal)
      onProgress?.({ stage: 'answer', done: 1, subject: 'One,' })
      return { status: 'success', text: await run.promise }
    },
  })
  const onChange = (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const tool = (operation: string, name: string, more = {}): ReturnType<typeof fakeTool> => ({
    ...fakeTool(name, more),
    operation: operation as 'run',
  })
  const tools = [
    tool('notes.recent', 'recent_notes'),
    tool('notes.read', 'read_notes'),
    tool('agents.list', 'list_agents'),
    tool('context', 'agent_context'),
    tool('run', 'run_agent', { isReadOnly: false, isOpenWorld: true }),
  ]
  return { offer: fakeOffer({ space: { ...space, onChange }, tools }), listeners, run, signals }
}

const uri = 'note:///sea/Tides.md'
const extension = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

/** A request of 2026 as it stands on the wire. */
function post(
  offer: Offer,
  method: string,
  params: Record<string, unknown>,
  { capabilities = extension, name }: { capabilities?: object; name?: string } = {},
): Promise<Response> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } })
  const handler = httpHandler(offer, { version: '1.2.3', maxBytes: 1_000_000, onRefusal: () => {} })
  return handler(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
}

test('who listens over HTTP hears of lists and notes that changed, and the space is followed no longer than that', async () => {
  const { offer, listeners } = changing()
  const notifications = { promptsListChanged: true, resourcesListChanged: true, resourceSubscriptions: [uri] }
  const response = await post(offer, 'subscriptions/listen', { notifications })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hear = async (text: string): Promise<void> => {
    while (!heard.includes(text)) heard += (await reader?.read())?.value ?? text
  }
  await hear('subscriptions/acknowledged')
  expect(heard).toContain(JSON.stringify(notifications))
  expect(listeners.size).toBe(1)
  for (const listener of listeners) listener('agents')
  for (const listener of listeners) listener('notes')
  await hear('resources/updated')
  expect(heard).toMatch(/prompts\/list_changed.*resources\/list_changed.*resources\/updated/s)
  expect(heard).toContain(`"uri":"${uri}"`)
  expect(heard).toContain('"io.modelcontextprotocol/subscriptionId":7')
  await reader?.cancel()
  expect(listeners.size).toBe(0)
})

test('a client of 2025 over stdio hears of lists, and of the notes that it subscribed to', async () => {
  const { offer, listeners } = changing()
  const [here, there] = InMemoryTransport.createLinkedPair()
  const server = serverOf(offer, { version: '1.2.3', isOwn: true, tells: true })
  tellChanges(server, offer, { era: 'legacy' })
  await server.connect(there)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(here)
  onTestFinished(async () => await client.close())
  const heard: string[] = []
  const updated = Promise.withResolvers<string>()
  for (const list of ['prompts', 'resources'] as const)
    client.setNotificationHandler(`notifications/${list}/list_changed`, () => void heard.push(list))
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => updated.resolve(params.uri))
  await client.subscribeResource({ uri })
  for (const listener of listeners) listener('agents')
  for (const listener of listeners) listener('notes')
  expect([await updated.promise, heard]).toEqual([uri, ['prompts', 'resources']])
  await client.close()
  expect(listeners.size).toBe(0)
})

test('paths of notes are completed', async () => {
  const { offer } = changing()
  const complete = async (value: string, template = 'note:///{+path}'): Promise<unknown> => {
    const ref = { type: 'ref/resource', uri: template }
    return await (await post(offer, 'completion/complete', { ref, argument: { name: 'path', value } })).json()
  }
  expect(await complete('tid')).toMatchObject({
    result: { completion: { values: ['sea/Tides.md'], total: 1, hasMore: false } },
  })
  expect(await complete('bread')).toMatchObject({ result: { completion: { values: [] } } })
  expect(await complete('a', 'file:///{path}')).toMatchObject({ error: { code: -32_602 } })
})

type Answer = { readonly result?: Readonly<Record<string, unknown>>; readonly error?: { readonly code: number } }

async function answerTo(answer: Promise<Response>): Promise<Answer> {
  return (await (await answer).json()) as Answer
}

const asked = { name: 'run_agent', arguments: { task: 'count' } }

test('long work is a task for who takes tasks: told how far it is, and answered when it is over', async () => {
  const { offer, run } = changing()
  const { result: made } = await answerTo(post(offer, 'tools/call', asked, { name: 'run_agent' }))
  expect(made).toMatchObject({ resultType: 'task', status: 'working' })
  const taskId = String(made?.['taskId'])
  const get = async (capabilities: object = extension): Promise<Answer> =>
    await answerTo(post(offer, 'tasks/get', { taskId }, { name: taskId, capabilities }))
  await expect.poll(async () => (await get()).result).toMatchObject({ status: 'working', statusMessage: 'One,' })
  run.resolve('One, two.')
  const result = { content: [{ type: 'text', text: 'One, two.' }], structuredContent: { status: 'success' } }
  await expect
    .poll(async () => (await get()).result)
    .toMatchObject({ resultType: 'complete', status: 'completed', result })
  expect((await get({})).error?.code, 'of who does not say that it takes tasks').toBe(-32_021)
  const unknown = await answerTo(post(offer, 'tasks/get', { taskId: 'none' }, { name: 'none' }))
  expect(unknown.error?.code).toBe(-32_602)
})

test('a task that is cancelled is stopped', async () => {
  const { offer, signals } = changing()
  const { result: made } = await answerTo(post(offer, 'tools/call', asked, { name: 'run_agent' }))
  const taskId = String(made?.['taskId'])
  await expect.poll(() => signals.length).toBe(1)
  expect((await answerTo(post(offer, 'tasks/cancel', { taskId }, { name: taskId }))).result).toMatchObject({})
  expect(signals[0]?.aborted).toBe(true)
  const { result } = await answerTo(post(offer, 'tasks/get', { taskId }, { name: taskId }))
  expect(result).toMatchObject({ status: 'cancelled' })
})

test('who takes no tasks waits for the answer', async () => {
  const { offer, run } = changing()
  run.resolve('One.')
  const { result } = await answerTo(post(offer, 'tools/call', asked, { name: 'run_agent', capabilities: {} }))
  expect(result).toMatchObject({ resultType: 'complete', structuredContent: { text: 'One.' } })
})

test('a tool takes a task as a query, and a query as a task', async () => {
  const inputs: unknown[] = []
  const space = fakeSpace({
    find: (input) => {
      inputs.push(input)
      return {}
    },
  })
  const tools = [{ ...fakeTool('find_agents'), operation: 'find' as const }]
  const offer = fakeOffer({ space, tools })
  for (const given of [{ query: 'tides' }, { task: 'tides' }, { task: 'tides', query: 'x' }])
    await post(offer, 'tools/call', { name: 'find_agents', arguments: given }, { name: 'find_agents' })
  expect(inputs).toEqual([{ task: 'tides' }, { task: 'tides' }, { task: 'tides', query: 'x' }])
})
