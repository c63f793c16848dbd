import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deduplicate } from './deduplicate.ts'
import type { DedupDocument, Deduplication } from './types.ts'

const lines = (name: string): readonly unknown[] =>
  readFileSync(new URL(`../../../../test/fixtures/dedup/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
const pages = lines('documents.jsonl') as readonly (DedupDocument & { readonly url: string })[]
const page = (id: string): DedupDocument & { readonly url: string } => {
  const found = pages.find((one) => one.id === id)
  if (found === undefined) throw new Error(id)
  return found
}
const original = page('otter/original')
const other = page('violin/original')
const text = original.text ?? ''
const groups = ({ clusters }: Deduplication<DedupDocument>): readonly (readonly string[])[] =>
  clusters.map(({ documents }) => documents.map(({ id }) => id).sort()).sort((a, b) => (a.join() < b.join() ? -1 : 1))

describe('deduplicate', () => {
  test('says nothing of nothing, and leaves single documents alone', () => {
    expect(deduplicate([])).toEqual({ clusters: [], overlaps: [] })
    const { clusters } = deduplicate([
      { id: 'a', title: '' },
      { id: 'b', title: '' },
    ])
    expect(clusters.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('keeps every record, who found it and why it was merged', () => {
    const one = { ...original, id: 'one', foundBy: [{ source: 'exa', rank: 3 }] }
    const two = {
      id: 'two',
      title: 'Otters',
      url: `${original.url}?utm_source=x`,
      foundBy: [
        { source: 'rss', rank: 1 },
        { source: 'exa', rank: 1 },
      ],
    }
    const { clusters } = deduplicate([two, one])
    expect(clusters).toHaveLength(1)
    expect(clusters[0]).toMatchObject({
      id: 'one',
      representative: one,
      foundBy: [
        { source: 'exa', rank: 1 },
        { source: 'rss', rank: 1 },
      ],
    })
    expect(clusters[0]?.documents).toEqual([one, two])
    expect(clusters[0]?.merges).toMatchObject([{ a: 'one', b: 'two', reason: 'url' }])
  })

  test.each([
    ['mirror', { ...original, id: 'z', title: 'Elsewhere', url: 'https://elsewhere.example/1' }],
    ['text', { ...original, id: 'z', title: 'Print view', url: `${original.url}/print-view` }],
    ['title', { id: 'z', title: original.title.toUpperCase(), url: 'https://feed.example/1', publishedAt: '2021' }],
    ['doi', { id: 'z', title: 'Record', workIds: { doi: '10.1000/OTTER' } }],
    ['derived', { id: 'z', title: 'Cut', url: 'https://cut.example/', text: text.split(' ').slice(30, 105).join(' ') }],
  ])('tells the reason: %s', (reason, document) => {
    const { clusters } = deduplicate([
      {
        ...original,
        text: `${text}\n\n${other.text ?? ''}`.slice(0, text.length + 400),
        workIds: { doi: 'doi:10.1000/otter' },
      },
      document,
    ])
    expect(clusters).toHaveLength(1)
    expect(clusters[0]?.merges[0]?.reason).toBe(reason)
    expect(clusters[0]?.id).toBe(original.id)
  })

  test.each([
    ['https://m.x.example/news/12345', 'https://www.x.example/news/12345'],
    ['https://x.example/news/12345/amp', 'https://x.example/news/12345'],
    ['https://x.example/amp/news/12345.amp.html', 'https://x.example/news/12345.html'],
    ['https://x.example/read?id=5&print=1', 'https://x.example/read?id=5'],
  ])('takes %s and %s for one page if the titles agree', (a, b) => {
    expect(
      deduplicate([
        { id: 'a', title: 'River notes', url: a },
        { id: 'b', title: 'River Notes', url: b },
      ]).clusters,
    ).toHaveLength(1)
    expect(
      deduplicate([
        { id: 'a', title: 'River notes', url: a },
        { id: 'b', title: 'Sea charts', url: b },
      ]).clusters,
    ).toHaveLength(2)
  })

  test.each([
    [
      'other numbers in the title',
      { id: 'a', title: 'The handbook of otters, version 2.0', text },
      { id: 'b', title: 'The handbook of otters, version 2.1', text: `${text} And more.` },
    ],
    [
      'other authors',
      { id: 'a', title: original.title, authors: ['Ann Lee'], publishedAt: '2021' },
      { id: 'b', title: original.title, authors: ['Bo Ray'], publishedAt: '2021' },
    ],
    [
      'another DOI',
      { id: 'a', title: original.title, authors: ['Ann Lee'], workIds: { doi: '10.1000/1' } },
      { id: 'b', title: original.title, authors: ['Ann Lee'], workIds: { doi: '10.1000/2' } },
    ],
    [
      'other texts under one broken canonical address',
      { ...original, canonicalUrl: 'https://x.example/all' },
      { ...other, canonicalUrl: 'https://x.example/all' },
    ],
    [
      'lists of one site',
      { id: 'a', title: 'All stories of the river notes', url: 'https://x.example/?page=1' },
      { id: 'b', title: 'All stories of the river notes', url: 'https://x.example/?page=2' },
    ],
    [
      'chapters of one book',
      { id: 'a', title: 'On otters', workIds: { isbn: '9780306406157' } },
      { id: 'b', title: 'On violins', workIds: { isbn: '9780306406157' } },
    ],
    [
      'short texts that differ',
      { id: 'a', title: 'x', text: 'one two three four five six seven eight nine' },
      { id: 'b', title: 'y', text: 'one two three four five six seven eight ten' },
    ],
  ])('keeps apart: %s', (_, a, b) => {
    expect(deduplicate<DedupDocument>([a, b]).clusters).toHaveLength(2)
  })

  test('takes a preprint and the article for one work, with both ids', () => {
    const { clusters } = deduplicate([
      {
        id: 'article',
        title: original.title,
        authors: ['Greta Moss'],
        publishedAt: '2021-05',
        workIds: { doi: '10.1000/1' },
      },
      {
        id: 'preprint',
        title: original.title,
        authors: ['Moss, G.'],
        publishedAt: '2020',
        url: 'https://arxiv.org/abs/2005.00001v1',
      },
    ])
    expect(clusters).toMatchObject([{ workIds: { doi: '10.1000/1', arxiv: '2005.00001' } }])
  })

  test('does not join two works through a third one', () => {
    const bare = { id: 'bare', title: original.title, url: 'https://bare.example/' }
    const ann = { id: 'ann', title: original.title, authors: ['Ann Lee'], publishedAt: '2021' }
    const bo = { id: 'bo', title: original.title, authors: ['Bo Ray'], publishedAt: '2021' }
    expect(deduplicate([bare, ann, bo]).clusters).toHaveLength(2)
    const both = {
      id: 'both',
      title: 'The reader',
      text: `${text}\n\n${other.text ?? ''}\n\n${page('library/original').text ?? ''}`,
    }
    const { clusters, overlaps } = deduplicate([original, other, both])
    expect(clusters).toHaveLength(3)
    expect(overlaps.map(({ reason }) => reason)).toEqual(['derived', 'derived'])
  })

  test('a column of one site is no work', () => {
    const letters = (day: string): DedupDocument => ({
      id: day,
      title: 'What our readers write to us',
      url: `https://x.example/${day}`,
      publishedAt: day,
      authors: ['Desk'],
    })
    expect(deduplicate([letters('2021-01-01'), letters('2021-02-01'), letters('2021-03-01')]).clusters).toHaveLength(3)
  })

  test('a thousand copies of a page are one work', () => {
    const copies = Array.from({ length: 1000 }, (_, place) => ({
      id: String(place),
      title: 'A page',
      url: `https://x.example/${place}`,
      text: `${text} ${place}`,
    }))
    expect(deduplicate(copies).clusters).toHaveLength(1)
  })

  test('the order of the documents does not matter, nor whether it was done before', () => {
    const some = pages.filter((_, place) => place % 11 === 0)
    const expected = groups(deduplicate(some))
    fc.assert(
      fc.property(fc.shuffledSubarray(some, { minLength: some.length }), (shuffled) => {
        const result = deduplicate(shuffled)
        expect(groups(result)).toEqual(expected)
        const again = deduplicate(result.clusters.map(({ representative }) => representative))
        expect(again.clusters.length).toBeLessThanOrEqual(result.clusters.length)
      }),
      { seed: 6, numRuns: 5 },
    )
  })

  test('reaches its bars on the labelled pairs', () => {
    const byId = new Map(pages.map((one) => [one.id, one]))
    const decisions = (lines('pairs.jsonl') as readonly { a: string; b: string; same: boolean }[]).map(
      ({ a, b, same }) => {
        const both = [byId.get(a), byId.get(b)].filter((one) => one !== undefined)
        expect(both).toHaveLength(2)
        return { same, said: deduplicate(both).clusters.length === 1 }
      },
    )
    const right = decisions.filter(({ same, said }) => same && said).length
    expect(decisions.length).toBeGreaterThan(300)
    expect(right / decisions.filter(({ said }) => said).length).toBeGreaterThanOrEqual(0.95)
    expect(right / decisions.filter(({ same }) => same).length).toBeGreaterThanOrEqual(0.9)
  })
})
