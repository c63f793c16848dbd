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

const swagger = `
swagger: '2.0'
info: {title: Harbour Records}
host: records.example
basePath: /v2
schemes: [http, https]
securityDefinitions: {token: {type: apiKey, in: header, name: X-Key}}
security: [{token: []}]
paths:
  /records:
    get:
      operationId: findRecords
      parameters: [{$ref: '#/parameters/Words'}, {name: lang, in: query, required: true, type: string, default: en}]
      responses: {200: {schema: {type: array, items: {$ref: '#/definitions/Record'}}}}
    post:
      operationId: searchRecords
      parameters: [{name: search, in: body, schema: {$ref: '#/definitions/Search'}}]
      responses: {200: {schema: {type: array, items: {$ref: '#/definitions/Record'}}}}
parameters: {Words: {name: query, in: query, type: string}}
definitions:
  Record: {properties: {title: {}, url: {}}}
  Search:
    required: [kinds]
    properties: {query: {type: string}, kinds: {default: [log]}, rows: {type: integer}, sort: {type: string}}
`

const posted = `
openapi: 3.0.3
info: {title: Tide Tables}
servers: [{url: 'https://tides.example'}]
paths:
  /search:
    post:
      requestBody:
        required: true
        content:
          application/json: {schema: {allOf: [{required: [exact], properties: {exact: {default: false}}}], properties: {text: {}, size: {}}}}
      responses: {200: {content: {application/json: {schema: {items: {properties: {title: {}, link: {}}}}}}}}
`

test('a Swagger 2.0 description: its address, key, usual values, and answer', () => {
  expect(sourceOfOpenApi(read(swagger), {}).entry).toMatchObject({
    api_key: 'HARBOUR_RECORDS_API_KEY',
    request: {
      url: 'https://records.example/v2/records?query={query}&lang=en',
      headers: { 'X-Key': '{api_key}' },
    },
    response: { items: '$[*]', title: 'title', url: 'url' },
  })
  const plain = swagger.replace('[http, https]', '[http]')
  expect(sourceOfOpenApi(read(plain), {}).entry).toHaveProperty(
    'request.url',
    'http://records.example/v2/records?query={query}&lang=en',
  )
})

test('a POST with a JSON body, only where it is named', () => {
  const { entry } = sourceOfOpenApi(read(swagger), { operation: 'searchRecords' })
  expect(entry['request']).toEqual({
    url: 'https://records.example/v2/records',
    method: 'POST',
    body: { query: '{query}', kinds: ['log'], rows: '{limit}' },
    headers: { 'X-Key': '{api_key}' },
  })
  expect(sourceOfOpenApi(read(swagger), { operation: '/records' }).entry).not.toHaveProperty('request.method')
  expect(sourceOfOpenApi(read(posted), { operation: 'POST /search' }).entry['request']).toEqual({
    url: 'https://tides.example/search',
    method: 'POST',
    body: { text: '{query}', size: '{limit}', exact: false },
  })
})

test('a POST that was made of a description is asked with the words, and answers', async () => {
  const server = await localServer((request, response, body) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify([{ title: `${request.method} ${body}`, link: 'https://t.example/1' }]))
  })
  const { entry } = sourceOfOpenApi(read(posted), { operation: 'POST /search', url: server.origin })
  const space = await sourcesSpace(JSON.stringify({ sources: { tides: entry } }))
  const sources = await openTestSources(space, {}, { fetch: server.fetch })
  const [source] = sources.all
  if (source === undefined) throw new Error('No source.')
  const body = '{"text":"low \\"tide\\"","size":3,"exact":false}'
  expect(await sources.ask(source, 'low "tide"', { signal: new AbortController().signal, limit: 3 })).toMatchObject({
    documents: [{ title: `POST ${body}` }],
  })
})

test.each([
  ['nothing', '[]', {}, 'nothing in it is a GET that takes words'],
  ['several', library.replace('/words', '/search/words'), {}, 'searchPages, completions'],
  ['no such operation', library, { operation: 'none' }, 'none is a GET that takes words'],
  ['a POST that nobody names', posted, {}, 'a POST is taken only by name: POST /search'],
  ['a path that has only a POST', posted, { operation: '/search' }, 'a POST is taken only by name: POST /search'],
  [
    'a POST that is no JSON',
    posted
      .replace('post:', 'post:\n      parameters: [{name: q, in: query}]')
      .replace('application/json:', 'text/xml:'),
    { operation: 'POST /search' },
    'needs a body that is not JSON',
  ],
  [
    'a needed part in another file',
    library.replace('#/components/parameters/Size', 'common.yaml#/Size'),
    {},
    'needs common.yaml#/Size',
  ],
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
