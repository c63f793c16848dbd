import { fileURLToPath } from 'node:url'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { papers, scholarAnswer } from './__fixtures__/scholar.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const none = "Google hasn't returned any results for this query."
const serve = (request: Request) => scholarAnswer(request, { organic_results: papers })

testManifest(directory)
testSourcePlugin(plugin, {
  directory,
  server: { ok: serve, empty: (request) => scholarAnswer(request, { error: none }) },
})

test('papers with authors and year from the line below the title', async () => {
  await using source = await startSource(plugin, { directory, serve, secrets: { SERPAPI_KEY: 'k 1' } })
  const answer = await source.search?.('tides', { signal, limit: 100 })
  expect(answer?.documents).toEqual([
    {
      id: 'scholar:aAbB1',
      title: 'Tides & friction',
      url: 'https://papers.example/tides.pdf',
      snippet: 'We measure tides … twice a day.',
      publishedAt: '2021',
      authors: ['A Marsh', 'B Ebb'],
    },
    { id: 'scholar:cC2', title: 'Old tides' },
    { id: 'scholar:dD3', title: 'Neap tides', authors: ['Cy'] },
  ])
  expect(source.requests.map(({ url }) => url)).toEqual([
    'https://serpapi.com/search.json?engine=google_scholar&q=tides&num=20&api_key=k+1',
  ])
})

test('without results there may be no error either', async () => {
  await using source = await startSource(plugin, { directory, serve: (request) => scholarAnswer(request, {}) })
  expect(await source.search?.('tides', { signal, limit: 5 })).toEqual({ documents: [] })
})

test('an error inside an answer is told without the key', async () => {
  const fails = (request: Request) =>
    Response.json({ error: `Invalid: ${new URL(request.url).searchParams.get('api_key')}.` })
  await using source = await startSource(plugin, { directory, serve: fails, secrets: { SERPAPI_KEY: 'planted' } })
  await expect(source.search?.('tides', { signal, limit: 5 })).rejects.toMatchObject({
    code: 'SOURCE_FAILED',
    message: 'Google Scholar answered with status 200: Invalid: ***.',
    details: { source: 'Google Scholar', status: 200, transient: false },
  })
})

test.each(['k+1%2Fx', String.raw`k 1\/x`, 'k 1/x'])(
  'an error that spells the key as %s is told without it',
  async (spelling) => {
    const fails = () => Response.json({ error: `Invalid:\n ${spelling}.` })
    await using source = await startSource(plugin, { directory, serve: fails, secrets: { SERPAPI_KEY: 'k 1/x' } })
    await expect(source.search?.('tides', { signal, limit: 5 })).rejects.toMatchObject({
      message: 'Google Scholar answered with status 200: Invalid: ***.',
    })
  },
)
