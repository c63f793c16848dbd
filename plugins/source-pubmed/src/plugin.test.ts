import { fileURLToPath } from 'node:url'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { answerAsPubmed, articleSet, articles, searchAnswer } from './__fixtures__/pubmed.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()

testManifest(directory)
testSourcePlugin(plugin, { directory, server: { ok: answerAsPubmed, empty: () => searchAnswer([]) } })

test('articles in the order of relevance, with abstracts, dates and ids', async () => {
  const secrets = { NCBI_API_KEY: 'k' }
  await using source = await startSource(plugin, { directory, serve: answerAsPubmed, secrets })
  const answer = await source.search?.('tides', { signal, limit: 10 })
  expect(answer?.documents).toEqual([
    {
      id: 'pubmed:102',
      title: '[Old tides]',
      url: 'https://pubmed.ncbi.nlm.nih.gov/102/',
      publishedAt: '1998',
      authors: [],
      workIds: { pmid: '102' },
    },
    {
      id: 'pubmed:101',
      title: 'Tides in vivo & at p < 0.05',
      url: 'https://pubmed.ncbi.nlm.nih.gov/101/',
      snippet: 'AIMS: To measure tides. RESULTS: Twice a day. That is all.',
      publishedAt: '2021-02-07',
      authors: ['Ada Marsh', 'Débit'],
      workIds: { pmid: '101', doi: '10.1000/abc.1', pmcid: 'PMC456' },
    },
    {
      id: 'pubmed:103',
      title: 'Group tides',
      url: 'https://pubmed.ncbi.nlm.nih.gov/103/',
      authors: ['Tide Group'],
      workIds: { pmid: '103' },
    },
  ])
  expect(source.requests.map(({ url }) => url)).toEqual([
    'https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi',
    'https://eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi',
  ])
  expect(source.requests.map(({ body }) => body)).toEqual([
    'db=pubmed&tool=datacortex&term=tides&retmax=10&retmode=json&sort=relevance&api_key=k',
    'db=pubmed&tool=datacortex&id=102%2C101%2C103&retmode=xml&api_key=k',
  ])
})

test('works without a key', async () => {
  await using source = await startSource(plugin, { directory, serve: answerAsPubmed, secrets: {} })
  expect((await source.search?.('tides', { signal, limit: 2 }))?.documents).toHaveLength(2)
  expect(source.requests[0]?.body).not.toContain('api_key')
})

test('an error inside an answer may be better next time', async () => {
  const serve = () => Response.json({ esearchresult: { ERROR: 'Search Backend failed.' } })
  await using source = await startSource(plugin, { directory, serve })
  await expect(source.search?.('tides', { signal, limit: 5 })).rejects.toMatchObject({
    code: 'SOURCE_FAILED',
    message: 'PubMed answered with status 200: Search Backend failed.',
    details: { transient: true },
  })
})

test.each([
  [articleSet([...articles, '<PubmedArticle><MedlineCitation/></PubmedArticle>']), 3],
  [articleSet(['<PubmedBookArticle><BookDocument/></PubmedBookArticle>']), 0],
  [articleSet([]), 0],
])('what is no article is left out (%#)', async (set, count) => {
  const serve = (request: Request) => (request.url.includes('efetch') ? set : answerAsPubmed(request))
  await using source = await startSource(plugin, { directory, serve })
  expect((await source.search?.('tides', { signal, limit: 10 }))?.documents).toHaveLength(count)
})

test('entities of its own and ids that are none are refused', async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY a "aaaa">]><PubmedArticleSet>&a;</PubmedArticleSet>'
  const serve = (request: Request) => (request.url.includes('efetch') ? new Response(bomb) : answerAsPubmed(request))
  await using source = await startSource(plugin, { directory, serve })
  await expect(source.search?.('tides', { signal, limit: 5 })).rejects.toThrow('it declares entities')
  await using odd = await startSource(plugin, { directory, serve: () => searchAnswer(['1&db=x']) })
  await expect(odd.search?.('tides', { signal, limit: 5 })).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
})
