import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { type JsonWebKey, createPublicKey, verify } from 'node:crypto'
import { join } from 'node:path'
import { createSigningKey } from '@datacortex/export'
import { expect, onTestFinished, test } from 'vitest'
import { ask, jsonOf, message, post, rpc, until } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace, writeText } from './__fixtures__/served-space.ts'

const token = 'a token of 16 characters'.replaceAll(' ', '-')
const runners = 'runners: {default: stub, stub: {plugin: runner-stub}}\n'

type Got = { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }

async function receiver(got: Got[]): Promise<string> {
  const host: Server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void host.close())
  await once(host, 'listening')
  return `127.0.0.1:${(host.address() as { port: number }).port}`
}

test('a receiver is told of a task, signed by the key that is published, and its configuration is kept', async () => {
  const got: Got[] = []
  const at = await receiver(got)
  const space = await servedSpace()
  await writeText(space.paths.settingsFile, `${runners}serve: {allow_private: ['${at}']}\n`)
  const file = join(space.paths.root, 'key.jwk')
  await createSigningKey(file)
  const { url } = await serve(space, { sign: [file] })
  const endpoint = `${url}agents/cook/a2a`
  const push = { id: 'mine', url: `http://${at}/hook`, token: 'hush' }
  const configuration = { taskPushNotificationConfig: push }
  const { result } = await rpc(endpoint, 'SendMessage', { message: message('Bake'), configuration })
  const { id: taskId } = (result as { task: { id: string } }).task
  await until(() => got.length === 2)
  expect(got.map(({ body }) => Object.keys(JSON.parse(body) as object))).toEqual([['statusUpdate'], ['task']])
  expect(got[1]?.headers).toMatchObject({ 'x-a2a-notification-token': 'hush' })
  const [jwk] = jsonOf(await ask(`${url}.well-known/jwks.json`))['keys'] as [JsonWebKey]
  const [head, , signature] = String(got[1]?.headers['a2a-notification-signature']).split('.')
  const signed = Buffer.from(`${head}.${Buffer.from(got[1]?.body ?? '').toString('base64url')}`)
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', signed, key, Buffer.from(signature ?? '', 'base64url'))).toBe(true)
  const kept = { ...push, taskId }
  expect((await rpc(endpoint, 'GetTaskPushNotificationConfig', { taskId, id: 'mine' })).result).toEqual(kept)
  const headers = { 'a2a-version': '1.0' }
  const configs = `${endpoint}/tasks/${taskId}/pushNotificationConfigs`
  expect(jsonOf(await ask(configs, { headers }))).toEqual({ configs: [kept], nextPageToken: '' })
  expect(jsonOf(await post(configs, { ...push, id: 'two' }))).toEqual({ ...kept, id: 'two' })
  for (const _ of ['there', 'gone already'])
    expect((await ask(`${configs}/two`, { headers, method: 'DELETE' })).status).toBe(200)
  expect((await ask(`${configs}/two`, { headers })).status).toBe(404)
  const unnamed = { url: push.url }
  for (const id of ['push-2', 'push-3']) expect(jsonOf(await post(configs, unnamed))).toMatchObject({ id })
  await ask(`${configs}/push-2`, { headers, method: 'DELETE' })
  expect(jsonOf(await post(configs, unnamed)), 'takes the place of no other').not.toMatchObject({ id: 'push-3' })
  for (const { id } of (jsonOf(await ask(configs, { headers }))['configs'] as { id: string }[]).slice(1))
    await ask(`${configs}/${id}`, { headers, method: 'DELETE' })
  for (let more = 2; more <= 10; more += 1) await post(configs, { ...push, id: String(more) })
  expect((await post(configs, { ...push, id: 'eleven' })).status, 'ten at most').toBe(400)
})

