import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, jsonOf, post } from '../__fixtures__/a2a-request.ts'
import { serve, servedSpace, sharedServer } from '../__fixtures__/served-space.ts'

const unchanged = sharedServer()

test('the operations that clients may call are listed with the schemas of their documents', async () => {
  const { url } = await unchanged()
  const { operations } = jsonOf(await ask(`${url}api`)) as {
    operations: { name: string; right: string; input: { required?: string[] } }[]
  }
  expect(new Set(operations.map(({ right }) => right))).toEqual(new Set(['find', 'run']))
  expect(operations.find(({ name }) => name === 'find')?.input.required).toEqual(['task'])
})

test('an operation takes a document and answers with one', async () => {
  const { url } = await unchanged()
  const { status, text } = await post(`${url}api/find`, { task: 'Plants tomatoes and waters flowers', top: 1 })
  expect([status, JSON.parse(text)]).toMatchObject([200, { results: [{ id: 'gardener' }], findings: [] }])
})

test.each([
  ['find', { task: 'x', colour: 'red' }, 400, 'SPACE_INPUT_INVALID'],
  ['notes.read', { notes: ['x'] }, 403, 'SPACE_RIGHT_MISSING'],
  ['trust.allow', { names: ['x'] }, 404, undefined],
  ['nothing.known', {}, 404, undefined],
  ['agents.show', { agent: 'nobody' }, 422, 'REGISTRY_AGENT_NOT_FOUND'],
])('%s with %j is refused with %i', async (name, input, wanted, code) => {
  const { url } = await unchanged()
  const { status, text } = await post(`${url}api/${name}`, input)
  expect([status, (JSON.parse(text) as { error: { code: unknown } }).error.code]).toEqual([wanted, code ?? wanted])
})

test('anyone who reads events is told how far it is, and what went wrong', async () => {
  const { url } = await unchanged()
  const events = async (name: string, input: object): Promise<readonly { readonly type: string }[]> => {
    const response = await fetch(`${url}api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(input),
    })
    return [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
      ([, line = '']) => JSON.parse(line) as { type: string },
    )
  }
  const reported = await events('run', { agent: 'cook', task: 'Bake a bread.' })
  expect(reported.at(-1)).toMatchObject({ type: 'result', result: { text: 'One, two, three.' } })
  expect(reported.map(({ type }) => type)).toContain('progress')
  expect(await events('run', { agent: 'nobody', task: 'x' })).toEqual([
    { type: 'error', error: expect.objectContaining({ code: 'REGISTRY_AGENT_NOT_FOUND' }) },
  ])
})

test('who may do more is offered more, and who goes away stops what runs', async () => {
  const space = await servedSpace()
  const { url } = await serve(space, { rights: ['find', 'run', 'read'] })
  const gone = new AbortController()
  const sent = fetch(`${url}api/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent: 'cook', task: 'hang' }),
    signal: gone.signal,
  })
  const running = join(space.paths.stateDirectory, 'running')
  await expect.poll(async () => await readdir(running).catch(() => [])).not.toEqual([])
  gone.abort()
  await expect(sent).rejects.toThrow(/abort/i)
  await expect.poll(async () => (await post(`${url}api/log.list`, {})).text).toContain('"aborted"')
})

test('events have turns like every answer: what is too much is refused, and what runs is not stopped by it', async () => {
  const space = await servedSpace()
  const { url } = await serve(space, { limits: { runningTasks: 1, waitingTasks: 0 } })
  const send = async (task: string, signal?: AbortSignal): Promise<Response> =>
    await fetch(`${url}api/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ agent: 'cook', task }),
      ...(signal === undefined ? {} : { signal }),
    })
  const done = join(space.paths.root, 'done')
  const first = await send(`until ${done}`)
  const second = await send('Bake')
  expect([second.status, await second.json()]).toMatchObject([503, { error: { code: 'MCP_OVERLOADED' } }])
  await writeFile(done, '')
  expect(await first.text()).toContain('One, two, three.')
  await expect.poll(async () => (await send('Bake')).status).toBe(200)
})

test('what breaks is told as broken, to anyone who reads events too, and the log has it', async () => {
  const space = await servedSpace()
  const openModel = () => Promise.reject(new Error('/srv/models is not there'))
  const { url } = await serve({ ...space, opened: { ...space.opened, openModel } })
  const headers = { 'content-type': 'application/json' }
  for (const accept of ['application/json', 'text/event-stream']) {
    const body = JSON.stringify({ task: 'Plants tomatoes' })
    const text = await (await fetch(`${url}api/find`, { method: 'POST', headers: { ...headers, accept }, body })).text()
    expect(text).toContain('The server broke; its log says why.')
    expect(text).not.toContain('/srv/models')
  }
  expect(space.logged.filter((line) => line.includes('/srv/models'))).toHaveLength(2)
})
