import { fileURLToPath } from 'node:url'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { answerAsWiki, answerNothing, article } from './__fixtures__/wiki.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const address = 'https://en.wikipedia.org/wiki/Tide'

testManifest(directory)
testSourcePlugin(plugin, { directory, reads: address, server: { ok: answerAsWiki, empty: answerNothing } })

test('articles in the order of the search, with their introductions', async () => {
  await using source = await startSource(plugin, { directory, serve: answerAsWiki })
  const answer = await source.search?.('tide', { signal, limit: 10 })
  expect(answer?.documents).toEqual([
    {
      id: 'wikipedia:en.wikipedia.org:11',
      title: 'Tide',
      url: 'https://en.wikipedia.org/wiki/Tide',
      snippet: 'Tides rise and fall twice a day.',
    },
    {
      id: 'wikipedia:en.wikipedia.org:12',
      title: 'Tide table',
      url: 'https://en.wikipedia.org/wiki/Tide_table',
      snippet: 'A list of tides.',
    },
    { id: 'wikipedia:en.wikipedia.org:7', title: 'Neap tide', url: 'https://en.wikipedia.org/wiki/Neap_tide' },
  ])
})

test.each([address, 'https://en.m.wikipedia.org/wiki/Tide#Causes', 'https://en.wikipedia.org/w/index.php?title=Tide'])(
  'reads %s as Markdown',
  async (url) => {
    await using source = await startSource(plugin, { directory, serve: answerAsWiki })
    expect(await source.read?.(url, { signal })).toEqual({
      title: 'Tide',
      text: 'Tides rise and fall.\n\n\n\n## Causes\n\nThe moon.\n\n\n\n### Sun\n\nLess so: a == b.',
      contentType: 'text/markdown',
      url: address,
      publishedAt: '2024-05-06T07:08:09.000Z',
    })
    expect(new URL(source.requests[0]?.url ?? '').searchParams.get('titles')).toBe('Tide')
  },
)

test.each(['https://example.org/wiki/Tide', 'https://en.wikipedia.org/', 'https://en.wikipedia.org/wiki/A%7CB'])(
  'does not read %s',
  async (url) => {
    await using source = await startSource(plugin, { directory, serve: answerAsWiki })
    await expect(source.read?.(url, { signal })).rejects.toMatchObject({ code: 'SOURCE_ADDRESS_REFUSED' })
  },
)

test.each([
  [{ ...article, missing: true }, 'SOURCE_FAILED'],
  [{ ...article, extract: ' ' }, 'SOURCE_ANSWER_INVALID'],
  [{ ...article, fullurl: 'javascript:alert(1)' }, 'SOURCE_ANSWER_INVALID'],
])('an article that is not there or has no text', async (page, code) => {
  const serve = () => Response.json({ query: { pages: [page] } })
  await using source = await startSource(plugin, { directory, serve })
  await expect(source.read?.(address, { signal })).rejects.toMatchObject({ code, details: { transient: false } })
})

test.each([
  ['ratelimited', true],
  ['badvalue', false],
])('the error %s inside an answer', async (code, transient) => {
  const serve = () => Response.json({ error: { code, info: 'Because.' } })
  await using source = await startSource(plugin, { directory, serve })
  const asked = source.search?.('tide', { signal, limit: 5 })
  await expect(asked).rejects.toMatchObject({ code: 'SOURCE_FAILED', details: { transient } })
})

test('another wiki is another address', async () => {
  const settings = { base_url: 'https://wiki.example.org/api.php' }
  const network = ['wiki.example.org']
  await using source = await startSource(plugin, { directory, serve: answerAsWiki, settings, network })
  const answer = await source.search?.('tide', { signal, limit: 1 })
  expect(answer?.documents.map(({ id }) => id)).toEqual(['wikipedia:wiki.example.org:11'])
})
