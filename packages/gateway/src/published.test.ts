import { existsSync } from 'node:fs'
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask, jsonOf, message, post, rpc } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace } from './__fixtures__/served-space.ts'
import { Publications } from '@datacortex/space/published'

test('the stock client resolves the card of each agent of the catalogue', async () => {
  const { url } = await serve(await servedSpace())
  const catalogue = await ask(`${url}.well-known/ai-catalog.json`)
  expect(catalogue.headers['content-type']).toBe('application/ai-catalog+json')
  const { entries } = jsonOf(catalogue) as {
    entries: { type: string; url: string; displayName: string; version: string }[]
  }
  const cards = entries.filter(({ type }) => type === 'application/a2a-agent-card+json')
  expect(cards.map(({ displayName }) => displayName).sort()).toEqual(['Cook', 'Gardener', 'Lawyer', 'datacortex'])
  for (const entry of cards) {
    const card = await new DefaultAgentCardResolver().resolve(entry.url, '')
    // The address of its page does as well.
    const [page = ''] = entry.url.split('.well-known')
    expect(await new DefaultAgentCardResolver().resolve(page)).toEqual(card)
    expect([card.name, card.version]).toEqual([entry.displayName, entry.version])
    expect(card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding)).toEqual(['JSONRPC', 'HTTP+JSON'])
  }
  expect(await new DefaultAgentCardResolver().resolve(url)).toMatchObject({ name: 'datacortex' })
})

test('documents have what caches need, and are not sent twice', async () => {
  const { url } = await serve(await servedSpace())
  const card = `${url}agents/gardener/.well-known/agent-card.json`
  const first = await ask(card)
  const { etag = '', 'last-modified': modified = '' } = first.headers as Record<string, string>
  expect(first.status).toBe(200)
  expect(first.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'public, max-age=60' })
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  expect(Date.parse(modified)).toBeLessThanOrEqual(Date.parse(String(first.headers['date'])))
  const known: Readonly<Record<string, string>>[] = [
    { 'if-none-match': etag },
    { 'if-none-match': `"x", W/${etag}`, 'cache-control': 'no-cache' },
    { 'if-none-match': '*' },
    { 'if-modified-since': modified },
  ]
  for (const headers of known) {
    const again = await ask(card, { headers })
    expect([again.status, again.text, again.headers['etag']], JSON.stringify(headers)).toEqual([304, '', etag])
  }
  const unknown: Readonly<Record<string, string>>[] = [
    { 'if-none-match': '"other"', 'if-modified-since': modified },
    { 'if-modified-since': new Date(0).toUTCString() },
    { 'if-modified-since': 'yesterday' },
  ]
  for (const headers of unknown) expect((await ask(card, { headers })).status, JSON.stringify(headers)).toBe(200)
  const head = await ask(card, { method: 'HEAD' })
  expect([head.status, head.text, head.headers['etag'], head.headers['content-length']]).toEqual([
    200,
    '',
    etag,
    String(Buffer.byteLength(first.text)),
  ])
})

test('an edit of the registry is in the very next answer; a broken one changes nothing', async () => {
  const space = await servedSpace()
  const { url } = await serve(space)
  const card = `${url}agents/gardener/.well-known/agent-card.json`
  const before = await ask(card)
  const yaml = await readFile(space.paths.agentsFile, 'utf8')
  await writeFile(space.paths.agentsFile, yaml.replace('waters flowers', 'waters every flower'))
  const after = await ask(card, { headers: { 'if-none-match': String(before.headers['etag']) } })
  expect(after.status).toBe(200)
  expect(jsonOf(after)).toMatchObject({ description: 'Plants tomatoes and waters every flower' })
  await writeFile(space.paths.agentsFile, 'agents: [')
  expect((await ask(card)).text).toBe(after.text)
  expect(space.logged.join()).toContain('the registry can not be read')
  await writeFile(space.paths.agentsFile, 'agents: {}')
  expect((await ask(card)).status).toBe(404)
  expect((await ask(`${url}.well-known/agent-card.json`)).status).toBe(200)
})

test('the former address leads to the card; what is not published is not there', async () => {
  const { url } = await serve(await servedSpace())
  for (const place of ['.well-known/', 'agents/cook/.well-known/']) {
    const moved = await ask(`${url}${place}agent.json`)
    expect([moved.status, moved.headers['location']]).toEqual([308, 'agent-card.json'])
  }
  const absent = ['agents/nobody', 'agents/old', 'agents/cook%2f..%2fcook', 'agents']
  for (const place of absent)
    expect([place, (await ask(`${url}${place}/.well-known/agent-card.json`)).status]).toEqual([place, 404])
  expect((await ask(`${url}.well-known/jwks.json`)).status).toBe(404)
  expect((await ask(`${url}agents/cook/.well-known/agent-card.json`, { method: 'DELETE' })).status).toBe(404)
  expect((await ask(url)).headers['link']).toBe(`<${url}.well-known/ai-catalog.json>; rel="ai-catalog"`)
})

