import { expect, test } from 'vitest'
import { localServer } from './__fixtures__/local-server.ts'
import { openTestSources, sourcesSpace } from './__fixtures__/sources-space.ts'
import { mapToolResult } from './mcp/map-tool-result.ts'
import { numericTable } from './numeric-table.ts'

const source = { id: 'coins', description: 'Funding of coins', content_type: 'structured_data' } as const
const rows = [
  { symbol: 'BTC', rate: '0.0125', open: { usd: 12_000 }, history: [1, 2] },
  { symbol: 'ETH', rate: '0.0090', open: { usd: 7000 }, history: [] },
]
const table = {
  id: 'coins',
  title: 'Funding of coins',
  data: [
    { symbol: 'BTC', rate: 0.0125, 'open usd': 12_000 },
    { symbol: 'ETH', rate: 0.009, 'open usd': 7000 },
  ],
}

test.each<[string, unknown, unknown]>([
  ['a list', rows, table],
  ['a list further down', { code: 'ok', result: { list: rows } }, table],
  ['a record', { tvl: 5, name: 'Lido' }, { ...table, data: [{ tvl: 5, name: 'Lido' }] }],
  ['words only', [{ name: 'Lido' }], undefined],
  ['an id that begins with a zero', [{ id: '007' }], undefined],
  ['no record', [1, 2], undefined],
])('the numbers of %s', (_, json, expected) => {
  expect(numericTable(json, source)).toEqual(expected)
})

test('a tool of MCP that answers with numbers gives a table, and its JSON is no answer', () => {
  const text = JSON.stringify({ data: rows })
  expect(mapToolResult({ content: [{ type: 'text', text }] }, source)).toEqual({ documents: [table] })
  expect(mapToolResult({ structuredContent: { data: rows } }, { ...source, content_type: 'documents' })).toEqual({
    documents: [table],
  })
  const named = [{ title: 'Aave', tvl: 3 }]
  expect(mapToolResult({ structuredContent: named }, source).documents).toMatchObject([{ data: named }])
  expect(mapToolResult({ structuredContent: named }, { ...source, content_type: 'documents' }).documents).toMatchObject(
    [{ title: 'Aave' }],
  )
})

test('an API of figures needs no column in its entry, and one whose items have no title is a table too', async () => {
  const server = await localServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: rows }))
  })
  for (const type of ['structured_data', 'documents']) {
    const paths = await sourcesSpace(
      `sources:\n  coins: { type: api, description: Funding of coins, tool: http, layers: [research], content_type: ${type}, request: { url: '${server.origin}/' }, response: { items: '$.data[*]', title: name } }\n`,
    )
    const sources = await openTestSources(paths, {}, { fetch: server.fetch })
    const [coins] = sources.all
    const asked = coins && (await sources.ask(coins, 'funding', { signal: new AbortController().signal }))
    expect(asked).toMatchObject({ ok: true, documents: [table] })
  }
})
