import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Task } from '@a2a-js/sdk'
import { CancelTaskRequest, GetTaskRequest, ListTasksRequest, SendMessageRequest, Task as TaskCodec } from '@a2a-js/sdk'
import { type Client, ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client'
import { readLog } from '@datacortex/execution'
import type { OpenModel } from '@datacortex/space'
import { describe, expect, test } from 'vitest'
import { message, rpc, until } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace, sharedServer } from './__fixtures__/served-space.ts'

/** A client of one binding only, that found its way by the card. */
async function clientOf(base: string, binding: 'JSONRPC' | 'HTTP+JSON', path: string): Promise<Client> {
  const transport = binding === 'JSONRPC' ? new JsonRpcTransportFactory() : new RestTransportFactory()
  return await new ClientFactory({ transports: [transport] }).createFromUrl(base, path)
}

const cardOf = (id: string): string => `agents/${id}/.well-known/agent-card.json`
const sending = (text: string, configuration: object = {}): SendMessageRequest =>
  SendMessageRequest.fromJSON({ message: message(text), configuration })

const unchanged = sharedServer()
const withoutRunner = sharedServer({ runner: false })

/** The task of an answer in the form of the wire. */
function wire(task: unknown): ReturnType<typeof JSON.parse> {
  return JSON.parse(JSON.stringify(TaskCodec.toJSON(task as Task)))
}

test('a model that could not be opened once is opened for the next task', async () => {
  const space = await servedSpace()
  let asked = 0
  const openModel: OpenModel = async (settings, onProgress) => {
    asked += 1
    if (asked === 1) throw new Error('no model yet')
    return await space.opened.openModel(settings, onProgress)
  }
  const { url } = await serve({ ...space, opened: { ...space.opened, openModel } })
  const states: unknown[] = []
  for (const text of ['Bake', 'Bake again']) {
    const { result } = await rpc(`${url}agents/cook/a2a`, 'SendMessage', { message: message(text) })
    states.push((result as { task: Task }).task.status?.state)
  }
  expect(states).toEqual(['TASK_STATE_FAILED', 'TASK_STATE_COMPLETED'])
})

test('the router looks at as much of a message as a search does', async () => {
  const { url } = await unchanged()
  const long = `waters flowers ${'and '.repeat(5000)}`
  const { result } = await rpc(`${url}a2a`, 'SendMessage', { message: message(long) })
  expect(result).toMatchObject({
    task: { artifacts: [{ parts: [{}, { data: { query: long.slice(0, 10_000) } }] }] },
  })
})

