import { readFile, writeFile } from 'node:fs/promises'
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import { expect, test } from 'vitest'
import { ask, jsonOf } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace } from './__fixtures__/served-space.ts'

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
  expect(Date.parse(modified)).toBeLessThanOrEqual(Date.now())
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
  const absent = ['agents/nobody', 'agents/old', 'agents/baker', 'agents/cook%2f..%2fcook', 'agents']
  for (const place of absent)
    expect([place, (await ask(`${url}${place}/.well-known/agent-card.json`)).status]).toEqual([place, 404])
  expect((await ask(`${url}.well-known/jwks.json`)).status).toBe(404)
  expect((await ask(`${url}agents/cook/.well-known/agent-card.json`, { method: 'DELETE' })).status).toBe(404)
  expect((await ask(url)).headers['link']).toBe(`<${url}.well-known/ai-catalog.json>; rel="ai-catalog"`)
})
