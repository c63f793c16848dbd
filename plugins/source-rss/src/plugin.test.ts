import { fileURLToPath } from 'node:url'
import type { ProviderHandler, StartedSource } from '@datacortex/testkit'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { atom, emptyFeed, rdf, rss } from './__fixtures__/feeds.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const network = ['tides.example', 'harbour.example', 'old.example']
const feeds = ['https://tides.example/feed.xml', 'https://harbour.example/atom', 'https://old.example/rdf']

const serve: ProviderHandler = (request) => {
  if (request.url === feeds[0]) return new Response(rss, { headers: { 'content-type': 'application/rss+xml' } })
  if (request.url === feeds[1]) return new Response(atom, { headers: { 'content-type': 'application/atom+xml' } })
  return new Response(Buffer.from(rdf, 'latin1'), { headers: { 'content-type': 'text/xml' } })
}

testManifest(directory)
testSourcePlugin(plugin, {
  directory,
  network,
  settings: { feeds: feeds.slice(0, 1) },
  server: { ok: serve, empty: () => new Response(emptyFeed), filters: true },
})

async function started(handler: ProviderHandler, count = feeds.length): Promise<StartedSource> {
  return await startSource(plugin, { directory, network, serve: handler, settings: { feeds: feeds.slice(0, count) } })
}

test('entries of RSS 2.0, Atom and RSS 1.0 with the words of the query, the best and newest first', async () => {
  await using source = await started(serve)
  const answer = await source.search?.('What about the tides?', { signal, limit: 10 })
  expect(answer?.documents).toEqual([
    {
      id: 'rss:https://tides.example/3',
      title: 'Tides of May',
      url: 'https://tides.example/3',
      publishedAt: '2024-05-07T10:00:00.000Z',
      score: 1,
    },
    {
      id: 'rss:https://tides.example/1?utm_source=feed',
      title: 'Spring & neap tides',
      url: 'https://tides.example/1?utm_source=feed',
      snippet: 'Ports prepare & wait.',
      publishedAt: '2024-05-06T08:00:00.000Z',
      authors: ['Ada Marsh'],
      score: 1,
    },
    {
      id: 'rss:https://harbour.example/1',
      title: 'Harbour tides',
      url: 'https://harbour.example/1',
      snippet: 'High water at noon.',
      publishedAt: '2024-05-01',
      authors: ['Cy Flow'],
      score: 1,
    },
    { id: 'rss:n-4', title: 'Tides without address', score: 1 },
    { id: 'rss:https://old.example/1', title: 'Tides für alle', url: 'https://old.example/1', score: 1 },
    {
      id: 'rss:https://tides.example/2',
      title: 'Ebb',
      url: 'https://tides.example/2',
      snippet: 'No tides today.',
      publishedAt: '2024-05-07T00:00:00.000Z',
      authors: ['Bo Ebb'],
      score: 0.5,
    },
  ])
})

test('one broken feed costs only itself; if all are broken, that is an error', async () => {
  const broken: ProviderHandler = (request) =>
    request.url === feeds[1] ? new Response('Gone', { status: 410 }) : serve(request)
  await using source = await started(broken)
  expect((await source.search?.('harbour tides', { signal, limit: 10 }))?.documents).toHaveLength(5)
  expect(source.logged.join()).toContain('410')
  await using none = await started(() => new Response('<html><body><p>Moved</p></body></html>'))
  await expect(none.search?.('tides', { signal, limit: 10 })).rejects.toMatchObject({
    code: 'SOURCE_ANSWER_INVALID',
    message: "The answer of tides.example/feed.xml can't be used: it is neither RSS nor Atom.",
  })
})

test('the same entry of two feeds is one', async () => {
  await using source = await started(() => new Response(rss))
  const answer = await source.search?.('spring', { signal, limit: 10 })
  expect(answer?.documents.map(({ title }) => title)).toEqual(['Spring & neap tides'])
})

test('a guid that is no address is only an id', async () => {
  await using source = await started(serve, 1)
  const answer = await source.search?.('low water', { signal, limit: 1 })
  expect(answer?.documents).toEqual([{ id: 'rss:n-6', title: 'Low water', score: 1 }])
})

test('without feeds there is nothing to find', async () => {
  await using source = await started(serve, 0)
  expect(await source.search?.('tides', { signal, limit: 5 })).toEqual({ documents: [] })
  expect(source.requests).toEqual([])
})

test('entities of its own are refused', async () => {
  const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss><channel>&a;</channel></rss>'
  await using source = await started(() => new Response(bomb), 1)
  await expect(source.search?.('tides', { signal, limit: 5 })).rejects.toThrow('it declares entities')
})

test.each(['feed.xml', 'ftp://h/feed', 'https://u:p@h/feed'])('%j is no address of a feed', (feed) => {
  expect(plugin.config?.safeParse({ feeds: [feed] }).success).toBe(false)
})