describe.each(['JSONRPC', 'HTTP+JSON'] as const)('the stock client over %s', (binding) => {
  test('sends, and gets what the agent of the registry answered', async () => {
    const space = await servedSpace()
    const { url } = await serve(space)
    const client = await clientOf(url, binding, cardOf('gardener'))
    const task = wire(await client.sendMessage(sending('Prune the roses')))
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ parts: [{ text: 'One, two, three.' }] }],
      history: [
        { role: 'ROLE_USER', parts: [{ text: 'Prune the roses' }], taskId: task.id, contextId: task.contextId },
      ],
      metadata: { status: 'success', runner: 'stub' },
    })
    expect(wire(await client.getTask(GetTaskRequest.fromJSON({ id: task.id })))).toEqual(task)
    const { executions } = await readLog(space.paths)
    expect(executions).toMatchObject([
      { id: task.metadata.execution_id, agent_id: 'gardener', task: 'Prune the roses', task_id: `a2a:${task.id}` },
    ])
    const list = await client.listTasks(ListTasksRequest.fromJSON({ includeArtifacts: true, pageSize: 10 }))
    expect([list.totalSize, list.nextPageToken, list.tasks.map(wire)]).toEqual([1, '', [task]])
  })

  test('streams: the task, the answer piece by piece, the end', async () => {
    const { url } = await unchanged()
    const client = await clientOf(url, binding, cardOf('gardener'))
    const events: string[] = []
    let metadata: unknown
    for await (const { payload } of client.sendMessageStream(sending('Prune the roses'))) {
      if (payload?.$case === 'statusUpdate') ({ metadata } = payload.value)
      if (payload?.$case === 'artifactUpdate')
        events.push(`${payload.value.append} ${String(payload.value.artifact?.parts[0]?.content?.value)}`)
      else if (payload !== undefined) events.push(payload.$case)
    }
    expect(events).toEqual(['task', 'statusUpdate', 'false One, ', 'true two, ', 'true three.', 'statusUpdate'])
    expect(metadata).toMatchObject({ status: 'success', execution_id: expect.stringMatching(/^exec-/) })
  })

  test('comes back to a task that runs, and cancels it', async () => {
    const space = await servedSpace()
    const { url } = await serve(space)
    const client = await clientOf(url, binding, cardOf('gardener'))
    const begun = wire(await client.sendMessage(sending('hang', { returnImmediately: true })))
    expect(begun.status.state).toMatch(/SUBMITTED|WORKING/)
    const states: string[] = []
    const following = (async () => {
      for await (const { payload } of client.resubscribeTask({ tenant: '', id: begun.id }))
        states.push(payload?.$case ?? '')
    })()
    await until(() => states.includes('artifactUpdate'))
    const canceled = wire(await client.cancelTask(CancelTaskRequest.fromJSON({ id: begun.id })))
    expect(canceled.status.state).toBe('TASK_STATE_CANCELED')
    await following
    expect([states[0], states.at(-1)]).toEqual(['task', 'statusUpdate'])
    await expect(client.cancelTask(CancelTaskRequest.fromJSON({ id: begun.id }))).rejects.toThrow(/is over/)
    expect((await readLog(space.paths)).executions).toMatchObject([{ status: 'aborted' }])
  })

  test('a client that goes away does not stop its task', async () => {
    const space = await servedSpace()
    const { url } = await serve(space)
    const client = await clientOf(url, binding, cardOf('gardener'))
    const gate = join(space.paths.root, 'gate')
    let id = ''
    for await (const { payload } of client.sendMessageStream(sending(`until ${gate}`))) {
      if (payload?.$case === 'task') id = payload.value.id
      if (payload?.$case === 'artifactUpdate') break
    }
    await writeFile(gate, '')
    for await (const _ of client.resubscribeTask({ tenant: '', id })) void _
    const task = wire(await client.getTask(GetTaskRequest.fromJSON({ id, historyLength: 0 })))
    expect(task).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } })
    expect(task.history).toBeUndefined()
  })

  test('a run that fails, one that a rule forbids, and one without an answer', async () => {
    const { url } = await unchanged()
    const gardener = await clientOf(url, binding, cardOf('gardener'))
    expect(wire(await gardener.sendMessage(sending('fail')))).toMatchObject({
      status: {
        state: 'TASK_STATE_FAILED',
        message: { role: 'ROLE_AGENT', parts: [{ text: 'The agent failed; the log of the server says why.' }] },
      },
      metadata: { code: 'STUB_LOW' },
    })
    const empty = wire(await gardener.sendMessage(sending('say nothing')))
    expect([empty.status.state, empty.artifacts, empty.metadata.status]).toEqual([
      'TASK_STATE_COMPLETED',
      undefined,
      'partial',
    ])
    const lawyer = await clientOf(url, binding, cardOf('lawyer'))
    expect(wire(await lawyer.sendMessage(sending('Read this')))).toMatchObject({
      status: { state: 'TASK_STATE_REJECTED' },
      metadata: { code: 'ROUTER_CALL_REFUSED' },
    })
  })

  test('the router finds and describes agents where nobody can run any', async () => {
    const { url } = await withoutRunner()
    const router = await clientOf(url, binding, '.well-known/agent-card.json')
    const found = wire(await router.sendMessage(sending('waters flowers')))
    expect(found.status.state).toBe('TASK_STATE_COMPLETED')
    const [text, data] = found.artifacts[0].parts
    expect(text).toMatchObject({
      mediaType: 'text/markdown',
      text: expect.stringContaining('**Gardener** (`gardener`'),
    })
    expect(data.data.results[0]).toMatchObject({ id: 'gardener', card: `${url}${cardOf('gardener')}` })
    const described = wire(await router.sendMessage(sending('describe gardener')))
    expect(described.artifacts[0].parts[0].text).toContain('- **prune roses**: cuts old wood')
    const tagged = wire(await router.sendMessage(sending('* TODO Something :home:kitchen:')))
    expect(tagged.artifacts[0].parts[1].data.route).toMatchObject({ agent: 'cook', via: 'tag' })
    const cook = await clientOf(url, binding, cardOf('cook'))
    const rejected = wire(await cook.sendMessage(sending('Bake')))
    expect(rejected).toMatchObject({
      status: { state: 'TASK_STATE_REJECTED' },
      metadata: { code: 'RUNNER_NOT_CONFIGURED' },
    })
    expect(rejected.status.message.parts[0].text).toContain('Bakes bread')
  })
})
