import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { localServer } from '../__fixtures__/local-server.ts'
import { mcpServer } from '../__fixtures__/mcp-tools.ts'
import { openTestSources, sourcesSpace } from '../__fixtures__/sources-space.ts'

test.each(['json', 'hangs'])(
  'a server that is reached over HTTP: %s',
  async (mode) => {
    const handler = createMcpHandler(() => mcpServer(mode))
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
    const answer = await sources.ask(source, 'x', { signal: new AbortController().signal })
    expect(answer).toMatchObject(
      mode === 'json' ? { ok: true, documents: [{ title: 'About x' }] } : { ok: false, code: 'SOURCE_TIMEOUT' },
    )
    expect(new Set(seen)).toEqual(new Set(['Bearer k3y']))
  },
  20_000,
)
