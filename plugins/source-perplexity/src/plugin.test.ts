import { fileURLToPath } from 'node:url'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { answerAsPerplexity, sonarAnswer } from './__fixtures__/perplexity.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()

testManifest(directory)
testSourcePlugin(plugin, {
  directory,
  server: { ok: answerAsPerplexity, empty: () => Response.json({ results: [] }) },
})

const documents = [
  {
    id: 'https://tides.example/why',
    title: 'Why tides rise',
    url: 'https://tides.example/why',
    snippet: 'The moon pulls.',
    publishedAt: '2024-05-06',
  },
  {
    id: 'https://tides.example/no-title',
    title: 'https://tides.example/no-title',
    url: 'https://tides.example/no-title',
  },
  {
    id: 'https://tides.example/tables',
    title: 'Tide tables',
    url: 'https://tides.example/tables',
    snippet: 'All ports.',
  },
]

test('pages of the web', async () => {
  const secrets = { PERPLEXITY_API_KEY: 'k' }
  await using source = await startSource(plugin, { directory, serve: answerAsPerplexity, secrets })
  expect(await source.search?.('tides', { signal, limit: 50 })).toEqual({ documents })
  const { method, url, headers, body } = source.requests[0] ?? {}
  expect([method, url, headers?.['authorization']]).toEqual(['POST', 'https://api.perplexity.ai/search', 'Bearer k'])
  expect(JSON.parse(body ?? '')).toEqual({ query: 'tides', max_results: 20 })
})

test.each([
  ['quick', 'sonar'],
  ['deep', 'sonar-pro'],
] as const)('with the depth %s the model %s answers beside its pages, and says what it cost', async (depth, model) => {
  await using source = await startSource(plugin, { directory, serve: answerAsPerplexity })
  expect(await source.search?.('why tides?', { signal, limit: 2, depth })).toEqual({
    documents: documents.slice(0, 2),
    answer: 'The moon causes tides [1].',
    cost_usd: 0.0051,
  })
  const { url, body } = source.requests[0] ?? {}
  expect(url).toBe('https://api.perplexity.ai/chat/completions')
  expect(JSON.parse(body ?? '')).toEqual({
    model,
    max_tokens: 1000,
    messages: [{ role: 'user', content: 'why tides?' }],
  })
})

test('an answer with addresses alone, and one with none', async () => {
  const citations = ['https://tides.example/why', 'https://tides.example/why']
  const serve = () => Response.json(sonarAnswer({ citations, usage: null }))
  await using source = await startSource(plugin, { directory, serve })
  const answer = await source.search?.('tides', { signal, limit: 5, depth: 'quick' })
  expect(answer?.documents.map(({ id }) => id)).toEqual(['https://tides.example/why'])
  expect(answer?.cost_usd).toBeUndefined()
  await using bare = await startSource(plugin, { directory, serve: () => Response.json(sonarAnswer({})) })
  expect((await bare.search?.('tides', { signal, limit: 5, depth: 'deep' }))?.documents).toEqual([])
})

test('an answer of a model without a choice', async () => {
  await using source = await startSource(plugin, { directory, serve: () => Response.json({ choices: [] }) })
  const asked = source.search?.('tides', { signal, limit: 5, depth: 'quick' })
  await expect(asked).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
})

test.each([[undefined], [[]], [[{ message: { content: null } }]], [[{ message: {} }]]])(
  'pages without words of a model are paid for, and are pages: %j',
  async (choices) => {
    const search_results = [{ title: 'Why tides rise', url: 'https://tides.example/why' }]
    const serve = () => Response.json({ choices, search_results, usage: { cost: { total_cost: 0.005 } } })
    await using source = await startSource(plugin, { directory, serve })
    const answer = await source.search?.('tides', { signal, limit: 5, depth: 'quick' })
    expect(answer).toMatchObject({ documents: [{ title: 'Why tides rise' }], cost_usd: 0.005 })
    expect(answer?.answer).toBeUndefined()
  },
)
