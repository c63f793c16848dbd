import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Space, openSpace } from '@datacortex/space'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serve, servedSpace } from './__fixtures__/served-space.ts'

/** A server with two agents of elsewhere, each with a space of its own that knows nothing but the address. */
async function sharedServer() {
  const space = await servedSpace()
  const opened = await openSpace(space.paths.root, space.opened)
  onTestFinished(async () => await opened[Symbol.asyncDispose]())
  const tokens: Record<string, string> = {}
  for (const [name, rights] of Object.entries({
    one: ['read', 'write'],
    two: ['read', 'write'],
    looker: ['read'],
  } as const))
    tokens[name] = (await opened.tokens.add({ name, rights: [...rights] })).token ?? ''
  const server = await serve(space)
  const list = await opened.clients()
  const uidOf = (name: string): string =>
    list.map(({ caller }) => caller.client ?? '').find((client) => client.startsWith(`${name}/`)) ?? ''
  const ask = async (
    path: string,
    token: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> =>
    await fetch(`${server.url}acas/v1/knowledge${path}`, {
      ...init,
      headers: { authorization: `Bearer ${tokens[token]}`, ...init.headers },
    })
  const folder = join(space.paths.root, '0-personal/minds/_shared')
  return { server, ask, uidOf, tokens, folder }
}

function fileText({
  owner,
  visibility = 'public',
  writer = owner,
  changes = 1,
}: {
  owner: string
  visibility?: string
  writer?: string
  changes?: number
}): string {
  const log = Array.from({ length: changes }, (_, at) => `- 2026-11-0${at + 1}: Change ${at + 1}`)
  return [
    '---',
    'title: "Tides"',
    `owner_uid: "${owner}"`,
    `last_writer_uid: "${writer}"`,
    `visibility: "${visibility}"`,
    '---',
    '',
    '# Tides',
    '',
    '## Key Points',
    '',
    '- Spring tides come late. ^kp-1',
    '',
    '## Changelog',
    '',
    ...log,
    '',
  ].join('\n')
}

test('a file that agents share is made, read with its ETag and replaced by If-Match; who lost hears it', async () => {
  const { ask, uidOf, folder } = await sharedServer()
  const text = fileText({ owner: uidOf('one') })
  const put = async (token: string, body: string, headers: Record<string, string>) =>
    await ask('/tides', token, { method: 'PUT', body, headers })
  expect((await put('one', text, {})).status).toBe(428)
  expect((await put('one', text, { 'if-match': '*' })).status).toBe(428)
  const made = await put('one', text, { 'if-none-match': '*' })
  expect(made.status).toBe(201)
  expect((await put('one', text, { 'if-none-match': '*' })).status).toBe(412)
  const read = await ask('/tides', 'two')
  expect([read.status, read.headers.get('etag'), await read.text()]).toEqual([200, made.headers.get('etag'), text])
  const etag = read.headers.get('etag') ?? ''
  expect((await ask('/tides', 'two', { headers: { 'if-none-match': etag } })).status).toBe(304)
  const next = fileText({ owner: uidOf('one'), writer: uidOf('two'), changes: 2 })
  expect((await put('two', next, { 'if-match': etag })).status).toBe(200)
  const lost = await put('one', fileText({ owner: uidOf('one'), changes: 2 }), { 'if-match': etag })
  expect([lost.status, await lost.json()]).toMatchObject([412, { error: { code: 'COGNITION_KNOWLEDGE_CHANGED' } }])
  expect(await readFile(join(folder, 'tides.md'), 'utf8')).toBe(next)
})

test.each([
  ['another owner', { owner: 'x' }, 'COGNITION_KNOWLEDGE_INVALID', 422],
  ['another last writer', { writer: 'x' }, 'COGNITION_KNOWLEDGE_INVALID', 422],
  ['private knowledge', { visibility: 'private' }, 'COGNITION_KNOWLEDGE_INVALID', 422],
  ['no line of its changelog', { changes: 0 }, 'COGNITION_KNOWLEDGE_INVALID', 422],
])('%s is refused, and nothing is written', async (_, wrong, code, status) => {
  const { ask, uidOf, folder } = await sharedServer()
  const body = fileText({ owner: uidOf('one'), ...wrong })
  const response = await ask('/tides', 'one', { method: 'PUT', body, headers: { 'if-none-match': '*' } })
  expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
  await expect(readFile(join(folder, 'tides.md'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('rights are those of the token, and private files are as if they were not there', async () => {
  const { ask, uidOf, folder, server } = await sharedServer()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'secret.md'), fileText({ owner: uidOf('one'), visibility: 'private' }))
  await writeFile(join(folder, 'rules.md'), fileText({ owner: uidOf('one'), visibility: 'shared' }))
  for (const token of ['one', 'two', 'looker']) {
    expect(await (await ask('', token)).json()).toMatchObject({ files: [{ topic: 'rules', owner_uid: uidOf('one') }] })
    for (const topic of ['/secret', '/nothing', '/..%2Fsecret']) expect((await ask(topic, token)).status).toBe(404)
  }
  const body = fileText({ owner: uidOf('one'), visibility: 'shared', changes: 2 })
  const put = async (token: string, topic: string) =>
    await ask(topic, token, { method: 'PUT', body, headers: { 'if-none-match': '*' } })
  expect((await put('looker', '/new')).status).toBe(403)
  for (const topic of ['/rules', '/secret'])
    expect(await (await put('two', topic)).json()).toMatchObject({ error: { code: 'COGNITION_NOT_THE_OWNER' } })
  expect((await put('one', '/No%20name')).status).toBe(422)
  expect((await fetch(`${server.url}acas/v1/knowledge`)).status).toBe(401)
})

test('agents without a common disk recall and remember what they share over an address', async () => {
  const { server, uidOf, tokens } = await sharedServer()
  const at = async (name: string, sharedAt = server.url): Promise<Space> => {
    const userFolder = process.env['DATACORTEX_CONFIG_DIR']
    const { paths, opened } = await servedSpace()
    // The server knows its tokens from there.
    vi.stubEnv('DATACORTEX_CONFIG_DIR', userFolder)
    vi.stubEnv('ACAS_SHARED_TOKEN', tokens[name])
    const byHand = await openSpace(paths.root, opened)
    onTestFinished(async () => await byHand[Symbol.asyncDispose]())
    await byHand.identity.init({ agent: 'cook', uid: uidOf(name) })
    return byHand.as({ kind: 'user', isAssistant: true, sender: uidOf(name), sharedAt })
  }
  const one = await at('one')
  const kept = await one.remember({ text: 'Spring tides come two days late.', topic: 'tides', visibility: 'public' })
  expect(kept).toMatchObject({ path: '0-personal/minds/_remote/tides.md', created: true })
  await one.remember({ text: 'The cellar key is below the stone.', topic: 'keys' })
  const two = await at('two')
  const { results } = await two.recall({ query: 'spring tides' })
  expect(results).toMatchObject([{ title: 'tides', visibility: 'public', owner: uidOf('one') }])
  expect((await two.recall({ query: 'cellar stone' })).results).toEqual([])
  const added = await two.remember({ text: 'Spring tides follow the full moon too.', topic: 'tides' })
  expect(added).toMatchObject({ path: '0-personal/minds/_remote/tides.md', created: false })
  vi.stubEnv('ACAS_SHARED_TOKEN', tokens['one'])
  const again = await one.recall({ query: 'tides moon', full: true })
  expect(again.results[0]?.text).toContain('full moon')
  expect(again.findings).toEqual([])
  await server.close()
  const alone = await one.recall({ query: 'tides' })
  expect(alone).toMatchObject({ results: [{ title: 'tides' }], findings: [{ code: 'COGNITION_SHARED_UNREACHABLE' }] })
  await expect(one.remember({ text: 'Neap tides too.', topic: 'tides' })).rejects.toMatchObject({
    code: 'FETCH_UNREACHABLE',
  })
})
