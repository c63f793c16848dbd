import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ClientFactory } from '@a2a-js/sdk/client'
import { describe, expect, test } from 'vitest'
import { ask, jsonOf, message, post, rpc } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace, sharedServer, writeText } from './__fixtures__/served-space.ts'

const server = sharedServer()
const answer = (result: object): string => `answer ${JSON.stringify(result)}`
const endpointOf = (url: string): string => `${url}agents/cook/a2a`

type Part = Readonly<Record<string, unknown>>
type Task = {
  readonly id: string
  readonly artifacts?: readonly { readonly parts: readonly Part[] }[]
  readonly metadata: { readonly withheld?: unknown }
}

async function send(url: string, result: object, acceptedOutputModes: readonly string[] = []): Promise<Task> {
  const sent = { message: message(answer(result)), configuration: { acceptedOutputModes } }
  return ((await rpc(endpointOf(url), 'SendMessage', sent)).result as { task: Task }).task
}

const files = { 'table.csv': 'a,b\n', 'note.md': '# Bread\n' }
const both = { text: 'Two files.\n\nFILE: table.csv\nFILE: note.md\n', files }
const csv = { raw: Buffer.from('a,b\n').toString('base64'), filename: 'table.csv', mediaType: 'text/csv' }
const note = { raw: Buffer.from('# Bread\n').toString('base64'), filename: 'note.md', mediaType: 'text/markdown' }

test('an answer has its text, and the files that it names beside it; its log knows them', async () => {
  const { url } = await server()
  const { artifacts, metadata } = await send(url, both)
  expect(artifacts).toMatchObject([{ parts: [{ text: 'Two files.' }, csv, note] }])
  expect(metadata).toMatchObject({ outputs: ['table.csv', 'note.md', expect.stringMatching(/\.md$/)] })
})

