import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { jsonOf, message, post, rpc } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace, sharedServer, writeText } from './__fixtures__/served-space.ts'
import { askedBack } from './agents/answer-marks.ts'

const server = sharedServer()

type Wire = {
  readonly id: string
  readonly contextId: string
  readonly status: {
    readonly state: string
    readonly message?: { readonly parts: readonly { readonly text: string }[] }
  }
  readonly artifacts?: readonly { readonly parts: readonly { readonly text: string }[] }[]
  readonly history?: readonly { readonly role: string; readonly parts: readonly { readonly text: string }[] }[]
  readonly metadata?: { readonly code?: string }
}

async function send(endpoint: string, text: string, more: object = {}, configuration: object = {}): Promise<Wire> {
  const { result, error } = await rpc(endpoint, 'SendMessage', { message: message(text, more), configuration })
  if (error !== undefined) throw new Error(JSON.stringify(error))
  return (result as { task: Wire }).task
}

test('an agent asks back, and goes on with the answer in the same task', async () => {
  const endpoint = `${(await server()).url}agents/cook/a2a`
  const asked = await send(endpoint, 'ask about bread')
  expect(asked.status).toMatchObject({
    state: 'TASK_STATE_INPUT_REQUIRED',
    message: { parts: [{ text: 'How much?' }] },
  })
  expect(asked.artifacts).toMatchObject([{ parts: [{ text: 'Flour I have.' }] }])
  const list = await rpc(endpoint, 'ListTasks', { status: 'TASK_STATE_INPUT_REQUIRED' })
  expect(list.result).toMatchObject({ tasks: [{ id: asked.id }] })
  const other = await rpc(endpoint, 'SendMessage', { message: message('x', { taskId: asked.id, contextId: 'other' }) })
  expect(other.error).toMatchObject({ code: -32602 })
  const done = await send(endpoint, 'Two loaves', { taskId: asked.id })
  expect([done.id, done.contextId, done.status.state]).toEqual([asked.id, asked.contextId, 'TASK_STATE_COMPLETED'])
  expect(done.artifacts?.[0]?.parts[0]?.text).toBe(
    'ask about bread\n\nYou asked back:\n\nHow much?\n\nThe answer:\n\nTwo loaves',
  )
  const said = done.history?.map(({ role, parts }) => `${role} ${parts[0]?.text}`)
  expect(said).toEqual(['ROLE_USER ask about bread', 'ROLE_AGENT How much?', 'ROLE_USER Two loaves'])
  const last = await rpc(endpoint, 'GetTask', { id: asked.id, historyLength: 1 })
  expect(last.result).toMatchObject({ history: [{ parts: [{ text: 'Two loaves' }] }] })
})

test('who follows a task that waits hears how it goes on; canceled it takes no answer', async () => {
  const endpoint = `${(await server()).url}agents/cook/a2a`
  const streamed = await post(`${endpoint}/message:stream`, { message: message('ask streaming') })
  expect(streamed.text.trim().split('\n\n').at(-1), 'ends when it asks').toContain('TASK_STATE_INPUT_REQUIRED')
  const { id } = await send(endpoint, 'ask again')
  const following = post(endpoint, { jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { id } })
  const answered = send(endpoint, 'Two', { taskId: id })
  expect((await answered).status.state).toBe('TASK_STATE_COMPLETED')
  expect((await following).text).toContain('TASK_STATE_COMPLETED')
  const waiting = await send(endpoint, 'ask and forget')
  const canceled = await rpc(endpoint, 'CancelTask', { id: waiting.id })
  expect(canceled.result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } })
  const late = await rpc(endpoint, 'SendMessage', { message: message('Two', { taskId: waiting.id }) })
  expect(late.error).toMatchObject({ code: -32004 })
})

