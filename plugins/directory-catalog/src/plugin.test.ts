import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type DirectoryPlace, startPlugin, testDirectoryPlugin, testManifest } from '@datacortex/testkit'
import { FlattenedSign, exportJWK, generateKeyPair } from 'jose'
import canonicalize from 'canonicalize'
import { expect, test } from 'vitest'
import { plugin } from './plugin.ts'
import { walkCatalogs } from './walk-catalogs.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()

type Documents = (origin: string) => Readonly<Record<string, unknown>>

type Site = DirectoryPlace & { readonly origin: string; readonly asked: readonly string[] }

async function site(documents: Documents, path = '/'): Promise<Site> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const found = documents(origin)[request.url ?? '']
    const isAway = typeof found === 'string' && found.startsWith('-> ')
    const status = typeof found === 'number' ? found : isAway ? 302 : found === undefined ? 404 : 200
    response.writeHead(status, isAway ? { location: found.slice(3) } : {})
    response.end(typeof found === 'string' ? found : JSON.stringify(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    asked,
    settings: { addresses: [origin + path] },
    network: [origin.slice('http://'.length)],
    [Symbol.asyncDispose]: async () => await new Promise((resolve) => server.close(() => resolve())),
  }
}

const card = (name: string, more: object = {}): object => ({
  name,
  description: `${name} knows the tides.`,
  version: '1.0.0',
  supportedInterfaces: [{ url: `https://${name}.example/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  skills: [{ id: 's', name: 'Tide tables', description: 'Reads tide tables.', tags: ['sea'] }],
  ...more,
})
const entry = (kind: 'a2a-agent-card' | 'ai-catalog', more: object): object => ({
  identifier: `urn:air:tides.example:${JSON.stringify(more).length}`,
  displayName: 'x',
  mediaType: `application/${kind}+json`,
  ...more,
})
const catalog = (...entries: readonly object[]): object => ({ specVersion: '1.0', entries })

const good: Documents = () => ({
  '/.well-known/ai-catalog.json': catalog(
    entry('a2a-agent-card', { url: '/one.json' }),
    entry('ai-catalog', { url: '/more.json' }),
    entry('a2a-agent-card', { data: card('three') }),
  ),
  // It names the first again, and itself.
  '/more.json': catalog(
    entry('a2a-agent-card', { url: '/two.json' }),
    entry('a2a-agent-card', { url: '/one.json' }),
    entry('ai-catalog', { url: '/.well-known/ai-catalog.json' }),
    entry('ai-catalog', { url: '/more.json' }),
  ),
  '/one.json': card('one'),
  '/two.json': card('two'),
})

testManifest(directory)
testDirectoryPlugin(plugin, {
  directory,
  start: async () => await site(good),
  broken: async () => await site(() => ({ '/': '<p>Hello</p>', '/.well-known/agent-card.json': { hello: 'world' } })),
  query: 'Who reads tide tables?',
  unknown: ({ settings }) => `${(settings as { addresses: string[] }).addresses[0]}none.json`,
})

async function listed(place: Site) {
  await using started = await startPlugin(plugin, { directory, settings: place.settings, network: place.network })
  return await started.list({ signal, limit: 1000 })
}

test('catalogues that name each other are read once each, and what is nested too deep is named', async () => {
  await using place = await site(() => {
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, depth) => [
        `/${depth}.json`,
        catalog(entry('ai-catalog', { url: `/${depth + 1}.json` })),
      ]),
    )
    return { '/.well-known/ai-catalog.json': catalog(entry('ai-catalog', { url: '/0.json' })), ...chain }
  })
  const { agents, failures } = await listed(place)
  expect(agents).toEqual([])
  expect(failures).toMatchObject([{ code: 'PROTOCOLS_UNREADABLE', at: `${place.origin}/4.json` }])
  expect(place.asked.filter((path) => path.startsWith('/3'))).toHaveLength(1)
  await using looped = await site(good)
  const { notes = [] } = await listed(looped)
  expect(notes.map(({ at, code }) => [at.slice(looped.origin.length), code])).toEqual([
    ['/.well-known/ai-catalog.json', 'PROTOCOLS_CATALOG_LOOP'],
    ['/more.json', 'PROTOCOLS_CATALOG_LOOP'],
  ])
  expect(looped.asked.filter((path) => path !== '/').toSorted()).toEqual(
    ['/.well-known/ai-catalog.json', '/more.json', '/one.json', '/two.json'].toSorted(),
  )
})

test('a card of the web that redirects to this machine is named, and not asked for there', async () => {
  const asked: string[] = []
  const web = async (url: string): Promise<Response> => {
    asked.push(url)
    if (url.endsWith('/in.json'))
      return await Promise.resolve(new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:8545/' } }))
    const entries = catalog(...['/in.json', '/one.json'].map((one) => entry('a2a-agent-card', { url: one })))
    return Response.json(url.endsWith('/one.json') ? card('one') : entries)
  }
  const { agents, failures } = await walkCatalogs(['https://tides.example/catalog.json'], { fetch: web, signal })
  expect(agents.map(({ name }) => name)).toEqual(['one'])
  expect(failures).toMatchObject([{ at: 'https://tides.example/in.json', code: 'PROTOCOLS_LEADS_INWARD' }])
  expect(asked.filter((url) => url.includes('127.0.0.1'))).toEqual([])
})

test('of all documents together no more is read than a limit, which is said', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `/${index}.json`)
  await using place = await site(() => ({
    '/.well-known/ai-catalog.json': catalog(...names.map((url) => entry('a2a-agent-card', { url }))),
    ...Object.fromEntries(names.map((name) => [name, card('x'.repeat(1000))])),
  }))
  const { agents, failures } = await walkCatalogs([`${place.origin}/`], { fetch, signal }, 15_000)
  expect(agents.length).toBeGreaterThan(0)
  expect(place.asked.length).toBeLessThan(30)
  expect(failures).toMatchObject([
    { code: 'PROTOCOLS_UNREADABLE', message: expect.stringContaining('15000') as string },
  ])
})

test('what is kept without the key of its address is shown with that of the settings, and else not asked for', async () => {
  await using place = await site(() => ({ '/one.json?token=hunter2': card('one') }), '/one.json?token=hunter2')
  await using started = await startPlugin(plugin, { directory, settings: place.settings, network: place.network })
  expect(await started.show?.(`${place.origin}/one.json?token=***`, { signal })).toMatchObject({ name: 'one' })
  await expect(started.show?.(`${place.origin}/two.json?token=***`, { signal })).rejects.toMatchObject({
    code: 'PROTOCOLS_UNREADABLE',
  })
  expect(place.asked).toEqual(['/one.json?token=hunter2'])
})

test('one card that fails costs only itself', async () => {
  await using place = await site(() => ({
    '/.well-known/ai-catalog.json': catalog(
      entry('a2a-agent-card', { url: '/one.json' }),
      entry('a2a-agent-card', { url: '/gone.json' }),
      entry('a2a-agent-card', { url: '/broken.json' }),
      entry('a2a-agent-card', { url: '/round.json' }),
      entry('a2a-agent-card', { url: '/teapot.json' }),
      entry('a2a-agent-card', {}),
      entry('ai-catalog', { url: '/old.json' }),
    ),
    '/one.json': card('one'),
    '/broken.json': '{"name":',
    '/round.json': '-> /round.json',
    '/teapot.json': 418,
    '/old.json': { specVersion: '2.0', entries: [] },
  }))
  const { agents, failures } = await listed(place)
  expect(agents.map(({ name }) => name)).toEqual(['one'])
  expect(failures).toHaveLength(6)
  expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['PROTOCOLS_UNREADABLE']))
})

test('a signature holds only with a key of the host itself, and over the card as it is', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] }
  const signed = async (name: string, jku: string): Promise<object> => {
    const plain = card(name)
    const { protected: head, signature } = await new FlattenedSign(new TextEncoder().encode(canonicalize(plain)))
      .setProtectedHeader({ alg: 'ES256', kid: 'k', typ: 'JOSE', jku })
      .sign(privateKey)
    return { ...plain, signatures: [{ protected: head, signature }] }
  }
  let cards: Readonly<Record<string, unknown>> = {}
  await using place = await site((origin) => ({
    '/.well-known/ai-catalog.json': catalog(
      ...['good', 'changed', 'foreign', 'plain'].map((name) =>
        entry('a2a-agent-card', { url: `${origin}/${name}.json` }),
      ),
    ),
    '/.well-known/jwks.json': keys,
    ...cards,
  }))
  const own = `${place.origin}/.well-known/jwks.json`
  cards = {
    '/good.json': await signed('good', own),
    '/changed.json': { ...(await signed('changed', own)), description: 'Another one.' },
    '/foreign.json': await signed('foreign', 'https://mallory.example/keys.json'),
    '/plain.json': card('plain'),
  }
  const { agents } = await listed(place)
  expect(agents.map(({ name, proofs }) => [name, proofs?.map(({ holds }) => holds)])).toEqual([
    ['changed', [false]],
    ['foreign', [false]],
    ['good', [true]],
    ['plain', undefined],
  ])
})
