import { describe, expect, test } from 'vitest'
import { ask, jsonOf, message, post, rpc } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace } from './__fixtures__/served-space.ts'

async function endpoint(): Promise<string> {
  return `${(await serve(await servedSpace())).url}agents/cook/a2a`
}

const call = (method: string, params?: unknown, more: object = {}): object => ({
  jsonrpc: '2.0',
  id: 'x',
  method,
  ...(params === undefined ? {} : { params }),
  ...more,
})

describe('JSON-RPC', () => {
  test.each([
    ['no JSON', '{"jsonrpc":', -32700, null],
    ['not UTF-8 text', '\u0000', -32700, null],
    ['too deep', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`, -32700, null],
    ['a batch', [call('GetTask')], -32600, null],
    ['a text', '"hello"', -32600, null],
    ['another version of JSON-RPC', call('GetTask', {}, { jsonrpc: '1.0' }), -32600, 'x'],
    ['no method', call('', {}), -32600, 'x'],
    ['no id', { jsonrpc: '2.0', method: 'GetTask', params: {} }, -32600, null],
    ['an id that is none', call('GetTask', {}, { id: 1.5 }), -32600, null],
    ['an id that is an object', call('GetTask', {}, { id: {} }), -32600, null],
    ['an unknown method', call('message/send', {}), -32601, 'x'],
    ['a name from the prototype', call('constructor', {}), -32601, 'x'],
    ['params that are a list', call('GetTask', []), -32602, 'x'],
    ['no params', call('GetTask'), -32602, 'x'],
    ['no message', call('SendMessage', {}), -32602, 'x'],
    ['an empty id of a task', call('GetTask', { id: '' }), -32602, 'x'],
    ['a blank id of a task', call('CancelTask', { id: '  ' }), -32602, 'x'],
    ['a history of less than nothing', call('GetTask', { id: 'a', historyLength: -1 }), -32602, 'x'],
    ['a page too large', call('ListTasks', { pageSize: 101 }), -32602, 'x'],
    ['a page of less than nothing', call('ListTasks', { pageSize: -1 }), -32602, 'x'],
    ['a token of another server', call('ListTasks', { pageToken: 'bm9uZQ' }), -32602, 'x'],
    ['a state that is none', call('ListTasks', { status: 'done' }), -32602, 'x'],
    ['a time that is none', call('ListTasks', { statusTimestampAfter: 'yesterday' }), -32602, 'x'],
    ['an unknown task', call('GetTask', { id: 'nobody' }), -32001, 'x'],
    ['canceling an unknown task', call('CancelTask', { id: 'nobody' }), -32001, 'x'],
    ['following an unknown task', call('SubscribeToTask', { id: 'nobody' }), -32001, 'x'],
    ['an unknown tenant', call('GetTask', { id: 'a', tenant: 'other' }), -32602, 'x'],
    ['push notifications to nowhere', call('CreateTaskPushNotificationConfig', { taskId: 'a' }), -32602, 'x'],
    [
      'push notifications of an unknown task',
      call('CreateTaskPushNotificationConfig', { taskId: 'a', url: 'https://a.example/' }),
      -32001,
      'x',
    ],
    ['an extended card', call('GetExtendedAgentCard'), -32004, 'x'],
  ])('%s', async (_, body, code, id) => {
    const answer = await post(await endpoint(), body)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(jsonOf(answer)).toMatchObject({
      jsonrpc: '2.0',
      id,
      error: { code, message: expect.stringMatching(/\.$|:/) },
    })
  })

  test.each([
    ['no parts', { parts: [] }, -32602],
    ['a part without content', { parts: [{ filename: 'a' }] }, -32602],
    ['a part with two contents', { parts: [{ text: 'a', url: 'https://a.example/' }] }, -32602],
    ['a part that is a number', { parts: [{ text: 5 }] }, -32602],
    ['raw bytes that are no base64', { parts: [{ raw: '%' }] }, -32602],
    ['no text in it', { parts: [{ text: '  ' }] }, -32602],
    ['no id', { messageId: '' }, -32602],
    ['no role', { role: 'ROLE_UNSPECIFIED' }, -32602],
    ['the role of the agent', { role: 'ROLE_AGENT' }, -32602],
    ['a file of a type that nobody takes', { parts: [{ raw: 'aGk=', mediaType: 'application/x-unknown' }] }, -32005],
    ['an address that is none of the web', { parts: [{ url: 'file:///etc/hosts' }] }, -32005],
    ['text of a kind that is none', { parts: [{ text: 'a', mediaType: 'image/svg+xml' }] }, -32005],
    ['a task that is not there', { taskId: 'nobody' }, -32001],
  ])('a message with %s', async (_, more, code) => {
    const answer = await rpc(await endpoint(), 'SendMessage', { message: message('Bake', more) })
    expect(answer.error).toMatchObject({ code })
  })

  test('what is wrong is named', async () => {
    const answer = await rpc(await endpoint(), 'SendMessage', {
      message: message('Bake', { parts: [{ text: 5 }], role: 1 }),
    })
    expect(answer.error).toMatchObject({
      data: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'message.role' }, { field: 'message.parts.0.text' }],
        },
      ],
    })
    const missing = await rpc(await endpoint(), 'GetTask', { id: 'nobody' })
    expect(missing.error).toMatchObject({
      data: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'TASK_NOT_FOUND', domain: 'a2a-protocol.org' },
      ],
    })
  })

  test('configurations that can not be kept', async () => {
    const url = await endpoint()
    const send = async (configuration: object) =>
      (await rpc(url, 'SendMessage', { message: message('Bake'), configuration })).error
    expect(await send({ taskPushNotificationConfig: { url: 'ftp://a.example/' } })).toMatchObject({ code: -32602 })
    expect(await send({ acceptedOutputModes: ['image/png'] })).toMatchObject({ code: -32005 })
    expect(await send({ acceptedOutputModes: ['image/png', 'text/*'], historyLength: null })).toBeUndefined()
  })

  test('a task takes one message, is known to its agent only, and does not come back once it is over', async () => {
    const { url } = await serve(await servedSpace())
    const { result } = await rpc(`${url}agents/cook/a2a`, 'SendMessage', { message: message('Bake') })
    const { id: taskId, contextId } = (result as { task: { id: string; contextId: string } }).task
    const again = async (more: object) =>
      (await rpc(`${url}agents/cook/a2a`, 'SendMessage', { message: message('More', { taskId, ...more }) })).error
    expect(await again({})).toMatchObject({ code: -32004 })
    expect(await again({ contextId: 'other' })).toMatchObject({ code: -32602 })
    const follow = await rpc(`${url}agents/cook/a2a`, 'SubscribeToTask', { id: taskId })
    expect(follow.error).toMatchObject({ code: -32004 })
    expect((await rpc(`${url}agents/cook/a2a`, 'CancelTask', { id: taskId })).error).toMatchObject({ code: -32002 })
    for (const other of ['agents/gardener/a2a', 'a2a'])
      expect((await rpc(`${url}${other}`, 'GetTask', { id: taskId })).error).toMatchObject({ code: -32001 })
    const next = await rpc(`${url}agents/cook/a2a`, 'SendMessage', { message: message('More', { contextId }) })
    expect(next.result).toMatchObject({ task: { contextId } })
  })

  test('versions and types of content', async () => {
    const url = await endpoint()
    const body = JSON.stringify(call('ListTasks', {}))
    const send = async (headers: Record<string, string>, query = ''): Promise<unknown> =>
      jsonOf(await ask(`${url}${query}`, { method: 'POST', body, headers }))
    const json = { 'content-type': 'application/json' }
    for (const version of [{}, { 'a2a-version': '' }, { 'a2a-version': '0.3' }, { 'a2a-version': '1.1' }])
      expect(await send({ ...json, ...version })).toMatchObject({
        id: 'x',
        error: { code: -32009, message: expect.stringMatching(/A2A-Version.*Send "A2A-Version: 1\.0"\.$/) },
      })
    expect(await send(json)).toMatchObject({
      error: { message: expect.stringContaining('is missing, which means 0.3') },
    })
    expect(await send({ ...json, 'a2a-version': '1.0.1' })).toMatchObject({ result: { totalSize: 0 } })
    expect(await send(json, '?A2A-Version=1.0')).toMatchObject({
      result: { tasks: [], nextPageToken: '', pageSize: 50 },
    })
    expect(await send({ 'content-type': 'text/plain', 'a2a-version': '1.0' })).toMatchObject({
      error: { code: -32005 },
    })
  })
})

describe('REST', () => {
  test.each([
    ['POST', 'message:send', '{', 400, 'INVALID_ARGUMENT'],
    ['POST', 'message:send', '{}', 400, 'INVALID_ARGUMENT'],
    ['POST', 'message:stream', '{}', 400, 'INVALID_ARGUMENT'],
    ['GET', 'message:send', undefined, 404, 'NOT_FOUND'],
    ['GET', 'tasks/nobody', undefined, 404, 'NOT_FOUND'],
    ['GET', 'tasks/a?historyLength=x', undefined, 400, 'INVALID_ARGUMENT'],
    ['GET', 'tasks?pageSize=1000', undefined, 400, 'INVALID_ARGUMENT'],
    ['GET', 'tasks?includeArtifacts=maybe', undefined, 400, 'INVALID_ARGUMENT'],
    ['POST', 'tasks/nobody:cancel', '{}', 404, 'NOT_FOUND'],
    ['GET', 'tasks/nobody:subscribe', undefined, 404, 'NOT_FOUND'],
    ['POST', 'tasks/nobody:subscribe', '{}', 404, 'NOT_FOUND'],
    ['POST', 'tasks/a/pushNotificationConfigs', '{}', 400, 'INVALID_ARGUMENT'],
    ['GET', 'tasks/a/pushNotificationConfigs/b', undefined, 404, 'NOT_FOUND'],
    ['DELETE', 'tasks/a/pushNotificationConfigs/b', undefined, 404, 'NOT_FOUND'],
    ['GET', 'extendedAgentCard', undefined, 400, 'FAILED_PRECONDITION'],
    ['GET', 'tenant/tasks', undefined, 404, 'NOT_FOUND'],
    ['GET', 'tasks/%zz', undefined, 404, 'NOT_FOUND'],
  ])('%s %s', async (method, path, body, status, name) => {
    const headers = { 'a2a-version': '1.0', 'content-type': 'application/a2a+json' }
    const answer = await ask(`${await endpoint()}/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/a2a+json'])
    expect(jsonOf(answer)).toMatchObject({ error: { code: status, status: name } })
  })

  test('versions and types of content', async () => {
    const url = await endpoint()
    expect(jsonOf(await ask(`${url}/tasks`))).toMatchObject({
      error: { code: 400, status: 'FAILED_PRECONDITION', details: [{ reason: 'VERSION_NOT_SUPPORTED' }] },
    })
    const typed = await post(`${url}/message:send`, {}, { 'content-type': 'text/plain' })
    expect(jsonOf(typed)).toMatchObject({ error: { code: 400, details: [{ reason: 'CONTENT_TYPE_NOT_SUPPORTED' }] } })
    const unknown = await post(`${url.replace('cook', 'nobody')}/message:send`, {})
    expect([unknown.status, jsonOf(unknown)]).toMatchObject([404, { error: { status: 'NOT_FOUND' } }])
  })
})

test('what ProtoJSON writes for nothing is nothing', async () => {
  const { url } = await serve(await servedSpace())
  const nothing = {
    status: 'TASK_STATE_UNSPECIFIED',
    pageSize: 0,
    contextId: '',
    pageToken: '',
    includeArtifacts: false,
  }
  expect(await rpc(`${url}a2a`, 'ListTasks', nothing)).toMatchObject({ result: { tasks: [], pageSize: 50 } })
  const query = 'status=TASK_STATE_UNSPECIFIED&pageSize=0'
  const headers = { 'a2a-version': '1.0' }
  expect(jsonOf(await ask(`${url}a2a/tasks?${query}`, { headers }))).toMatchObject({ tasks: [], pageSize: 50 })
})
