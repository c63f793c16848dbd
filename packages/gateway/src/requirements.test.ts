import { describe, expect, test } from 'vitest'
import { ask, jsonOf, message, post, rpc, until } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace, sharedServer } from './__fixtures__/served-space.ts'

// What the TCK of A2A asks of a server, by the names of its requirements: of JSON-RPC (§9) and of HTTP+JSON (§11) alike, as §5.1
// wants. What its bodies of malformed requests, its push notifications, versions and cards ask for stands in the tests beside.

const server = sharedServer()
const headers = { 'a2a-version': '1.0' }

type Part = { readonly text?: string; readonly raw?: string; readonly url?: string; readonly data?: unknown }
type Message = { readonly messageId: string; readonly role: string; readonly parts: readonly Part[] }
type Task = {
  readonly id: string
  readonly contextId: string
  readonly status: { readonly state: string; readonly timestamp: string; readonly message?: Message }
  readonly artifacts?: readonly { readonly artifactId: string; readonly parts: readonly Part[] }[]
  readonly history?: readonly Message[]
}
type Event = Readonly<Record<string, { readonly taskId?: string; readonly status?: { readonly state: string } }>>
type Said = { readonly value: object; readonly reason?: string }

/** The operations of one binding; of what fails, the reason of its ErrorInfo. */
type Binding = {
  readonly call: (method: string, params: Readonly<Record<string, unknown>>) => Promise<Said>
  readonly stream: (method: string, params: Readonly<Record<string, unknown>>) => Promise<readonly Event[]>
}

type Failed = { readonly error?: { readonly data?: readonly Reason[]; readonly details?: readonly Reason[] } }
type Reason = { readonly '@type': string; readonly reason?: string; readonly domain?: string }

function said(answer: object, value: object = answer): Said {
  const { error } = answer as Failed
  if (error === undefined) return { value }
  const info = [...(error.data ?? error.details ?? [])].find(({ domain }) => domain === 'a2a-protocol.org')
  return { value: error, reason: info?.reason ?? 'none of A2A' }
}

const eventsIn = (text: string): readonly object[] =>
  text
    .trim()
    .split('\n\n')
    .map((block) => JSON.parse(block.replace(/^(?:(?!data:).*\n)*data: ?/, '')) as object)

function jsonRpc(endpoint: string): Binding {
  return {
    call: async (method, params) => {
      const answer = await rpc(endpoint, method, params)
      return said(answer, answer.result as object)
    },
    stream: async (method, params) => {
      const answer = await post(endpoint, { jsonrpc: '2.0', id: 1, method, params })
      expect(answer.headers['content-type'], 'JSONRPC-SSE-001').toBe('text/event-stream')
      return eventsIn(answer.text).map((event) => (event as { result: Event }).result)
    },
  }
}

function rest(endpoint: string): Binding {
  const query = (given: object): string =>
    String(new URLSearchParams(Object.entries(given).map(([name, value]): [string, string] => [name, String(value)])))
  const calls: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => ReturnType<typeof ask>>> = {
    SendMessage: async (params) => await post(`${endpoint}/message:send`, params),
    GetTask: async ({ id, ...more }) => await ask(`${endpoint}/tasks/${String(id)}?${query(more)}`, { headers }),
    ListTasks: async (params) => await ask(`${endpoint}/tasks?${query(params)}`, { headers }),
    CancelTask: async ({ id }) => await post(`${endpoint}/tasks/${String(id)}:cancel`, {}),
    SendStreamingMessage: async (params) => await post(`${endpoint}/message:stream`, params),
    SubscribeToTask: async ({ id }) => await post(`${endpoint}/tasks/${String(id)}:subscribe`, {}),
  }
  const asked = async (method: string, params: Readonly<Record<string, unknown>>) => await calls[method]?.(params)
  return {
    call: async (method, params) => {
      const answer = await asked(method, params)
      expect(answer?.headers['content-type'], 'HTTP_JSON-SVC-001').toBe('application/a2a+json')
      const body = jsonOf(answer ?? { status: 0, headers: {}, text: '{}' })
      const { error } = body as {
        readonly error?: { readonly code: number; readonly status: string; readonly message: string }
      }
      if (error !== undefined) expect(error, 'HTTP_JSON-ERR-001').toMatchObject({ code: answer?.status })
      return said(body)
    },
    stream: async (method, params) => {
      const answer = await asked(method, params)
      expect(answer?.headers['content-type'], 'HTTP_JSON-SSE-001').toBe('text/event-stream')
      return eventsIn(answer?.text ?? '') as readonly Event[]
    },
  }
}