test.each([
  ['INPUT_REQUIRED: Who?', { state: 'TASK_STATE_INPUT_REQUIRED', question: 'Who?', before: '' }],
  [
    'a\n  INPUT_REQUIRED: Who?\nAnd why?',
    { state: 'TASK_STATE_INPUT_REQUIRED', question: 'Who?\nAnd why?', before: 'a' },
  ],
  [
    'INPUT_REQUIRED: Say INPUT_REQUIRED: x?',
    { state: 'TASK_STATE_INPUT_REQUIRED', question: 'Say INPUT_REQUIRED: x?', before: '' },
  ],
  ['a\nAUTH_REQUIRED: Sign in.', { state: 'TASK_STATE_AUTH_REQUIRED', question: 'Sign in.', before: 'a' }],
  ['say INPUT_REQUIRED: Who?', undefined],
  ['INPUT_REQUIRED:  ', undefined],
  ['', undefined],
])('%j asks back %j', (text, asked) => expect(askedBack(text)).toEqual(asked))

test('files are there for the run: text in the task, others in a folder', async () => {
  const endpoint = `${(await server()).url}agents/cook/a2a`
  const file = (raw: string, more: object): object => ({ raw: Buffer.from(raw).toString('base64'), ...more })
  const part = file('salt;1', { filename: '../../x/list of.csv', mediaType: 'text/csv' })
  const shown = await send(endpoint, '', { parts: [{ text: 'echo' }, part] })
  const text = shown.artifacts?.[0]?.parts[0]?.text
  expect(text).toMatch(
    /^echo\n\nFiles that came with the task:\n\n- \S+[/\\]1-x_list_of\.csv \(text\/csv, 6 bytes\)\n\n```\nsalt;1\n```/,
  )
  const image = file('x'.repeat(1234), { mediaType: 'image/png' })
  const measured = await send(endpoint, '', { parts: [{ text: 'measure' }, image] })
  expect(measured.artifacts?.[0]?.parts[0]?.text).toBe('1234')
  const toGuide = await rpc(`${(await server()).url}a2a`, 'SendMessage', { message: message('', { parts: [image] }) })
  expect(toGuide.error).toMatchObject({ code: -32005 })
})

test('addresses of files are fetched through the guard, within the limit, and by setting from private hosts', async () => {
  const host = createServer((request, response) => {
    response.writeHead(request.url === '/gone' ? 404 : 200, { 'content-type': 'text/plain' }).end('y'.repeat(50))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void host.close())
  await once(host, 'listening')
  const at = `127.0.0.1:${(host.address() as { port: number }).port}`
  const parts = (path: string): object => ({ parts: [{ text: 'echo' }, { url: `http://${at}/${path}` }] })
  const refused = await send(`${(await server()).url}agents/cook/a2a`, '', parts('list'))
  expect([refused.status.state, refused.metadata?.code]).toEqual(['TASK_STATE_REJECTED', 'GATEWAY_FILE_REFUSED'])
  const space = await servedSpace()
  const settings = 'runners: {default: stub, stub: {plugin: runner-stub}}\n'
  await writeText(space.paths.settingsFile, `${settings}serve: {allow_private: ['${at}']}\n`)
  const endpoint = `${(await serve(space, { limits: { fileBytes: 60 } })).url}agents/cook/a2a`
  expect((await send(endpoint, '', parts('list'))).artifacts?.[0]?.parts[0]?.text).toContain('y'.repeat(50))
  expect((await send(endpoint, '', parts('gone'))).status.message?.parts[0]?.text).toContain('could not be fetched')
  const two = { parts: [{ url: `http://${at}/a` }, { url: `http://${at}/b` }] }
  expect((await send(endpoint, '', two)).metadata?.code).toBe('GATEWAY_FILE_REFUSED')
})

test('REST has the same conversation', async () => {
  const endpoint = `${(await server()).url}agents/cook/a2a`
  const { task } = jsonOf(await post(`${endpoint}/message:send`, { message: message('ask by REST') })) as { task: Wire }
  const done = await post(`${endpoint}/message:send`, { message: message('Two', { taskId: task.id }) })
  expect(jsonOf(done)).toMatchObject({ task: { id: task.id, status: { state: 'TASK_STATE_COMPLETED' } } })
})