test('who is signed in gets a card that says who that is, and what else leads to the agent', async () => {
  const { url } = await serve(await servedSpace(), { token, publicCards: true })
  const card = jsonOf(await ask(`${url}agents/cook/.well-known/agent-card.json`))
  expect(card).toMatchObject({ capabilities: { extendedAgentCard: true, pushNotifications: true } })
  const endpoint = `${url}agents/cook/a2a`
  expect((await ask(`${endpoint}/extendedAgentCard`, { headers: { 'a2a-version': '1.0' } })).status).toBe(401)
  const headers = { authorization: `Bearer ${token}`, 'a2a-version': '1.0' }
  const extended = jsonOf(await ask(`${endpoint}/extendedAgentCard`, { headers }))
  const params = { client: expect.stringMatching(/^server\//), rights: ['find', 'run'], tags: [':home:kitchen:'] }
  expect(extended).toMatchObject({ ...card, capabilities: { extensions: [{ params }] } })
  const called = await post(`${url}a2a`, { jsonrpc: '2.0', id: 1, method: 'GetExtendedAgentCard' }, headers)
  expect(jsonOf(called)).toMatchObject({ result: { name: 'datacortex' } })
})

test('clients of 0.3 are answered by setting, and by the card they find', async () => {
  const space = await servedSpace()
  await writeText(space.paths.settingsFile, `${runners}serve: {a2a_0_3: true}\n`)
  const { url } = await serve(space)
  const endpoint = `${url}agents/cook/a2a`
  const card = jsonOf(await ask(`${url}agents/cook/.well-known/agent-card.json`))
  expect(card).toMatchObject({ protocolVersion: '0.3.0', preferredTransport: 'JSONRPC', url: endpoint })
  const versions = card['supportedInterfaces'] as { readonly protocolVersion: string }[]
  expect(versions.map(({ protocolVersion }) => protocolVersion)).toEqual(['1.0', '1.0', '0.3'])
  const old = async (method: string, params: object): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await ask(endpoint, { method: 'POST', headers, body })).text
  }
  const asked = await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'tasks/get' }, { 'a2a-version': '2.0' })
  expect(jsonOf(asked)).toMatchObject({ error: { data: [{ metadata: { supportedVersions: '1.0,0.3' } }] } })
  const said = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'ask' }] }
  const { result } = JSON.parse(await old('message/send', { message: said })) as { result: { id: string } }
  expect(result).toMatchObject({
    kind: 'task',
    status: { state: 'input-required', message: { kind: 'message', role: 'agent', parts: [{ kind: 'text' }] } },
    artifacts: [{ parts: [{ kind: 'text', text: 'Flour I have.' }] }],
    history: [{ role: 'user', parts: [{ kind: 'text', text: 'ask' }] }],
  })
  const stream = await old('message/stream', { message: { ...said, taskId: result.id } })
  const events = stream
    .trim()
    .split('\n\n')
    .map((line) => (JSON.parse(line.slice(6)) as { result: object }).result)
  expect(events.at(0)).toMatchObject({ kind: 'task', status: { state: 'submitted' } })
  expect(events.at(-1)).toMatchObject({ kind: 'status-update', final: true, status: { state: 'completed' } })
  expect(JSON.parse(await old('tasks/get', { id: result.id }))).toMatchObject({
    result: { status: { state: 'completed' } },
  })
  expect(JSON.parse(await old('SendMessage', {}))).toMatchObject({ error: { code: -32601 } })
  expect(JSON.parse(await old('tasks/get', { id: 'none' }))).toMatchObject({ error: { code: -32001 } })
  expect((await rpc(endpoint, 'ListTasks', {})).result, '1.0 is spoken as before').toMatchObject({ totalSize: 1 })
})

test('pages of named origins may ask and read, those of others may not', async () => {
  const { url } = await serve(await servedSpace(), { token, origins: ['https://desk.example'] })
  const asks = (origin: string) => ({ origin, 'access-control-request-method': 'POST' })
  const named = await ask(`${url}a2a`, { method: 'OPTIONS', headers: asks('https://desk.example') })
  expect([named.status, named.headers]).toMatchObject([
    204,
    {
      'access-control-allow-origin': 'https://desk.example',
      'access-control-allow-headers': expect.stringContaining('A2A-Version'),
      vary: expect.stringContaining('Origin'),
    },
  ])
  const other = await ask(`${url}a2a`, { method: 'OPTIONS', headers: asks('https://evil.example') })
  expect([other.status, other.headers['access-control-allow-origin']]).toEqual([403, undefined])
  const headers = { origin: 'https://desk.example', authorization: `Bearer ${token}`, 'a2a-version': '1.0' }
  for (const path of ['', '.well-known/agent-card.json', 'a2a/tasks', 'agents/none/a2a/tasks']) {
    const read = await ask(`${url}${path}`, { headers })
    expect(read.headers['vary'], path).toContain('Origin')
    expect(read.headers['access-control-allow-origin'], path).toBe('https://desk.example')
  }
  const unknown = await ask(`${url}a2a/tasks`, { headers: { origin: 'https://desk.example', 'a2a-version': '1.0' } })
  expect([unknown.status, unknown.headers['access-control-allow-origin']]).toEqual([401, 'https://desk.example'])
})
