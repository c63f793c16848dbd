import { parseYaml } from '@datacortex/platform/yaml'
import { expect, test } from 'vitest'
import { localServer } from '../__fixtures__/local-server.ts'
import { openTestSources, sourcesSpace } from '../__fixtures__/sources-space.ts'
import { sourceOfOpenApi } from './source-of-openapi.ts'

const library = `
openapi: 3.1.0
info: {title: Lighthouse Library}
servers: [{url: 'https://{host}/v1/', variables: {host: {default: library.example}}}]
security: [{key: []}]
paths:
  /pages/{lang}/search:
    parameters: [{name: lang, in: path, required: true, schema: {default: en}}]
    get:
      operationId: searchPages
      parameters:
        - {name: q, in: query, required: true}
        - {$ref: '#/components/parameters/Size'}
        - {name: sort, in: query}
        - {name: X-Client, in: header, required: true, example: tests}
      responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Answer'}}}}}
  /pages:
    get: {operationId: listPages, parameters: [{name: cursor, in: query}]}
  /words:
    get: {operationId: completions, parameters: [{name: text, in: query}]}
components:
  parameters: {Size: {name: page_size, in: query}}
  securitySchemes: {key: {type: apiKey, in: query, name: token}}
  schemas:
    Answer:
      properties:
        tags: {items: {type: string}}
        result: {properties: {hits: {type: array, items: {allOf: [{$ref: '#/components/schemas/Page'}]}}}}
    Page: {properties: {name: {}, link: {}, summary: {}, created_at: {}, next: {$ref: '#/components/schemas/Page'}}}
`

const read = (text: string): unknown => parseYaml(text).document.toJS()

test('the operation that is for searching, with its limit, key, and places in the answer', () => {
  expect(sourceOfOpenApi(read(library), {})).toEqual({
    id: 'lighthouse-library',
    entry: {
      type: 'api',
      description: 'Lighthouse Library',
      tool: 'http',
      layers: ['search', 'research'],
      content_type: 'documents',
      max_latency_ms: 4000,
      api_key: 'LIGHTHOUSE_LIBRARY_API_KEY',
      request: {
        url: 'https://library.example/v1/pages/en/search?q={query}&page_size={limit}&token={api_key}',
        headers: { 'X-Client': 'tests' },
      },
      response: {
        items: '$["result"]["hits"][*]',
        title: 'name',
        url: 'link',
        text: 'summary',
        published: 'created_at',
      },
    },
  })
})

test('a key in a header, another address, and an API without a key', () => {
  const bearer = library.replace('{type: apiKey, in: query, name: token}', '{type: http, scheme: bearer}')
  expect(sourceOfOpenApi(read(bearer), { key: 'MINE', url: 'http://127.0.0.1:8042' }).entry).toMatchObject({
    api_key: 'MINE',
    request: {
      url: 'http://127.0.0.1:8042/pages/en/search?q={query}&page_size={limit}',
      headers: { Authorization: 'Bearer {api_key}' },
    },
  })
  expect(sourceOfOpenApi(read(library.replace('[{key: []}]', '[{key: []}, {}]')), {}).entry).not.toHaveProperty(
    'api_key',
  )
})

test.each([
  ['nothing', '[]', {}, 'nothing in it is a GET that takes words'],
  ['several', library.replace('/words', '/search/words'), {}, 'searchPages, completions'],
  ['no such operation', library, { operation: 'none' }, 'none is a GET that takes words'],
  ['no answer', library, { operation: 'completions' }, 'where in its answer the list is'],
  ['no address', library.replace('https://{host}/v1/', '/v1'), {}, 'at which address'],
  ['a host of others', library, { url: 'https://{query}.example' }, 'at which address'],
  ['no title', library.replace('{name: {}, ', '{'), {}, 'no title or name'],
  ['a basic login', library.replace('apiKey, in: query', 'http, scheme: basic'), {}, 'but by key'],
  ['a needed part', library.replace('schema: {default: en}', 'schema: {}'), {}, 'needs lang'],
  [
    'a circle',
    library.replace('Size: {name: page_size, in: query}', "Size: {$ref: '#/components/parameters/Size'}"),
    {},
    'lead in circles',
  ],
])('%s makes no source', (_, text, options, reason) => {
  const made = (): unknown => sourceOfOpenApi(read(text), options)
  expect(made).toThrowError(expect.objectContaining({ code: 'SOURCE_OPENAPI_UNCLEAR' }))
  expect(made).toThrowError(reason)
})

test('what was made of it is asked, and answers', async () => {
  const server = await localServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ result: { hits: [{ name: `Found by ${request.url}`, link: 'https://t.example/1' }] } }),
    )
  })
  const { entry } = sourceOfOpenApi(read(library), { url: server.origin, key: 'K' })
  const secret = () => Promise.resolve('k3y')
  const sources = await openTestSources(
    await sourcesSpace(JSON.stringify({ sources: { library: entry } })),
    {},
    { fetch: server.fetch, secret },
  )
  const [source] = sources.all
  if (source === undefined) throw new Error('No source.')
  expect(await sources.ask(source, 'a&b', { signal: new AbortController().signal, limit: 3 })).toMatchObject({
    documents: [{ title: 'Found by /pages/en/search?q=a%26b&page_size=3&token=k3y', url: 'https://t.example/1' }],
  })
})