test('the address of an endpoint says that it is one', async () => {
  const { url } = await serve(await servedSpace())
  for (const place of ['a2a', 'agents/cook/a2a', 'agents/baker/a2a'])
    for (const method of ['GET', 'DELETE']) {
      const { status, headers, text } = await ask(`${url}${place}`, { method })
      expect([status, headers['allow'], text]).toEqual([405, 'POST', expect.stringContaining('A2A is answered here')])
    }
  expect((await ask(`${url}agents/nobody/a2a`)).status).toBe(404)
})

test('under a former id the documents are moved, and the endpoint is that of the agent', async () => {
  const { url } = await serve(await servedSpace())
  for (const place of ['.well-known/agent-card.json', 'agent-registration.json']) {
    const { status, headers } = await ask(`${url}agents/baker/${place}`)
    const target = new URL(String(headers['location']), `${url}agents/baker/${place}`).href
    expect([status, target]).toEqual([308, `${url}agents/cook/${place}`])
  }
  const sent = await rpc(`${url}agents/baker/a2a`, 'SendMessage', { message: message('Bake a bread.') })
  expect(sent).toMatchObject({ result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } } })
  expect(await rpc(`${url}agents/cook/a2a`, 'ListTasks', {})).toMatchObject({ result: { totalSize: 1 } })
  const described = await rpc(`${url}a2a`, 'SendMessage', { message: message('describe baker') })
  expect(JSON.stringify(described)).toContain(`${url}agents/cook/.well-known/agent-card.json`)
  const page = await ask(`${url}agents/baker/`)
  expect([page.status, page.headers['location']]).toEqual([308, '../cook/'])
  expect((await ask(`${url}agents/old/`)).status).toBe(404)
})

test('an older registry that is put back is answered to those who know the newer one', async () => {
  const space = await servedSpace()
  const { agentsFile } = space.paths
  const { url } = await serve(space)
  const card = `${url}agents/gardener/.well-known/agent-card.json`
  const yaml = await readFile(agentsFile, 'utf8')
  await utimes(agentsFile, 1_700_000_000, 1_700_000_000)
  const before = await ask(card)
  await writeFile(agentsFile, yaml.replace('waters flowers', 'waters every flower'))
  const newer = String((await ask(card)).headers['last-modified'])
  await writeFile(agentsFile, yaml)
  await utimes(agentsFile, 1_700_000_000, 1_700_000_000)
  const back = await ask(card, { headers: { 'if-modified-since': newer } })
  expect([back.status, back.text]).toEqual([200, before.text])
})

const losses: readonly (readonly [string, (file: string) => Promise<void>])[] = [
  ['emptied', async (file) => await writeFile(file, '')],
  ['left with a line feed', async (file) => await writeFile(file, '\n')],
  ['deleted', async (file) => await rm(file)],
]
test.each(losses)('agents.yaml is %s: the agents stay, and the log says so once', async (_what, lose) => {
  const space = await servedSpace()
  const { agentsFile } = space.paths
  const { url } = await serve(space)
  const before = await seen(url)
  await lose(agentsFile)
  expect([await seen(url), await seen(url)]).toEqual([before, before])
  expect(space.logged.filter((line) => line.includes('the registry can not be read'))).toHaveLength(1)
  await writeFile(agentsFile, 'agents: {}')
  expect((await ask(`${url}agents/gardener/.well-known/agent-card.json`)).status).toBe(404)
})

test.each(['before', 'after'])('the space moves away %s somebody searched: no folder is made anew', async (when) => {
  const space = await servedSpace()
  const { datacore, root } = space.paths
  const { url } = await serve(space)
  const [card] = when === 'after' ? await seen(url) : [(await ask(`${url}agents/gardener/${cardPath}`)).text]
  await rename(datacore, join(root, 'elsewhere'))
  expect((await ask(`${url}agents/gardener/${cardPath}`)).text).toBe(card)
  const search = await post(`${url}search`, { query: { text: 'tomatoes' } })
  expect([search.status, search.text]).toEqual([503, textOf(/is not where it was/)])
  const run = await rpc(`${url}agents/cook/a2a`, 'SendMessage', { message: message('Bake a bread.') })
  expect(run).toMatchObject({ result: { task: { status: { state: 'TASK_STATE_REJECTED' } } } })
  expect([existsSync(datacore), space.logged.join()]).toEqual([false, textOf(/has no .datacore folder/)])
})

test('a document that can not be made is answered with 500, and the log says why', async () => {
  const space = await servedSpace()
  const { url } = await serve(space)
  const broken = vi.spyOn(Publications.prototype, 'current').mockImplementation(() => {
    throw new Error('the password is 1234')
  })
  onTestFinished(() => broken.mockRestore())
  const { status, text } = await ask(`${url}agents/gardener/${cardPath}`)
  expect([status, jsonOf({ status, text, headers: {} })]).toMatchObject([
    500,
    { errorCode: 'INTERNAL_ERROR', message: 'The server broke; its log says why.' },
  ])
  expect(space.logged.join()).toContain('the password is 1234')
})

const cardPath = '.well-known/agent-card.json'

/** What others see of an agent: its card, and what a search finds. */
async function seen(url: string): Promise<readonly string[]> {
  const query = { text: 'Plants tomatoes and waters flowers' }
  return [(await ask(`${url}agents/gardener/${cardPath}`)).text, (await post(`${url}search`, { query })).text]
}

function textOf(pattern: RegExp): unknown {
  return expect.stringMatching(pattern)
}