async function send(binding: Binding, text: string, more: object = {}, configuration: object = {}): Promise<Task> {
  const { value, reason } = await binding.call('SendMessage', { message: message(text, more), configuration })
  expect(reason).toBeUndefined()
  return (value as { task: Task }).task
}

const task = async (binding: Binding, params: Readonly<Record<string, unknown>>): Promise<Task> =>
  (await binding.call('GetTask', params)).value as Task

const stateOf = (event: Event | undefined): string | undefined => Object.values(event ?? {})[0]?.status?.state

describe.each([
  ['JSON-RPC', jsonRpc],
  ['HTTP+JSON', rest],
])('%s', (_name, bindingOf) => {
  const binding = async (): Promise<Binding> => bindingOf(`${(await server()).url}agents/cook/a2a`)

  test('CORE-SEND-001, CORE-MULTI-001a, -003, CORE-EXECUTION-MODE-001: the task that was done, with ids of its own', async () => {
    const asked = await binding()
    const [one, two] = [await send(asked, 'Bake'), await send(asked, 'Bake')]
    expect(one).toMatchObject({
      id: expect.stringMatching(/./),
      contextId: expect.stringMatching(/./),
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: expect.stringMatching(/./), parts: [{ text: 'One, two, three.' }] }],
    })
    expect([two.id === one.id, two.contextId === one.contextId]).toEqual([false, false])
    expect(await send(asked, 'Bake', { contextId: 'mine' }), 'CORE-MULTI-002').toMatchObject({ contextId: 'mine' })
    expect(await task(asked, { id: one.id }), 'CORE-GET-001').toMatchObject({ id: one.id, artifacts: one.artifacts })
  })

  test('CORE-EXECUTION-MODE-002, CORE-CANCEL-001, -002: what was not waited for goes on until it is canceled', async () => {
    const asked = await binding()
    const begun = await send(asked, 'hang', {}, { returnImmediately: true })
    expect(begun.status.state).toMatch(/^TASK_STATE_(?:SUBMITTED|WORKING)$/)
    const canceled = await asked.call('CancelTask', { id: begun.id })
    expect(canceled.value).toMatchObject({ id: begun.id, status: { state: 'TASK_STATE_CANCELED' } })
    expect((await asked.call('CancelTask', { id: begun.id })).reason).toBe('TASK_NOT_CANCELABLE')
  })

  test('CORE-GET-002, CORE-CANCEL-003, CORE-MULTI-004, CORE-SEND-002, -003, STREAM-SUB-003, -004: errors by name', async () => {
    const asked = await binding()
    const { id } = await send(asked, 'Bake')
    const failing: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
      ['GetTask', { id: 'none' }, 'TASK_NOT_FOUND'],
      ['CancelTask', { id: 'none' }, 'TASK_NOT_FOUND'],
      ['SendMessage', { message: message('More', { taskId: 'none' }) }, 'TASK_NOT_FOUND'],
      ['SendMessage', { message: message('More', { taskId: id }) }, 'UNSUPPORTED_OPERATION'],
      [
        'SendMessage',
        { message: message('', { parts: [{ raw: 'dGNr', mediaType: 'application/x-unsupported' }] }) },
        'CONTENT_TYPE_NOT_SUPPORTED',
      ],
      ['SubscribeToTask', { id }, 'UNSUPPORTED_OPERATION'],
      ['SubscribeToTask', { id: 'none' }, 'TASK_NOT_FOUND'],
      ['SendStreamingMessage', { message: message('More', { taskId: 'none' }) }, 'TASK_NOT_FOUND'],
      ['SendStreamingMessage', { message: message('More', { taskId: id }) }, 'UNSUPPORTED_OPERATION'],
    ]
    for (const [method, params, reason] of failing)
      expect([method, (await asked.call(method, params)).reason]).toEqual([method, reason])
  })

  test('CORE-LIST-001 to -005: a page has the newest first, leads on, and has artifacts where they are asked for', async () => {
    const { url } = await serve(await servedSpace())
    const asked = bindingOf(`${url}agents/cook/a2a`)
    for (const text of ['One', 'Two', 'Three']) await send(asked, text, { contextId: 'list' })
    await send(asked, 'Other', { contextId: 'other' })
    type List = { readonly tasks: readonly Task[]; readonly nextPageToken: string }
    const list = async (more: object): Promise<List> =>
      (await asked.call('ListTasks', { contextId: 'list', ...more })).value as List
    const whole = await list({ pageSize: 100 })
    expect([whole.tasks.length, whole.nextPageToken]).toEqual([3, ''])
    const times = whole.tasks.map(({ status }) => status.timestamp)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(whole.tasks.filter((one) => 'artifacts' in one)).toEqual([])
    const first = await list({ pageSize: 2 })
    const second = await list({ pageSize: 2, pageToken: first.nextPageToken })
    expect([...first.tasks, ...second.tasks].map(({ id }) => id)).toEqual(whole.tasks.map(({ id }) => id))
    expect(second.nextPageToken).toBe('')
    expect((await list({ includeArtifacts: true })).tasks[0]).toMatchObject({ artifacts: [{}] })
  })

  test('CORE-HIST-001 to -006, CORE-MULTI-005, -006: no more of the history than is asked for, in its order', async () => {
    const asked = await binding()
    const begun = await send(asked, 'ask about bread')
    const mismatch = { message: message('Two', { taskId: begun.id, contextId: 'other' }) }
    expect((await asked.call('SendMessage', mismatch)).reason).toBe('none of A2A')
    const done = await send(asked, 'Two loaves', { taskId: begun.id })
    expect(done.contextId).toBe(begun.contextId)
    const said = (one: Task): readonly (string | undefined)[] => (one.history ?? []).map(({ parts }) => parts[0]?.text)
    expect(said(await task(asked, { id: begun.id }))).toEqual(['ask about bread', 'How much?', 'Two loaves'])
    expect(said(await task(asked, { id: begun.id, historyLength: 2 }))).toEqual(['How much?', 'Two loaves'])
    expect(await task(asked, { id: begun.id, historyLength: 0 })).not.toHaveProperty('history')
    expect(await send(asked, 'Bake', {}, { historyLength: 0 })).not.toHaveProperty('history')
  })

  test('CORE-STREAM-001, -003, STREAM-ORDER-001: a stream begins with the task and ends when that is over', async () => {
    const events = await (await binding()).stream('SendStreamingMessage', { message: message('Bake') })
    expect(Object.keys(events[0] ?? {})).toEqual(['task'])
    for (const event of events) expect(Object.keys(event)).toHaveLength(1)
    const states = events.flatMap((event) => stateOf(event) ?? [])
    expect([states.at(-1), states.filter((state) => state === 'TASK_STATE_COMPLETED').length]).toEqual([
      'TASK_STATE_COMPLETED',
      1,
    ])
  })

  test('STREAM-SUB-001, -002, STREAM-ORDER-002 to -004: who follows gets the task, then what all others get', async () => {
    const asked = await binding()
    const { id } = await send(asked, 'hang', {}, { returnImmediately: true })
    await until(async () => (await task(asked, { id })).status.state === 'TASK_STATE_WORKING')
    const following = [asked.stream('SubscribeToTask', { id }), asked.stream('SubscribeToTask', { id })]
    // Both have begun once each was answered with its first event; what ends it comes after.
    await until(async () => (await task(asked, { id })).artifacts !== undefined)
    await asked.call('CancelTask', { id })
    const [one = [], two = []] = await Promise.all(following)
    expect(Object.keys(one[0] ?? {})).toEqual(['task'])
    expect(stateOf(one.at(-1))).toBe('TASK_STATE_CANCELED')
    expect(two.slice(1)).toEqual(one.slice(1))
  })

  const answer = (result: object): string => `answer ${JSON.stringify(result)}`

  test('DM-ART-001, DM-PART-001: an answer of text, of a file, of the address of a file, and of data', async () => {
    const { url } = await serve(await servedSpace(), { limits: { inlineBytes: 10 } })
    const asked = bindingOf(`${url}agents/cook/a2a`)
    const only = async (result: object): Promise<readonly object[] | undefined> => {
      const { artifacts = [] } = await send(asked, answer(result))
      expect(artifacts, 'one artifact').toMatchObject([{ artifactId: expect.stringMatching(/./) }])
      return artifacts[0]?.parts
    }
    const file = { filename: 'output.txt', mediaType: 'text/plain' }
    expect(await only({ text: 'Generated text content' })).toEqual([{ text: 'Generated text content' }])
    const small = { text: 'FILE: output.txt', files: { 'output.txt': 'tck' } }
    expect(await only(small)).toEqual([{ raw: 'dGNr', ...file }])
    const [large] = ((await only({ text: 'FILE: output.txt', files: { 'output.txt': 'x'.repeat(11) } })) ??
      []) as Part[]
    expect(large).toEqual({ url: expect.stringMatching(`^${url}agents/cook/a2a/files/`), ...file })
    expect((await ask(large?.url ?? '')).text).toBe('x'.repeat(11))
    const data = { key: 'value', count: 42 }
    expect((await only({ text: JSON.stringify(data) }))?.[0]).toEqual({ data, mediaType: 'application/json' })
    const named = { text: '', outputs: [{ path: 'output.txt' }], files: { 'output.txt': 'tck' } }
    expect(await only(named), 'named by the runner').toEqual([{ raw: 'dGNr', ...file }])
  })

  test('DM-MSG-001: an answer that needs no task is a message, and leaves none', async () => {
    const { url } = await serve(await servedSpace())
    const asked = bindingOf(`${url}agents/cook/a2a`)
    const text = answer({ text: 'MESSAGE: Direct message response' })
    const { value } = await asked.call('SendMessage', { message: message(text, { contextId: 'mine' }) })
    expect(value).toEqual({
      message: {
        messageId: expect.stringMatching(/./),
        contextId: 'mine',
        role: 'ROLE_AGENT',
        parts: [{ text: 'Direct message response' }],
        metadata: expect.objectContaining({ status: 'success' }),
      },
    })
    expect((await asked.call('ListTasks', {})).value).toMatchObject({ totalSize: 0 })
    const followed = await asked.stream('SendStreamingMessage', { message: message(text) })
    expect([Object.keys(followed[0] ?? {}), stateOf(followed.at(-1))]).toEqual([['task'], 'TASK_STATE_COMPLETED'])
  })

  test('AUTH-INTASK-001, -002, CORE-EXECUTION-MODE-001: what wants the client to sign in waits in its task', async () => {
    const asked = await binding()
    const begun = await send(asked, answer({ text: 'Read.\n\nAUTH_REQUIRED: Open https://bank.example/consent' }))
    const found = await task(asked, { id: begun.id })
    expect(found).toMatchObject({
      status: {
        state: 'TASK_STATE_AUTH_REQUIRED',
        message: { parts: [{ text: 'Open https://bank.example/consent' }] },
      },
      artifacts: [{ parts: [{ text: 'Read.' }] }],
    })
    const done = await send(asked, 'Done', { taskId: begun.id })
    expect([done.id, done.status.state]).toEqual([begun.id, 'TASK_STATE_COMPLETED'])
    expect((await asked.call('CancelTask', { id: begun.id })).reason).toBe('TASK_NOT_CANCELABLE')
  })

  test('DM-SERIAL-002, -003, -005, JSONRPC-SVC-002, HTTP_JSON-SVC-002: names of states, times in UTC, and unknown members', async () => {
    const asked = await binding()
    const unknown = { message: message('Bake', { unknownMember: 'x' }), unknownParameter: 42 }
    const { task: done } = (await asked.call('SendMessage', unknown)).value as { task: Task }
    expect(done.status.state).toBe('TASK_STATE_COMPLETED')
    expect(done.status.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
    expect(done.history?.[0]).toMatchObject({ role: 'ROLE_USER', messageId: expect.stringMatching(/./) })
    const extended = { 'a2a-extensions': 'https://a.example/v1, https://b.example/v2' }
    const endpoint = `${(await server()).url}agents/cook/a2a`
    const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: message('Bake') } }
    expect(jsonOf(await post(endpoint, body, extended))).toHaveProperty('result')
    expect(jsonOf(await post(`${endpoint}/message:send`, body.params, extended))).toHaveProperty('task')
  })
})
