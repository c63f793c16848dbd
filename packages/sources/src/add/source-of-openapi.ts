import { isRecord, recordOf } from '@datacortex/platform'
import { sourceError } from '../errors.ts'
import { keyName, sourceIdOf } from './sources-of-servers.ts'

/** `operation`: by `operationId` or path; `url`: of the API; `key`: name of its secret. */
type OpenApiOptions = Readonly<Partial<Record<'operation' | 'url' | 'key', string | undefined>>>

type Fields = Readonly<Record<string, unknown>>

/**
 * The source that an OpenAPI 3 or Swagger 2.0 description makes: a GET that takes words and gives a list, asked by an
 * entry alone. A POST may write something: one is taken only if it is named.
 * @throws `SOURCE_OPENAPI_UNCLEAR` where nothing in it can be asked so, or several can.
 * @example sourceOfOpenApi(parseYaml(text).document.toJS(), { operation: 'searchPages' }).entry
 * @see DIP-0021 §3.6
 */
export function sourceOfOpenApi(description: unknown, options: OpenApiOptions) {
  const root = recordOf(description)
  const { title = 'api' } = recordOf(root['info'])
  const id = sourceIdOf(String(title))
  const look = lookIn(root)
  const one = chosenOf(look, { ...options, root })
  const key = keyOf(look, { root, one })
  return {
    id,
    entry: {
      type: 'api',
      description: String(title).replaceAll(/\s+/g, ' ').slice(0, 200),
      tool: 'http',
      layers: ['search', 'research'],
      content_type: 'documents',
      max_latency_ms: 4000,
      ...(key === undefined ? {} : { api_key: options.key ?? keyName(id) }),
      request: requestOf(one, { url: options.url ?? serverOf(root), key }),
      response: responseOf(look, one.operation),
    },
  }
}

function unclear(reason: string): Error {
  return sourceError('SOURCE_OPENAPI_UNCLEAR', { reason })
}

type Look = (value: unknown) => Fields

