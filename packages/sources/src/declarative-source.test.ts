import { expect, test } from 'vitest'
import { localServer } from './__fixtures__/local-server.ts'
import { openTestSources, sourcesSpace } from './__fixtures__/sources-space.ts'
import type { AskedSearch } from './open-sources.ts'

type Server = Awaited<ReturnType<typeof localServer>>

async function ask(yaml: string, { server, query }: { server: Server; query: string }): Promise<AskedSearch> {
  const paths = await sourcesSpace(
    `sources:\n  notes:\n    type: api\n    tool: http\n    layers: [research]\n    content_type: documents\n${yaml}`,
  )
  const secret = (name: string): Promise<string | undefined> =>
    Promise.resolve(name === 'NOTES_KEY' ? 'k3y' : undefined)
  const sources = await openTestSources(paths, {}, { fetch: server.fetch, secret })
  expect(sources.findings).toEqual([])
  const [source] = sources.all
  if (source === undefined) throw new Error('No source.')
  return await sources.ask(source, query, { signal: new AbortController().signal, limit: 3 })
}

test('a JSON API needs an entry only: GET', async () => {
  const seen: string[] = []
  const server = await localServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${String(request.headers['x-key'])}`)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        results: [
          {
            name: 'Spring <b>tides</b>',
            link: 'https://t.example/1',
            body: 'They are\nhigh.',
            at: 1_700_000_000,
            by: [{ n: 'A' }],
          },
          { name: '', link: 'https://t.example/2' },
          { name: 'Neap tides', link: 'javascript:alert(1)', at: '2024' },
        ],
        summary: 'Tides rise.',
      }),
    )
  })
  const yaml = `    api_key: NOTES_KEY
    request: { url: '${server.origin}/s?q={query}&n={limit}', headers: { X-Key: '{api_key}' } }
    response: { items: '$.results[*]', title: name, url: link, text: body, published: at, authors: '$.by[*].n', answer: '$.summary' }
`
  const answer = await ask(yaml, { server, query: 'a&b=c #x/../ {api_key} ü' })
  expect(seen).toEqual(['GET /s?q=a%26b%3Dc%20%23x%2F..%2F%20%7Bapi_key%7D%20%C3%BC&n=3 k3y'])
  expect(answer).toMatchObject({
    ok: true,
    answer: 'Tides rise.',
    documents: [
      {
        id: 'https://t.example/1',
        title: 'Spring tides',
        url: 'https://t.example/1',
        snippet: 'They are high.',
        publishedAt: '2023-11-14T22:13:20.000Z',
        authors: ['A'],
      },
      { id: 'Neap tides', title: 'Neap tides', publishedAt: '2024' },
    ],
  })
})

test('and POST, where the query cannot leave its place in the body', async () => {
  const seen: unknown[] = []
  const server = await localServer((_, response, body) => {
    seen.push(JSON.parse(body))
    response.end('{"hits":[]}')
  })
  const yaml = `    request: { url: '${server.origin}/s', method: POST, body: { q: '{query}', n: '{limit}', deep: [{ t: 'about {query}' }] } }
    response: { items: '$.hits[*]', title: name }
`
  const query = '", "admin": true, "x": "\n{limit}'
  expect(await ask(yaml, { server, query })).toMatchObject({ ok: true, documents: [] })
  expect(seen).toEqual([{ q: query, n: 3, deep: [{ t: `about ${query}` }] }])
})

test('rows of metrics', async () => {
  const server = await localServer((_, response) => response.end('[{"p":"Lido","tvl":3.5,"x":{"y":true}}]'))
  const yaml = `    request: { url: '${server.origin}/p' }
    response: { items: '$[*]', title: p, data: { tvl: tvl, y: '$.x.y', none: nowhere } }
`
  const answer = await ask(yaml, { server, query: 'x' })
  expect(answer).toMatchObject({ ok: true, documents: [{ title: 'Lido', data: [{ tvl: 3.5, y: true, none: null }] }] })
})

test.each([
  ['a page', 200, '<!doctype html><p>Wait</p>', 'SOURCE_ANSWER_INVALID'],
  ['half an answer', 200, '{"hits":[{"name":', 'SOURCE_ANSWER_INVALID'],
  ['a failure', 500, 'oops', 'SOURCE_FAILED'],
  ['a refusal', 403, 'key k3y is wrong', 'SOURCE_FAILED'],
])('%s is told with a code and without the key', async (_, status, body, code) => {
  const server = await localServer((_request, response) => {
    response.statusCode = status
    response.end(body)
  })
  const yaml = `    api_key: NOTES_KEY
    timeout_ms: 3000
    request: { url: '${server.origin}/s?key={api_key}' }
    response: { items: '$.hits[*]', title: name }
`
  const answer = await ask(yaml, { server, query: 'x' })
  expect(answer).toMatchObject({ ok: false, code })
  expect(JSON.stringify(answer)).not.toContain('k3y')
})

test('a place that is no JSONPath is told as a fault of the entry', async () => {
  const server = await localServer((_, response) => response.end('{"hits":[]}'))
  const yaml = `    request: { url: '${server.origin}/s' }
    response: { items: '$.hits[', title: name }
`
  expect(await ask(yaml, { server, query: 'x' })).toMatchObject({ ok: false, code: 'SOURCE_MISCONFIGURED' })
})

test('a private host that the settings do not name is not asked', async () => {
  const server = await localServer((_, response) => response.end('{"hits":[]}'))
  const yaml = `    request: { url: 'http://localhost:1/s' }
    response: { items: '$.hits[*]', title: name }
`
  expect(await ask(yaml, { server, query: 'x' })).toMatchObject({
    ok: false,
    code: 'FETCH_REFUSED',
    reason: expect.stringContaining('network.allow_private'),
  })
})
