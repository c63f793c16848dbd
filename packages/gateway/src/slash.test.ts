import { expect, test } from 'vitest'
import { ask, jsonOf, message, post, rpc } from './__fixtures__/a2a-request.ts'
import { sharedServer } from './__fixtures__/served-space.ts'

const server = sharedServer()

test.each(['a2a', 'agents/cook/a2a'])('%s is the same endpoint with a slash at its end', async (path) => {
  const { url } = await server()
  expect((await rpc(`${url}${path}/`, 'ListTasks', {})).result).toMatchObject({ pageSize: 50 })
  expect(await ask(`${url}${path}/`)).toMatchObject({ status: 405, headers: { allow: 'POST' } })
  const headers = { 'a2a-version': '1.0' }
  expect(jsonOf(await ask(`${url}${path}/tasks/`, { headers }))).toMatchObject({ pageSize: 50 })
  const sent = await post(`${url}${path}/message:send/`, { message: message('describe cook') })
  expect(jsonOf(sent)).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } })
  const id = (jsonOf(sent)['task'] as { id: string }).id
  expect(jsonOf(await ask(`${url}${path}/tasks/${id}/`, { headers }))).toMatchObject({ id })
})
