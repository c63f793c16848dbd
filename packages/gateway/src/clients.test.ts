import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Right, callerOf, openSpace } from '@datacortex/space'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Answer, ask, jsonOf, message, post, until } from './__fixtures__/a2a-request.ts'
import { type ServedSpace, serve, servedSpace, threeAgents, writeText } from './__fixtures__/served-space.ts'

const serverToken = 'a-token-of-the-server-0123456789'

/** The tokens of a space, as its user changes them. */
async function tokensOf({ paths, opened }: ServedSpace) {
  const space = await openSpace(paths.root, opened)
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  const add = async (name: string, ...rights: Right[]): Promise<string> =>
    (await space.tokens.add({ name, ...(rights.length === 0 ? {} : { rights }) })).token ?? ''
  return { space, add, remove: async (name: string) => await space.tokens.remove({ names: [name] }) }
}

const as = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` })

test('each token opens what it has the rights for, at once, and until it is taken back', async () => {
  const space = await servedSpace()
  const { add, remove } = await tokensOf(space)
  const reader = await add('reader', 'read', 'find')
  const { url } = await serve(space, { token: serverToken })
  const status = async (token: string, name: string, input: object): Promise<number> =>
    (await post(`${url}api/${name}`, input, as(token))).status
  expect(await status(reader, 'log.list', {})).toBe(200)
  expect(await status(reader, 'run', { agent: 'cook', task: 'Bake' })).toBe(403)
  expect(await status(serverToken, 'log.list', {})).toBe(403)
  expect(await status(serverToken, 'run', { agent: 'cook', task: 'Bake' })).toBe(200)
  const runner = await add('runner')
  expect(await status(runner, 'run', { agent: 'cook', task: 'Bake' })).toBe(200)
  await remove('reader')
  expect(await status(reader, 'log.list', {})).toBe(401)
  expect(await status(runner, 'agents.list', {})).toBe(200)
  const listed = jsonOf(await ask(`${url}api`, { headers: as(runner) })) as { operations: { right: string }[] }
  expect(new Set(listed.operations.map(({ right }) => right))).toEqual(new Set(['find', 'run']))
})

test('where there is a token nobody comes in without one, also on other addresses than loopback', async () => {
  const space = await servedSpace()
  const { add, remove } = await tokensOf(space)
  const token = await add('phone')
  const { port } = await serve(space, { host: '0.0.0.0' })
  const url = `http://127.0.0.1:${port}/`
  expect((await ask(url)).status).toBe(401)
  expect((await ask(url, { headers: as(token) })).status).toBe(200)
  expect((await ask(url, { headers: as(`${token}x`) })).status).toBe(401)
  await remove('phone')
  expect((await ask(url)).status, 'no token is left, and nobody is let in').toBe(401)
})

test('a server that began without tokens lets nobody in without one as soon as there is one', async () => {
  const space = await servedSpace()
  const { add, remove } = await tokensOf(space)
  const { url } = await serve(space)
  const status = async (headers = {}): Promise<number> => (await post(`${url}api/agents.list`, {}, headers)).status
  expect(await status()).toBe(200)
  const token = await add('phone')
  expect(await status()).toBe(401)
  expect(await status(as(token))).toBe(200)
  await remove('phone')
  expect(await status()).toBe(401)
})

test('by MCP a client gets the tools of its token', async () => {
  const space = await servedSpace()
  const { add } = await tokensOf(space)
  const tokens = [await add('finder', 'find'), await add('keeper', 'find', 'run', 'read', 'write', 'manage')]
  const { url } = await serve(space)
  const tools = await Promise.all(
    tokens.map(async (token) => {
      const client = new Client({ name: 'test', version: '1.0.0' })
      await client.connect(
        new StreamableHTTPClientTransport(new URL('mcp?tools=all', url), { requestInit: { headers: as(token) } }),
      )
      onTestFinished(async () => await client.close())
      return (await client.listTools()).tools.map(({ name }) => name)
    }),
  )
  expect(tools[0]).toContain('list_agents')
  expect(tools[0]).not.toContain('run_agent')
  expect(tools[1]).toEqual(expect.arrayContaining(['run_agent', 'list_tokens', 'examine_space']))
  expect(tools[1]).not.toContain('add_token')
})

