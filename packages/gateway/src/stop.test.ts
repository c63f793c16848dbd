import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, message, rpc, until } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace, writeText } from './__fixtures__/served-space.ts'

test('a server that stops lets tasks finish, answers those who wait, and takes nothing new', async () => {
  const space = await servedSpace()
  const server = await serve(space, { limits: { stopMs: 1_000_000_000 } })
  const gate = join(space.paths.root, 'gate')
  const endpoint = `${server.url}agents/cook/a2a`
  const waiting = rpc(endpoint, 'SendMessage', { message: message(`until ${gate}`) })
  await until(async () => ((await rpc(endpoint, 'ListTasks', {})).result as { totalSize: number }).totalSize === 1)
  const closing = server.close()
  await expect(ask(`${server.url}.well-known/agent-card.json`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await writeFile(gate, '')
  expect((await waiting).result).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } })
  await closing
  await server.closed
  // Once more does no harm.
  await server.close()
})

test('what is not done in time is canceled, and told', async () => {
  const server = await serve(await servedSpace(), { limits: { stopMs: 50 } })
  const waiting = rpc(`${server.url}agents/cook/a2a`, 'SendMessage', { message: message('hang') })
  await until(async () => {
    const { result } = await rpc(`${server.url}agents/cook/a2a`, 'ListTasks', { status: 'TASK_STATE_WORKING' })
    return (result as { totalSize: number }).totalSize === 1
  })
  await server.close()
  expect((await waiting).result).toMatchObject({
    task: {
      status: {
        state: 'TASK_STATE_CANCELED',
        message: { parts: [{ text: 'The server stopped before it was done.' }] },
      },
    },
  })
})

test('an aborted signal stops it', async () => {
  const controller = new AbortController()
  const server = await serve(await servedSpace(), { signal: controller.signal })
  controller.abort()
  await server.closed
  await expect(ask(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(serve(await servedSpace(), { signal: controller.signal })).rejects.toThrow('aborted')
})

test('streams end when the server stops', async () => {
  const server = await serve(await servedSpace(), { limits: { stopMs: 50 } })
  const body = JSON.stringify({ message: message('hang') })
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
  const streaming = ask(`${server.url}agents/cook/a2a/message:stream`, { method: 'POST', headers, body })
  await until(async () => {
    const { result } = await rpc(`${server.url}agents/cook/a2a`, 'ListTasks', {})
    return (result as { totalSize: number }).totalSize === 1
  })
  await server.close()
  const { text, headers: given } = await streaming
  expect(given['content-type']).toBe('text/event-stream')
  expect(text).toMatch(/^data: \{"task":.*\n\n[\s\S]*"state":"TASK_STATE_CANCELED"[^\n]*\n\n$/)
})

test('a run whose log can not be written gives its answer, and says that it was not logged', async () => {
  const space = await servedSpace()
  const { url } = await serve(space)
  const gate = join(space.paths.root, 'gate')
  const endpoint = `${url}agents/cook/a2a`
  const waiting = rpc(endpoint, 'SendMessage', { message: message(`until ${gate}`) })
  await until(async () => {
    const { result } = await rpc(endpoint, 'ListTasks', { includeArtifacts: true })
    return JSON.stringify(result).includes('One, ')
  })
  await mkdir(join(space.paths.stateDirectory, 'execution_log.yaml'), { recursive: true })
  await writeFile(gate, '')
  const { result } = await waiting
  expect(result).toMatchObject({
    task: {
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ parts: [{ text: 'One, two, three.' }] }],
      metadata: { status: 'partial', code: 'EXECUTION_NOT_LOGGED' },
    },
  })
  expect(JSON.stringify(result)).not.toContain('Nothing was run')
})

test('runs that a killed server left are told in the log, at the start and when one is logged as failed', async () => {
  const space = await servedSpace()
  const marker = { id: 'exec-left', agent_id: 'cook', timestamp: '2026-01-01T00:00:00.000Z', pid: 1, host: 'elsewhere' }
  await writeText(join(space.paths.stateDirectory, 'running', 'exec-left.json'), `${JSON.stringify(marker)}\n`)
  const { url } = await serve(space)
  const reported = (): readonly string[] => space.logged.filter((line) => line.includes('EXECUTION_INTERRUPTED'))
  expect(reported()[0]).toMatch(/exec-left of cook, .* never ended.*The next run logs it/)
  const { result } = await rpc(`${url}agents/cook/a2a`, 'SendMessage', { message: message('bake') })
  expect(JSON.stringify(result)).not.toContain('exec-left')
  expect(reported()[1]).toMatch(/exec-left of cook, .* It is logged as failed/)
})
