import { expect, test } from 'vitest'
import { sourcesOfServers } from './sources-of-servers.ts'

const secret = 'a1b2c3d4e5f6a7b8c9d0e1f2'

test('servers of an assistant become sources, by the names of their keys and never by the keys', () => {
  const { entries, left_out: leftOut } = sourcesOfServers(
    {
      mcpServers: {
        perplexity: {
          command: 'npx',
          args: ['-y', 'perplexity-mcp'],
          env: { PERPLEXITY_API_KEY_FILE: '.datacore/env/PERPLEXITY_API_KEY' },
        },
        'Team Wiki': {
          command: 'node',
          args: ['wiki.js'],
          env: { WIKI_TOKEN: secret, OTHER_SECRET: 'x', LEVEL: 'info', BLOB: secret },
        },
        remote: { type: 'http', url: 'https://mcp.example/mcp', headers: { Authorization: `Bearer ${secret}` } },
        expanded: { url: 'https://mcp.example/b', headers: { Authorization: 'Bearer ${MY_KEY}', 'X-Lang': 'en' } },
      },
    },
    { tool: undefined },
  )
  const fields = { type: 'mcp', layers: ['search', 'research'], content_type: 'documents' }
  expect(entries).toEqual({
    perplexity: {
      ...fields,
      description: 'The MCP server perplexity',
      tool: 'perplexity_search',
      api_key: 'PERPLEXITY_API_KEY',
      mcp: {
        command: 'npx',
        args: ['-y', 'perplexity-mcp'],
        env: { PERPLEXITY_API_KEY_FILE: '.datacore/env/PERPLEXITY_API_KEY' },
      },
    },
    'team-wiki': {
      ...fields,
      description: 'The MCP server Team Wiki',
      tool: 'search',
      api_key: 'WIKI_TOKEN',
      mcp: { command: 'node', args: ['wiki.js'], env: { WIKI_TOKEN: '{api_key}', LEVEL: 'info' } },
    },
    remote: {
      ...fields,
      description: 'The MCP server remote',
      tool: 'search',
      api_key: 'REMOTE_API_KEY',
      mcp: { url: 'https://mcp.example/mcp', headers: { Authorization: 'Bearer {api_key}' } },
    },
    expanded: {
      ...fields,
      description: 'The MCP server expanded',
      tool: 'search',
      api_key: 'MY_KEY',
      mcp: { url: 'https://mcp.example/b', headers: { Authorization: 'Bearer {api_key}', 'X-Lang': 'en' } },
    },
  })
  expect(JSON.stringify([entries, leftOut])).not.toContain(secret)
  expect(leftOut.map(({ reason }) => reason)).toEqual([
    'OTHER_SECRET is not copied: a source has one key, and WIKI_TOKEN is it',
    'BLOB is not copied: a source has one key, and WIKI_TOKEN is it',
  ])
})

test('what holds a secret where none can be taken out, is no server, or was not asked for becomes no source', () => {
  const mcpServers = {
    flag: { command: 'npx', args: ['exa', '--api-key', 'short'] },
    inline: { command: 'npx', args: [`--token=${secret}`] },
    query: { url: `https://mcp.example/mcp?apiKey=${secret}` },
    old: { type: 'sse', url: 'https://mcp.example/sse' },
    odd: 'npx',
    good: { command: 'node', args: ['a.js'] },
    other: { command: 'node', args: ['b.js'] },
  }
  const all = sourcesOfServers({ mcpServers }, { tool: 'find' })
  expect(Object.keys(all.entries)).toEqual(['good', 'other'])
  expect(all.left_out.map(({ origin }) => origin)).toEqual(['flag', 'inline', 'query', 'old', 'odd'])
  const some = sourcesOfServers({ mcpServers }, { only: ['good', 'absent'], tool: 'find' })
  expect(some.entries).toMatchObject({ good: { tool: 'find' } })
  expect(some.left_out).toEqual([{ origin: 'absent', reason: 'it is not there' }])
  expect(sourcesOfServers([], {})).toEqual({ entries: {}, left_out: [] })
})