test('a task is there for the client that sent it, and for nobody else', async () => {
  const space = await servedSpace()
  const { add, remove } = await tokensOf(space)
  const [ann, bob] = [await add('ann'), await add('bob')]
  const { url } = await serve(space, { token: serverToken })
  const endpoint = `${url}agents/cook/a2a`
  const rest = async (token: string, path: string, method = 'POST'): Promise<Answer> =>
    await ask(`${endpoint}/${path}`, { method, headers: { ...as(token), 'a2a-version': '1.0' } })
  const sent = { message: message('hang'), configuration: { returnImmediately: true } }
  const { task } = jsonOf(await post(`${endpoint}/message:send`, sent, as(ann))) as { task: { id: string } }
  const unknown = { text: (await rest(bob, 'tasks/none', 'GET')).text.replace('none', task.id), status: 404 }
  for (const other of [bob, serverToken]) {
    expect(await rest(other, `tasks/${task.id}`, 'GET')).toMatchObject(unknown)
    expect(await rest(other, `tasks/${task.id}:cancel`)).toMatchObject(unknown)
    expect(await rest(other, `tasks/${task.id}:subscribe`)).toMatchObject(unknown)
    expect(jsonOf(await rest(other, 'tasks', 'GET'))).toMatchObject({ tasks: [], totalSize: 0 })
    const more = { message: message('more', { taskId: task.id }) }
    expect(await post(`${endpoint}/message:send`, more, as(other))).toMatchObject(unknown)
  }
  expect(jsonOf(await rest(ann, 'tasks', 'GET'))).toMatchObject({ tasks: [{ id: task.id }], totalSize: 1 })
  await remove('ann')
  const again = await add('ann')
  expect(await rest(again, `tasks/${task.id}`, 'GET'), 'a new token is another client').toMatchObject(unknown)
})

test('runs and research of a client are unknown to others, but not to the user and who manages the space', async () => {
  const space = await servedSpace()
  const { space: own, add } = await tokensOf(space)
  const [ann, bob] = [await add('ann', 'run', 'read', 'research'), await add('bob', 'read', 'research')]
  const keeper = await add('keeper', 'read', 'manage')
  const { url } = await serve(space)
  const call = async (token: string, name: string, input: object): Promise<Answer> =>
    await post(`${url}api/${name}`, input, as(token))
  const ran = jsonOf(await call(ann, 'run', { agent: 'cook', task: 'Bake' }))
  const id = String(ran['execution_id'])
  const { executions } = jsonOf(await call(ann, 'log.show', { id }))
  const [execution] = executions as readonly { called_by: string }[]
  expect(execution?.called_by).toMatch(/^client ann\/[0-9a-f]{8}$/)
  const run = { version: 1, id: 'r-0123abcd', createdAt: '2026-01-01T00:00:00.000Z', topic: 'tides' }
  const record = { ...run, config: { topic: 'tides', client: execution?.called_by } }
  await writeText(join(space.paths.stateDirectory, 'research', run.id, 'run.json'), JSON.stringify(record))
  const none = { id: 'r-00000000', execution: 'exec-none' }
  for (const [name, input, other] of [
    ['log.show', { id }, { id: none.execution }],
    ['research.show', { run: run.id }, { run: none.id }],
    ['research.resume', { run: run.id }, { run: none.id }],
  ] as const) {
    const refused = await call(bob, name, input)
    const missing = await call(bob, name, other)
    const reported = missing.text.replaceAll(none.id, run.id).replaceAll(none.execution, id)
    expect([refused.status, refused.text], name).toEqual([missing.status, reported])
  }
  for (const [name, list] of [
    ['log.list', 'executions'],
    ['research.list', 'runs'],
  ] as const) {
    expect(jsonOf(await call(bob, name, {}))[list], name).toEqual([])
    for (const token of [ann, keeper]) expect(jsonOf(await call(token, name, {}))[list], name).toHaveLength(1)
  }
  const marker = {
    id: 'exec-stopped',
    agent_id: 'cook',
    timestamp: run.createdAt,
    called_by: execution?.called_by,
    pid: 1,
    host: 'x',
  }
  await writeText(join(space.paths.stateDirectory, 'running', `${marker.id}.json`), JSON.stringify(marker))
  const stopped = async (token: string): Promise<string> => (await call(token, 'log.interrupted', {})).text
  expect(await stopped(bob)).not.toContain(marker.id)
  for (const token of [ann, keeper]) expect(await stopped(token)).toContain(marker.id)
  expect((await own.log.list({})).executions).toHaveLength(1)
  expect((await own.research.list({})).runs).toHaveLength(1)
})