test('a stream and old clients get the same parts', async () => {
  const space = await servedSpace()
  const settings = 'runners: {default: stub, stub: {plugin: runner-stub}}\nserve: {a2a_0_3: true}\n'
  await writeText(space.paths.settingsFile, settings)
  const endpoint = endpointOf((await serve(space)).url)
  const streamed = await post(`${endpoint}/message:stream`, { message: message(answer(both)) })
  expect(streamed.text).toContain(JSON.stringify([{ text: 'Two files.' }, csv, note]))
  const old = async (method: string, result: object): Promise<string> => {
    const parts = [{ kind: 'text', text: answer(result) }]
    const params = { message: { kind: 'message', messageId: 'one', role: 'user', parts } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await ask(endpoint, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).text
  }
  const file = { kind: 'file', file: { bytes: csv.raw, name: 'table.csv', mimeType: 'text/csv' } }
  for (const method of ['message/send', 'message/stream'])
    expect(await old(method, both), method).toContain(JSON.stringify(file))
  expect(await old('message/send', { text: '{"a":1}' })).toContain('{"kind":"data","data":{"a":1}}')
  expect(await old('message/send', { text: 'MESSAGE: Hello' })).toContain('"result":{"kind":"message"')
  expect(await old('message/send', { text: 'AUTH_REQUIRED: Sign in' })).toContain('"state":"auth-required"')
})

test('the library of the protocol reads them', async () => {
  const { url } = await server()
  const client = await new ClientFactory().createFromUrl(`${url}agents/cook/`)
  const ask = async (result: object) => {
    const parts = [
      { content: { $case: 'text' as const, value: answer(result) }, metadata: undefined, filename: '', mediaType: '' },
    ]
    const sent = {
      messageId: 'one',
      contextId: '',
      taskId: '',
      role: 1,
      parts,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    }
    return await client.sendMessage({ tenant: '', message: sent, configuration: undefined, metadata: undefined })
  }
  expect(await ask(both)).toMatchObject({
    artifacts: [{ parts: [{ content: { $case: 'text' } }, { content: { $case: 'raw' }, filename: 'table.csv' }, {}] }],
  })
  expect(await ask({ text: '[1]' })).toMatchObject({
    artifacts: [{ parts: [{ content: { $case: 'data', value: [1] } }, {}] }],
  })
  expect(await ask({ text: 'MESSAGE: Hello' })).toMatchObject({ role: 2, parts: [{ content: { value: 'Hello' } }] })
})

describe('types that the client accepts', () => {
  const data = { data: { a: 1 }, mediaType: 'application/json' }
  test.each([
    ['{"a":1}', [], [data, { text: '{"a":1}' }]],
    ['```json\n{"a":1}\n```', [], [data, { text: '```json\n{"a":1}\n```' }]],
    ['{"a":1}', ['application/json'], [data]],
    ['{"a":1}', ['application/*;q=1'], [data]],
    ['{"a":1}', ['text/plain'], [{ text: '{"a":1}' }]],
    ['Words.', ['application/json'], [{ text: 'Words.' }]],
    ['"a"', [], [{ text: '"a"' }]],
    ['[a]', [], [{ text: '[a]' }]],
    [`${'['.repeat(1000)}${']'.repeat(1000)}`, [], [{ text: expect.stringMatching(/^\[+\]+$/) }]],
  ])('%j for %j', async (text, accepted, parts) => {
    expect((await send((await server()).url, { text }, accepted)).artifacts?.[0]?.parts).toEqual(parts)
  })

  test('a file of another type is withheld, and said so', async () => {
    const { artifacts, metadata } = await send((await server()).url, both, ['text/markdown'])
    expect(artifacts?.[0]?.parts).toEqual([{ text: 'Two files.' }, note])
    expect(metadata.withheld).toEqual([{ path: 'table.csv', reason: 'text/csv is not accepted' }])
  })

  test('words that come piece by piece are not sent to who takes none', async () => {
    const configuration = { acceptedOutputModes: ['application/json'] }
    const { text } = await post(`${endpointOf((await server()).url)}/message:stream`, {
      message: message('Bake'),
      configuration,
    })
    expect(text.match(/artifactUpdate/g)).toHaveLength(1)
  })
})

test('what may not leave the space is withheld, and said so', async () => {
  const { url } = await server()
  const hidden = await send(url, { text: 'FILE: .datacore/settings.yaml' })
  expect(hidden.metadata.withheld).toEqual([{ path: '.datacore/settings.yaml', reason: 'it is hidden' }])
  expect(hidden.artifacts ?? []).toEqual([])
})

test('a large file is given at an address, to the client that asked, while it is as it was', async () => {
  const space = await servedSpace()
  const limits = { inlineBytes: 5 }
  const { url } = await serve(space, { limits, token: 'token-0123456789abcdef' })
  const headers = { authorization: 'Bearer token-0123456789abcdef' }
  const sent = await post(`${endpointOf(url)}/message:send`, { message: message(answer(both)) }, headers)
  const { task } = jsonOf(sent) as { task: Task }
  const [, small, large] = task.artifacts?.[0]?.parts ?? []
  expect([small, large]).toEqual([
    csv,
    { url: expect.stringContaining(url), filename: 'note.md', mediaType: 'text/markdown' },
  ])
  const address = String(large?.['url'])
  const given = await ask(address, { headers })
  expect([given.status, given.text, given.headers]).toMatchObject([
    200,
    '# Bread\n',
    { 'content-disposition': "attachment; filename*=UTF-8''note.md", 'x-content-type-options': 'nosniff' },
  ])
  expect((await ask(address)).status, 'without a token').toBe(401)
  for (const other of [address.replace(/1$/, '2'), address.replace(task.id, 'none'), address.replace('cook', 'lawyer')])
    expect((await ask(other, { headers })).status, other).toBe(404)
  await writeFile(join(space.paths.root, 'note.md'), '# Another\n')
  expect((await ask(address, { headers })).status, 'changed since').toBe(404)
})

test('what came piece by piece and turns out to be a line for the server is no artifact', async () => {
  const { url } = await server()
  const asked = await send(url, { text: 'INPUT_REQUIRED: How much?', streams: true })
  expect(asked.artifacts ?? []).toEqual([])
  const streamed = await send(url, { ...both, streams: true })
  expect(streamed.artifacts).toMatchObject([{ parts: [{ text: 'Two files.' }, csv, note] }])
  const body = { message: message(answer({ text: '{"a":1}', streams: true })) }
  const { text } = await post(`${endpointOf(url)}/message:stream`, body)
  const events = text.split('\n\n').filter((event) => event.includes('artifactUpdate'))
  expect(events).toEqual([
    expect.stringContaining('"parts":[{"text":"{\\"a\\":1}"}]'),
    expect.stringMatching(
      /"parts":\[\{"data":\{"a":1\},"mediaType":"application\/json"\}\].*"append":true,"lastChunk":true/,
    ),
  ])
})