/** Follows references within bounds: a description may refer to itself. */
function lookIn(root: Fields): Look {
  let steps = 0
  return (value) => {
    let found = value
    while (isRecord(found) && typeof found['$ref'] === 'string') {
      steps += 1
      // Other files are not read; what stands there may be needed.
      if (!found['$ref'].startsWith('#')) return { in: 'elsewhere', name: found['$ref'], required: true }
      if (steps > 2000) throw unclear('its references lead in circles, or are too many')
      const names = found['$ref'].replace(/^#\//, '').split('/')
      found = names
        .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((inside, name) => (isRecord(inside) && Object.hasOwn(inside, name) ? inside[name] : {}), root)
    }
    return recordOf(found)
  }
}

function serverOf({ servers, host, basePath, schemes }: Fields): string {
  if (typeof host === 'string') {
    const isPlain = Array.isArray(schemes) && schemes.includes('http') && !schemes.includes('https')
    return `${isPlain ? 'http' : 'https'}://${host}${textOr(basePath, '')}`
  }
  const { url = '', variables } = recordOf(Array.isArray(servers) ? servers[0] : undefined)
  return String(url).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    textOr(recordOf(recordOf(variables)[name])['default'], whole),
  )
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

type Candidate = {
  readonly path: string
  readonly method: 'get' | 'post'
  readonly name: string
  readonly operation: Fields
  readonly parameters: readonly Fields[]
}

const queryNames = /^(?:q|query|search|search_?(?:term|query|text)|terms?|keywords?|text|phrase)$/i
const limitNames =
  /^(?:limit|size|count|n|top|rows|(?:per_?)?page_?size|per_?page|max_?results|num_?results|hits_?per_?page)$/i

/** The only operation that takes words, or of several the only one that is called a search. */
function chosenOf(look: Look, { root, operation: wanted }: OpenApiOptions & { readonly root: Fields }): Candidate {
  const all = Object.entries(recordOf(root['paths'])).flatMap(([path, written]): readonly Candidate[] => {
    const item = look(written)
    return (['get', 'post'] as const).flatMap((method) => {
      const operation = recordOf(item[method])
      const lists = [item['parameters'], operation['parameters']].flatMap((list) => (Array.isArray(list) ? list : []))
      const name = textOr(operation['operationId'], method === 'get' ? path : `POST ${path}`)
      const parameters = [...lists.map(look), ...(method === 'get' ? [] : bodyParameters(look, operation))]
      return [{ path, method, name, operation, parameters: parameters.flatMap((one) => inBody(look, one)) }]
    })
  })
  const asking = all.filter(({ parameters }) => parameters.some(isQuery))
  const able = asking.filter(({ path, name, method }) =>
    method === 'post' ? wanted === name : wanted === undefined || wanted === path || wanted === name,
  )
  const searches = able.filter(({ path, name }) => /search|find|query/i.test(`${path} ${name}`))
  const [one, ...others] = searches.length === 1 ? searches : able
  if (one === undefined) {
    const posts = asking.filter(({ method }) => method === 'post').slice(0, 10)
    const others =
      posts.length === 0 ? '' : `; a POST is taken only by name: ${posts.map(({ name }) => name).join(', ')}`
    throw unclear(`${wanted ?? 'nothing in it'} is a GET that takes words to search for${others}`)
  }
  if (others.length === 0) return one
  const names = able.slice(0, 10).map(({ name }) => name)
  throw unclear(`several of its operations take words to search for: ${names.join(', ')}`)
}

function isQuery({ in: place, name }: Fields): boolean {
  return (place === 'query' || place === 'body') && queryNames.test(String(name))
}

/** The body of OpenAPI 3 as Swagger 2.0 has it: a parameter. */
function bodyParameters(look: Look, { requestBody }: Fields): readonly Fields[] {
  const { content, required } = look(requestBody)
  const schema = jsonSchemaIn(content)
  if (schema !== undefined) return [{ in: 'body', schema }]
  return required === true ? [{ in: 'elsewhere', name: 'a body that is not JSON', required }] : []
}

/** Each field of a body as a parameter. */
function inBody(look: Look, parameter: Fields): readonly Fields[] {
  if (parameter['in'] !== 'body') return [parameter]
  const schema = look(parameter['schema'])
  const needed = partsOf(look, schema).flatMap(({ required }) => (Array.isArray(required) ? required : []))
  return [...propertiesOf(look, schema)].map(([name, written]) => {
    return { in: 'body', name, required: needed.includes(name), schema: look(written) }
  })
}

function jsonSchemaIn(content: unknown): unknown {
  const media = Object.keys(recordOf(content)).find((type) => /\bjson\b/i.test(type)) ?? ''
  return recordOf(recordOf(content)[media])['schema']
}

/** How the operation wants its key, if it wants one. */
function keyOf(look: Look, { root, one }: { readonly root: Fields; readonly one: Candidate }): Key | undefined {
  const wanted = one.operation['security'] ?? root['security']
  const ways = Array.isArray(wanted) ? wanted.map((way) => Object.keys(recordOf(way))[0]) : []
  const [way] = ways
  if (way === undefined || ways.includes(undefined)) return undefined
  const known = recordOf(recordOf(root['components'])['securitySchemes'] ?? root['securityDefinitions'])
  const { in: place, type, name, scheme } = look(known[way])
  if (type === 'apiKey' && (place === 'query' || place === 'header'))
    return { place, name: String(name), value: '{api_key}' }
  if (type === 'oauth2' || /^bearer$/i.test(String(scheme)))
    return { place: 'header', name: 'Authorization', value: 'Bearer {api_key}' }
  throw unclear(`it lets nobody in by a key in a header or parameter, but by ${way}`)
}

type Key = { readonly place: unknown; readonly name: string; readonly value: string }
type Filled = Omit<Key, 'value'> & { readonly value: unknown }

function requestOf({ path, method, name: operation, parameters }: Candidate, { url, key }: Asking): Fields {
  if (!/^https?:\/\/[^/{}?#]+[^{}?#]*$/i.test(url)) throw unclear('it does not say at which address the API is')
  const query = parameters.find(isQuery)
  const filled = parameters.flatMap((parameter): readonly Filled[] => {
    const { in: place, required, example, schema } = parameter
    const name = String(parameter['name'])
    const usual = recordOf(schema)['default'] ?? example ?? parameter['default'] ?? recordOf(schema)['example']
    const known = parameter === query ? '{query}' : limitNames.test(name) ? '{limit}' : undefined
    if (known === undefined && (required !== true || key?.name === name)) return []
    if (known === undefined && (usual === undefined || !['path', 'query', 'header', 'body'].includes(String(place))))
      throw unclear(`${operation} needs ${name}, and nothing says what that is`)
    if (known !== undefined || place === 'body') return [{ place, name, value: known ?? usual }]
    return [{ place, name, value: place === 'header' ? String(usual) : encodeURIComponent(String(usual)) }]
  })
  const at = (place: string): readonly Filled[] =>
    [...filled, ...(key ? [key] : [])].filter((one) => one.place === place)
  const address = at('path').reduce((text, { name, value }) => text.replaceAll(`{${name}}`, () => String(value)), path)
  const asked = at('query').map(({ name, value }) => `${encodeURIComponent(name)}=${String(value)}`)
  const body = Object.fromEntries(at('body').map(({ name, value }) => [name, value]))
  const headers = at('header').map(({ name, value }) => [name, value] as const)
  return {
    url: `${url.replace(/\/+$/, '')}${address}${asked.length === 0 ? '' : `?${asked.join('&')}`}`,
    ...(method === 'get' ? {} : { method: 'POST', body }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
  }
}

type Asking = { readonly url: string; readonly key: Key | undefined }

const places = {
  title: 'title name headline label display_name',
  url: 'url link html_url href permalink web_url',
  id: 'id uuid key slug',
  text: 'summary description snippet abstract excerpt about text',
  content: 'content body full_text markdown',
  published: 'published published_at publishedAt publication_date date created_at createdAt updated_at',
  authors: 'authors author creators',
  doi: 'doi DOI',
}

/** Where in its answer the list stands, and where in an item what a document needs. */
function responseOf(look: Look, { responses }: Fields): Fields {
  const { '200': good, '2XX': any, default: other } = recordOf(responses)
  const { content, schema = jsonSchemaIn(content) } = look(good ?? any ?? other)
  const list = listIn(look, { schema, path: '$', depth: 3 })
  if (list === undefined) throw unclear('it does not say where in its answer the list is that was found')
  const response = Object.entries(places).flatMap(([field, names]) => {
    const name = names.split(' ').find((one) => list.item.has(one))
    return name === undefined ? [] : [[field, name] as const]
  })
  if (response[0]?.[0] !== 'title') throw unclear('what it finds has no title or name')
  return { items: list.path, ...Object.fromEntries(response) }
}

type List = { readonly path: string; readonly item: ReadonlyMap<string, unknown> }
type Searched = { readonly schema: unknown; readonly path: string; readonly depth: number }

/** The first list of things with fields. */
function listIn(look: Look, { schema, path, depth }: Searched): List | undefined {
  const here = look(schema)
  if (here['items'] !== undefined) {
    const item = propertiesOf(look, look(here['items']))
    return item.size === 0 ? undefined : { path: `${path}[*]`, item }
  }
  if (depth === 0) return undefined
  for (const [name, inside] of [...propertiesOf(look, here)].slice(0, 100)) {
    const found = listIn(look, { schema: inside, path: `${path}[${JSON.stringify(name)}]`, depth: depth - 1 })
    if (found !== undefined) return found
  }
  return undefined
}

function propertiesOf(look: Look, schema: Fields): ReadonlyMap<string, unknown> {
  return new Map(partsOf(look, schema).flatMap((one) => Object.entries(recordOf(one['properties']))))
}

function partsOf(look: Look, schema: Fields): readonly Fields[] {
  return [schema, ...(Array.isArray(schema['allOf']) ? schema['allOf'].map(look) : [])]
}
