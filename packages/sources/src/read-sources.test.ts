import { expect, test } from 'vitest'
import { shippedSources } from './__fixtures__/shipped-sources.ts'
import { entry, sourcesSpace } from './__fixtures__/sources-space.ts'
import { readSources } from './read-sources.ts'

test('a space without a file knows its own memory', async () => {
  const { sources } = await readSources(await sourcesSpace(''))
  expect(sources.map(({ id }) => id)).toEqual(['datacortex'])
})

test('sources of modules are all valid', async () => {
  const paths = await sourcesSpace('')
  const { sources, findings } = await readSources(paths, { defaults: shippedSources })
  expect(findings).toEqual([])
  expect(sources.map(({ id }) => id)).toMatchInlineSnapshot(`
    [
      "datacortex",
      "perplexity",
      "exa",
      "google-scholar",
      "jina-reader",
      "gemini",
      "wikipedia",
      "arxiv",
      "pubmed",
      "semantic-scholar",
      "defillama",
    ]
  `)
})

test('fields of an entry win over the built-in ones, one by one', async () => {
  const paths = await sourcesSpace(
    'sources:\n  arxiv: { enabled: false, per_day: 7 }\n  # mine\n  exa:\n    note: hi\n',
  )
  const { sources, findings } = await readSources(paths, { defaults: shippedSources })
  expect(findings).toEqual([])
  const arxiv = sources.find(({ id }) => id === 'arxiv')
  expect(arxiv).toMatchObject({ enabled: false, per_day: 7, tool: 'arxiv_search', authority: 'high' })
})

test("the DIP's own example is understood: its sources are asked by the code that there is", async () => {
  const paths = await sourcesSpace(`sources:
  perplexity:
    type: mcp
    description: "AI-synthesized web search with citations"
    tool: perplexity_search
    layers: [search, research]
    api_key: PERPLEXITY_API_KEY
    max_latency_ms: 4000
    content_type: documents
    models: { quick: sonar, deep: sonar-pro }
    good_for: [general, technology, news, market-analysis]
`)
  const { sources, findings } = await readSources(paths, { defaults: shippedSources })
  expect(findings).toEqual([])
  expect(sources[0]).toMatchObject({ id: 'perplexity', type: 'mcp', module: 'source-perplexity' })
})

test('a bad entry is told with all its faults and hides no other', async () => {
  const yaml = `sources:
  bad: { type: web, tool: '', layers: [somewhere], content_type: documents, per_minute: 0 }
  Näme: { type: api }
  text: hello
  half: { type: api, tool: http, layers: [search], content_type: documents, request: { url: 'https://{query}.example/' } }
${entry('good', ['per_minutes: 3'])}`
  const { sources, findings } = await readSources(await sourcesSpace(yaml), { defaults: {} })
  expect(sources.map(({ id }) => id)).toEqual(['good'])
  expect(findings.map(({ code, subject, message }) => ({ code, subject, message }))).toMatchInlineSnapshot(`
    [
      {
        "code": "SOURCE_ENTRY_INVALID",
        "message": "The source "bad" is left out: type: Invalid option: expected one of "internal"|"mcp"|"api"; tool: Too small: expected string to have >=1 characters; layers.0: Invalid option: expected one of "search"|"research"|"gather"|"synthesize"; per_minute: Too small: expected number to be >0.",
        "subject": "sources.bad",
      },
      {
        "code": "SOURCE_ENTRY_INVALID",
        "message": "The source "Näme" is left out: its name must be lower-case letters, digits and hyphens.",
        "subject": "sources.Näme",
      },
      {
        "code": "SOURCE_ENTRY_INVALID",
        "message": "The source "text" is left out: it is no map of fields.",
        "subject": "sources.text",
      },
      {
        "code": "SOURCE_ENTRY_INVALID",
        "message": "The source "half" is left out: request.url: must be an http or https address whose host is written out; request: request and response belong together.",
        "subject": "sources.half",
      },
      {
        "code": "SOURCE_FIELD_UNKNOWN",
        "message": "The source "good" has fields that mean nothing: per_minutes.",
        "subject": "sources.good",
      },
    ]
  `)
})

test.each([
  ['no YAML', 'sources: [\n'],
  ['a list', '- a\n'],
  ['a list of sources', 'sources: [a]\n'],
])('a file that is %s leaves the built-in sources', async (_, yaml) => {
  const { sources, findings } = await readSources(await sourcesSpace(yaml), { defaults: shippedSources })
  expect(findings.map(({ code }) => code)).toEqual(['SOURCE_FILE_INVALID'])
  expect(sources.length).toBeGreaterThan(5)
})

test('an MCP server or request of one’s own takes the place of the built-in code', async () => {
  const yaml = `sources:
  exa: { type: mcp, mcp: { command: exa-server } }
`
  const { sources } = await readSources(await sourcesSpace(yaml), { defaults: shippedSources })
  expect(sources[0]).toMatchObject({ id: 'exa', mcp: { command: 'exa-server', arguments: { query: '{query}' } } })
  expect(sources[0]?.module).toBeUndefined()
})

test('a built-in source may be named as what every object has', async () => {
  const defaults = { constructor: { type: 'api', tool: 't', layers: ['search'], content_type: 'documents' } }
  const { sources, findings } = await readSources(await sourcesSpace('sources: {}\n'), { defaults })
  expect([sources.map(({ id }) => id), findings]).toEqual([['constructor'], []])
})
