import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, test, vi } from 'vitest'
import { localServer } from '../__fixtures__/local-server.ts'
import { mcpServer } from '../__fixtures__/mcp-tools.ts'
import { openTestSources, sourcesSpace } from '../__fixtures__/sources-space.ts'
import { standingClock } from '../__fixtures__/standing-clock.ts'
import type { AskedSearch } from '../open-sources.ts'

type Asked = {
  readonly asking: Promise<AskedSearch>
  /** A question has come that gets no answer. */
  readonly hung: Promise<void>
  /** `Authorization` of all requests. */
  readonly seen: readonly (string | undefined)[]
}

/** Asks a server that is reached over HTTP. */
async function ask(mode: string): Promise<Asked> {
  const { promise: hung, resolve } = Promise.withResolvers<void>()
  const handler = createMcpHandler(() => mcpServer(mode, resolve))
  const seen: (string | undefined)[] = []
  const server = await localServer((incoming, outgoing, body) => {
    seen.push(incoming.headers.authorization)
    const sent = Object.entries(incoming.headersDistinct)
    const headers = new Headers(sent.map(([name, values]) => [name, (values ?? []).join(', ')]))
    const { method = 'GET', url = '/' } = incoming
    const request = new Request(`http://127.0.0.1${url}`, { method, headers, ...(body === '' ? {} : { body }) })
    const answer = async (): Promise<void> => {
      const response = await handler.fetch(request)
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      for await (const chunk of response.body ?? []) outgoing.write(chunk)
      outgoing.end()
    }
    answer().catch(() => outgoing.destroy())
  })
  const paths = await sourcesSpace(`sources:
  tides: { type: mcp, tool: tides_search, layers: [search], content_type: documents, timeout_ms: 1500, api_key: K,
    mcp: { url: '${server.origin}/mcp', headers: { Authorization: 'Bearer {api_key}' } } }
`)
  const sources = await openTestSources(paths, {}, { fetch: server.fetch, secret: () => Promise.resolve('k3y') })
  const [source] = sources.all
  if (source === undefined) throw new Error('No source.')
  return { asking: sources.ask(source, 'spring tides', { signal: new AbortController().signal }), hung, seen }
}

test('a server that is reached over HTTP gets the key', async () => {
  standingClock()
  const { asking, seen } = await ask('json')
  expect(await asking).toMatchObject({ ok: true, documents: [{ title: 'About spring tides' }] })
  expect(new Set(seen)).toEqual(new Set(['Bearer k3y']))
})

test('one that hangs costs its own time', async () => {
  standingClock()
  const { asking, hung } = await ask('hangs')
  await hung
  await vi.advanceTimersByTimeAsync(1500)
  expect(await asking).toMatchObject({ ok: false, code: 'SOURCE_TIMEOUT', took_ms: 1500 })
})

test.each([
  ['structured', { documents: [{ title: 'About spring tides', url: 'https://t.example/1' }] }],
  [
    'markdown',
    {
      documents: [{ title: 'Tides' }, { title: 'Moon' }],
      answer: 'See [Tides](https://t.example/1) and [Moon](https://t.example/2).',
    },
  ],
  ['links', { documents: [{ title: 'Tides', url: 'https://t.example/1' }] }],
  ['prose', { documents: [], answer: 'Tides rise twice a day.' }],
])('maps what a tool gives: %s', async (mode, expected) => {
  standingClock()
  expect(await (await ask(mode)).asking).toMatchObject({ ok: true, ...expected })
})