test('what an agent does in the run of a client is known to that client, and to no other', async () => {
  const agents = threeAgents.replace(
    'Bakes bread and roasts meat\n',
    'Bakes bread and roasts meat\n    spawns: [lawyer]\n',
  )
  const space = await servedSpace({ agents })
  const { space: own, add } = await tokensOf(space)
  const [ann, bob] = [await add('ann', 'run', 'read', 'research'), await add('bob', 'read', 'research')]
  const { url } = await serve(space)
  const call = async (token: string, name: string, input: object): Promise<Answer> =>
    await post(`${url}api/${name}`, input, as(token))
  const ran = jsonOf(await call(ann, 'run', { agent: 'cook', task: 'Bake' }))
  const [first] = (await own.log.list({})).executions
  // As the program of an agent is told by its runner.
  const inRun = (client: string | undefined) =>
    own.as(
      callerOf({
        DATACORTEX_CHAIN: 'cook',
        DATACORTEX_EXECUTION: String(ran['execution_id']),
        DATACORTEX_CLIENT: client,
      }),
    )
  const nested = await inRun(first?.called_by).run({ agent: 'lawyer', task: 'Read it' })
  const users = await inRun(undefined).run({ agent: 'lawyer', task: 'Read it' })
  if (!('execution_id' in nested && 'execution_id' in users)) throw new Error('Nobody ran.')
  const { executions } = await own.log.list({ agent: 'lawyer' })
  expect(executions.find(({ id }) => id === nested.execution_id)).toMatchObject({
    called_by: 'cook',
    client: first?.called_by,
  })
  const seen = async (token: string): Promise<readonly unknown[]> =>
    (jsonOf(await call(token, 'log.list', { agent: 'lawyer' }))['executions'] as { id: string }[]).map(({ id }) => id)
  expect(new Set(await seen(ann))).toEqual(new Set([nested.execution_id, users.execution_id]))
  expect(await seen(bob)).toEqual([users.execution_id])
  expect((await call(bob, 'log.show', { id: nested.execution_id })).text).toContain('EXECUTION_UNKNOWN')
  expect((await call(ann, 'log.show', { id: nested.execution_id })).status).toBe(200)
})

test('logs name a client by its token, and nobody writes the token down', async () => {
  const space = await servedSpace()
  const { add } = await tokensOf(space)
  const token = await add('ci')
  const { url } = await serve(space, { token: serverToken })
  for (const given of [token, serverToken])
    await post(`${url}agents/cook/a2a/message:send`, { message: message('break') }, as(given))
  await until(() => space.logged.filter((line) => line.includes('a task went wrong')).length === 2)
  const logged = space.logged.join('\n')
  expect(logged).toMatch(/"client":"ci\/[0-9a-f]{8}"/)
  expect(logged).toMatch(/"client":"server\/[0-9a-f]{8}"/)
  expect(logged).not.toContain(token)
  const files = await readdir(space.paths.root, { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile()))
    expect(await readFile(join(file.parentPath, file.name), 'utf8'), file.name).not.toContain(token)
})

test('tokens that can not be read let nobody in', async () => {
  const space = await servedSpace()
  const { add } = await tokensOf(space)
  const token = await add('ci')
  const { url } = await serve(space)
  const folder = join(space.paths.root, 'user', 'tokens')
  const file = (await readdir(folder)).find((name) => name.endsWith('.json')) ?? ''
  await writeText(join(folder, file), '{')
  expect((await ask(url, { headers: as(token) })).status).toBe(500)
  await expect(serve(space)).rejects.toMatchObject({ code: 'PLATFORM_JSON_INVALID' })
})
