import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { connected, useConnection } from './mcp-client.ts'
import { environment } from './environment.ts'
import { program } from './run-datacortex.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'
import { temporaryCopy, temporaryFolder } from './temporary-folder.ts'

const space = useSampleSpaceWithNotes()
const connection = useConnection(() => space().root)

test.each([
  ['search_notes', /limit/, { query: 'tide', limit: 3 }],
  ['search_notes', /query/, { query: 5 }],
  ['search_notes', /top/, { query: 'tide', top: 1.5 }],
  ['search_notes', /query/, {}],
  ['write_note', /title.*NUL/, { title: 'a\0b', text: 'c' }],
  ['write_note', /text.*NUL/, { title: 'a', text: 'b\0c' }],
  ['remember', /text/, { text: 'x'.repeat(1_000_001) }],
  ['read_notes', /CLI_NOTE_UNKNOWN/, { notes: ['../../etc/passwd'] }],
  ['write_note', /Nothing was written/, { title: 'a', text: 'b', folder: '../..' }],
  ['write_note', /WRITES_REFUSED/, { title: 'a', text: 'b', folder: '.datacore' }],
])('%s is refused and says why: %s', async (name, reason, given) => {
  const answer = await connection().call(name, given)
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(reason) }] })
})

test('what is no tool, or not one of --read-only, is an error of the protocol', async () => {
  const { call } = await connected(space().root, '--read-only')
  for (const name of ['nobody', '__proto__', 'write_note', 'run_agent'])
    await expect(call(name, { title: 'a', text: 'b' })).rejects.toMatchObject({ code: -32_602 })
})

test('a client that keeps to no order gets an answer to each request, and floods nobody', async () => {
  const child = spawn(process.execPath, [program, 'mcp', '--root', space().root], {
    env: environment(space().root),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const send = (...messages: readonly object[]): void => {
    for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  const opening = (protocolVersion: string) => ({
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })
  send({ id: 1, method: 'ping' }, { id: 2, ...opening('2024-11-05') }, { id: 3, ...opening('2999-01-01') })
  for (let at = 0; at < 5000; at += 1) {
    send({ method: 'notifications/cancelled', params: { requestId: 1e6 + at } }, { method: 'notifications/nobody' })
  }
  child.stdin.write('[]\nnull\n{"jsonrpc":"1.0"}\n\n\r\n')
  send({ id: 4, method: 'resources/subscribe' }, { id: 5, method: 'completion/complete' }, { id: 6, method: 'nobody' })
  send({ id: 7, method: 'ping' })
  const answers = new Map<unknown, unknown>()
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = JSON.parse(line) as { readonly id: unknown }
    answers.set(answer.id, answer)
    if (answers.size === 7) break
  }
  child.stdin.end()
  expect([answers.get(1), answers.get(7)]).toMatchObject([{ result: {} }, { result: {} }])
  expect(answers.get(2)).toMatchObject({ result: { protocolVersion: '2024-11-05' } })
  // Of a version that nobody knows yet, the newest that both may know.
  expect(answers.get(3)).toMatchObject({ result: { protocolVersion: expect.stringMatching(/^202\d-/) } })
  for (const id of [4, 5]) expect(answers.get(id)).toMatchObject({ error: { code: expect.any(Number) } })
  expect(answers.get(6)).toMatchObject({ error: { code: -32_601 } })
  expect(await once(child, 'close')).toEqual([0, null])
})

test('a space that moves away is missed, not made anew, and served again when it is back', async () => {
  const root = await temporaryCopy(space().root)
  const away = join(await temporaryFolder(), 'away')
  const { call } = await connected(root)
  const asked = async (query: string) => await call('search_notes', { query })
  expect(await asked('full moon')).toMatchObject({ structuredContent: { results: expect.any(Array) } })
  await rename(root, away)
  const calls = [asked('moon'), call('find_agents', { task: 'tides' }), call('write_note', { title: 'a', text: 'b' })]
  const missed = { isError: true, content: [{ text: expect.stringContaining('SPACE_NOT_FOUND') }] }
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(missed)
  await rename(away, root)
  expect(await asked('full moon again')).toMatchObject({ structuredContent: { tier: 'tier2_warm' } })
})
