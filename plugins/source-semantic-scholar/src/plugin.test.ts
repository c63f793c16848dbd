import { fileURLToPath } from 'node:url'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { papers } from './__fixtures__/papers.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const serve = () => Response.json({ total: 3, offset: 0, data: papers })

testManifest(directory)
testSourcePlugin(plugin, { directory, server: { ok: serve, empty: () => Response.json({ total: 0, offset: 0 }) } })

test('papers with all their ids, the open copy as address', async () => {
  await using source = await startSource(plugin, { directory, serve, secrets: { S2_API_KEY: 'k' } })
  const answer = await source.search?.('spring-neap tides', { signal, limit: 500 })
  expect(answer?.documents).toEqual([
    {
      id: 's2:0123456789abcdef0123456789abcdef01234567',
      title: 'Tides and friction',
      url: 'https://papers.example/tides.pdf',
      snippet: 'We measure tides. Twice a day.',
      publishedAt: '2021-01-02',
      authors: ['Ada Marsh'],
      workIds: {
        doi: '10.1000/abc.1',
        arxiv: '2101.00001',
        pmid: '123',
        pmcid: 'PMC456',
        semantic_scholar: '0123456789abcdef0123456789abcdef01234567',
      },
    },
    {
      id: 's2:89abcdef0123456789abcdef0123456789abcdef',
      title: 'Old tides',
      url: 'https://www.semanticscholar.org/paper/89abcdef0123456789abcdef0123456789abcdef',
      snippet: 'Known for long.',
      publishedAt: '1999',
      workIds: { semantic_scholar: '89abcdef0123456789abcdef0123456789abcdef' },
    },
    {
      id: 's2:fedcba9876543210fedcba9876543210fedcba98',
      title: 'Odd tides',
      workIds: { semantic_scholar: 'fedcba9876543210fedcba9876543210fedcba98' },
    },
  ])
  const { url, headers } = source.requests[0] ?? {}
  expect(headers?.['x-api-key']).toBe('k')
  expect(Object.fromEntries(new URL(url ?? '').searchParams)).toEqual({
    query: 'spring neap tides',
    limit: '100',
    fields: 'title,abstract,tldr,year,publicationDate,authors,externalIds,url,openAccessPdf',
  })
})

test('works without a key', async () => {
  await using source = await startSource(plugin, { directory, serve, secrets: {} })
  const answer = await source.search?.('tides', { signal, limit: 1 })
  expect(answer?.documents).toHaveLength(1)
  expect(source.requests[0]?.headers).not.toHaveProperty('x-api-key')
})

test('a paper without a title costs only itself', async () => {
  const odd = [...papers, { paperId: 'x', title: ' ' }]
  await using source = await startSource(plugin, { directory, serve: () => Response.json({ total: 4, data: odd }) })
  expect((await source.search?.('tides', { signal, limit: 10 }))?.documents).toHaveLength(3)
  expect(source.logged.join()).toContain('"dropped":1')
})

test('papers without their number are papers; an answer with neither is none', async () => {
  await using source = await startSource(plugin, { directory, serve: () => Response.json({ data: papers }) })
  expect((await source.search?.('tides', { signal, limit: 10 }))?.documents).toHaveLength(3)
  await using other = await startSource(plugin, { directory, serve: () => Response.json({ message: 'hello' }) })
  const asked = other.search?.('tides', { signal, limit: 10 })
  await expect(asked).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
})
