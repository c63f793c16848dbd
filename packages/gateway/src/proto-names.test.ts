import { expect, test } from 'vitest'
import { ask, jsonOf, post, rpc } from './__fixtures__/a2a-request.ts'
import { sharedServer } from './__fixtures__/served-space.ts'

const server = sharedServer()

type Begun = { readonly task: { readonly id: string; readonly contextId: string } }

test('the names of the .proto are read as those of JSON, as by any reader of ProtoJSON; free maps keep theirs', async () => {
  const endpoint = `${(await server()).url}agents/cook/a2a`
  const call = async (method: string, params: object): Promise<unknown> => (await rpc(endpoint, method, params)).result
  const own = { own_name: { of_its_own: 1 } }
  const parts = [{ text: 'ask about bread', metadata: own }, { data: own }]
  const first = { message_id: 'one', role: 'ROLE_USER', metadata: own, reference_task_ids: ['other'] }
  const begun = (await call('SendMessage', {
    message: { ...first, parts: parts.map((part) => ({ ...part, media_type: 'text/plain' })) },
    configuration: { history_length: 0, return_immediately: false, accepted_output_modes: ['text/plain'] },
  })) as Begun
  expect(begun.task).not.toHaveProperty('history')
  const { id: task_id, contextId: context_id } = begun.task
  const kept = { messageId: 'one', metadata: own, referenceTaskIds: ['other'] }
  expect(await call('GetTask', { id: task_id, history_length: 5 })).toMatchObject({
    status: { state: 'TASK_STATE_INPUT_REQUIRED' },
    history: [{ ...kept, parts: parts.map((part) => ({ ...part, mediaType: 'text/plain' })) }],
  })
  const push = { id: 'mine', url: 'https://told.example/' }
  expect(await call('CreateTaskPushNotificationConfig', { task_id, ...push })).toEqual({ taskId: task_id, ...push })
  expect(await call('GetTaskPushNotificationConfig', { task_id, id: 'mine' })).toMatchObject(push)
  expect(await call('ListTaskPushNotificationConfigs', { task_id })).toMatchObject({ configs: [push] })
  expect(await call('DeleteTaskPushNotificationConfig', { task_id, id: 'mine' })).toEqual({})
  const second = { message_id: 'two', task_id, context_id, role: 'ROLE_USER', parts: [{ text: 'Two loaves' }] }
  const answered = jsonOf(await post(`${endpoint}/message:send`, { message: second }))
  expect(answered).toMatchObject({ task: { id: task_id, status: { state: 'TASK_STATE_COMPLETED' } } })
  const last = { history: [{ messageId: 'two' }] }
  expect(await call('GetTask', { id: task_id, history_length: 1 })).toMatchObject(last)
  const listed = await call('ListTasks', { context_id, page_size: 1, include_artifacts: true })
  expect(listed).toMatchObject({ tasks: [{ id: task_id, artifacts: [{}] }], pageSize: 1, totalSize: 1 })
  const get = async (place: string): Promise<unknown> =>
    jsonOf(await ask(`${endpoint}/${place}`, { headers: { 'a2a-version': '1.0' } }))
  const asked = `tasks?context_id=${context_id}&page_size=1&include_artifacts=true`
  expect(await get(asked)).toMatchObject({ tasks: [{ id: task_id, artifacts: [{}] }], pageSize: 1 })
  expect(await get(`tasks/${task_id}?history_length=1`)).toMatchObject(last)
  // The name of JSON counts where both are there.
  expect(await call('GetTask', { id: task_id, history_length: 5, historyLength: 1 })).toMatchObject(last)
  const elsewhere = { task_id: 'another', id: 'theirs', url: 'https://told.example/' }
  const created = jsonOf(await post(`${endpoint}/tasks/${task_id}/pushNotificationConfigs`, elsewhere))
  expect(created).toMatchObject({ taskId: task_id, id: 'theirs' })
})
