import { fileURLToPath } from 'node:url'
import type { ProviderHandler, StartedSource } from '@datacortex/testkit'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { atomFeed, entries } from './__fixtures__/atom-feed.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()

testManifest(directory)
testSourcePlugin(plugin, { directory, server: { ok: () => atomFeed(entries), empty: () => atomFeed([]) } })

async function started(serve: ProviderHandler): Promise<StartedSource> {
  return await startSource(plugin, { directory, serve })
}

test('preprints with ids without version, titles on one line, dates and authors', async () => {
  await using source = await started(() => atomFeed(entries))
  const answer = await source.search?.('tidal friction', { signal, limit: 10 })
  expect(answer?.documents).toEqual([
    {
      id: 'arxiv:2101.00001',
      title: 'Tides & friction where $a<b$ and $c>d$',
      url: 'https://arxiv.org/abs/2101.00001',
      snippet: 'We measure tides. Twice a day.',
      publishedAt: '2021-01-01T12:00:00.000Z',
      authors: ['Ada Marsh', 'Bo Ebb'],
      workIds: { arxiv: '2101.00001', doi: '10.1000/abc.1' },
    },
    {
      id: 'arxiv:hep-th/9901001',
      title: 'Old tides',
      url: 'https://arxiv.org/abs/hep-th/9901001',
      snippet: 'Known for long.',
      publishedAt: '1999-01-01T00:00:00.000Z',
      authors: ['Ada Marsh'],
      workIds: { arxiv: 'hep-th/9901001' },
    },
    {
      id: 'arxiv:2202.00002',
      title: 'Neap tides',
      url: 'https://arxiv.org/abs/2202.00002',
      snippet: undefined,
      publishedAt: '2022',
      authors: ['Cy Flow'],
      workIds: { arxiv: '2202.00002' },
    },
  ])
  expect(source.requests.map(({ url }) => url)).toEqual([
    'https://export.arxiv.org/api/query?search_query=all%3Atidal+AND+all%3Afriction&start=0&max_results=10&sortBy=relevance&sortOrder=descending',
  ])
})

test('an error that arXiv tells as an entry', async () => {
  const error = `<entry><id>http://arxiv.org/api/errors#incorrect_id_format</id><title>Error</title>
    <summary>incorrect id format.</summary><author><name>arXiv api core</name></author></entry>`
  await using source = await started(() => atomFeed([error]))
  await expect(source.search?.('tides', { signal, limit: 5 })).rejects.toMatchObject({
    code: 'SOURCE_FAILED',
    message: 'arXiv answered with status 400: incorrect id format.',
    details: { transient: false },
  })
})

test('a broken entry costs only itself, and two versions are one', async () => {
  const broken = '<entry><id>http://arxiv.org/abs/1</id></entry>'
  const elsewhere = '<entry><id>http://example.org/1</id><title>No preprint</title></entry>'
  const version = '<entry><id>http://arxiv.org/abs/2202.00002v9</id><title>Neap tides</title></entry>'
  await using source = await started(() => atomFeed([...entries, broken, elsewhere, version]))
  const answer = await source.search?.('tides', { signal, limit: 10 })
  expect(answer?.documents).toHaveLength(3)
  expect(source.logged.join()).toContain('"dropped":1')
})

test('entities of its own are refused, many usual ones are not', async () => {
  const bomb = '<!DOCTYPE feed [<!ENTITY a "aaaa">]><feed><entry><id>&a;</id></entry></feed>'
  await using source = await started(() => new Response(bomb))
  await expect(source.search?.('tides', { signal, limit: 5 })).rejects.toThrow('it declares entities')
  const long = `<entry><id>http://arxiv.org/abs/1.2v1</id><title>${'a &amp; &#38; '.repeat(20_000)}</title></entry>`
  await using other = await started(() => atomFeed([long]))
  const answer = await other.search?.('tides', { signal, limit: 5 })
  expect(answer?.documents[0]?.title.length).toBe(120_000 - 1)
})

test('a query without words finds nothing and asks nobody', async () => {
  await using source = await started(() => atomFeed(entries))
  expect(await source.search?.(' ?! ', { signal, limit: 5 })).toEqual({ documents: [] })
  expect(source.requests).toEqual([])
})
