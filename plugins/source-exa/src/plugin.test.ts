import { fileURLToPath } from 'node:url'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { exaAnswer, results } from './__fixtures__/exa.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const serve = () => exaAnswer(results)

testManifest(directory)
testSourcePlugin(plugin, { directory, server: { ok: serve, empty: () => exaAnswer([]) } })

test('pages with passages and whole texts, and what it cost', async () => {
  await using source = await startSource(plugin, { directory, serve, secrets: { EXA_API_KEY: 'k' } })
  expect(await source.search?.('tides', { signal, limit: 10 })).toEqual({
    documents: [
      {
        id: 'https://tides.example/one',
        title: 'Tides & ports',
        url: 'https://tides.example/one',
        snippet: 'Ports follow tides. … All of them.',
        text: 'Ports follow tides.\n\nAll of them.',
        publishedAt: '2024-05-06',
        authors: ['Ada Marsh'],
        score: 0.71,
      },
      { id: 'https://tides.example/two', title: 'https://tides.example/two', url: 'https://tides.example/two' },
      {
        id: 'https://tides.example/three',
        title: 'Long tides',
        url: 'https://tides.example/three',
        snippet: 'tide '.repeat(100).trim(),
        text: 'tide '.repeat(4000).trim(),
        publishedAt: '2023-01-02T03:04:05.678Z',
      },
    ],
    cost_usd: 0.005,
  })
  const { method, url, headers, body } = source.requests[0] ?? {}
  expect([method, url, headers?.['x-api-key']]).toEqual(['POST', 'https://api.exa.ai/search', 'k'])
  expect(JSON.parse(body ?? '')).toEqual({
    query: 'tides',
    type: 'auto',
    numResults: 10,
    contents: { highlights: true, text: { maxCharacters: 20_000 } },
  })
})

test('a text that was cut off is not handed over; none is asked for with 0', async () => {
  await using source = await startSource(plugin, { directory, serve, settings: { max_characters: 1000 } })
  const answer = await source.search?.('tides', { signal, limit: 10 })
  expect(answer?.documents.map(({ text }) => text)).toEqual([
    'Ports follow tides.\n\nAll of them.',
    undefined,
    undefined,
  ])
  await using passages = await startSource(plugin, { directory, serve, settings: { max_characters: 0 } })
  await passages.search?.('tides', { signal, limit: 10 })
  expect(JSON.parse(passages.requests[0]?.body ?? '')).toMatchObject({ contents: { highlights: true } })
  expect(passages.requests[0]?.body).not.toContain('maxCharacters')
})

test('an address that is none costs only its page; the same page twice is one', async () => {
  const odd = [{ url: 'javascript:alert(1)', title: 'x' }, ...results, results[0]]
  await using source = await startSource(plugin, { directory, serve: () => exaAnswer(odd) })
  const answer = await source.search?.('tides', { signal, limit: 10 })
  expect(answer?.documents).toHaveLength(3)
  expect(source.logged.join()).toContain('"dropped":1')
})

test('the key is sent over https only', () => {
  const settings = { base_url: 'http://api.example.org', max_characters: 1 }
  expect(plugin.config?.safeParse(settings).success).toBe(false)
})

test('a price of another shape costs nothing of the answer', async () => {
  const serve = (): Response => Response.json({ results, costDollars: 0.007 })
  await using source = await startSource(plugin, { directory, serve })
  const answer = await source.search?.('tides', { signal, limit: 10 })
  expect(answer?.documents).toHaveLength(3)
  expect(answer?.cost_usd).toBeUndefined()
})
