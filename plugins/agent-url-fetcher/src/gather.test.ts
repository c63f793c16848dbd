import { describe, expect, test } from 'vitest'
import { articlePage, consentPage } from './__fixtures__/pages.ts'
import { startFetcher } from './__fixtures__/start-fetcher.ts'

const url = 'https://example.org/tides'
const html = { 'content-type': 'text/html; charset=utf-8' }
const page = (body: string, init: ResponseInit = {}): Response => new Response(body, { headers: html, ...init })
const coded = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) })

describe('the archive', () => {
  const snapshot = {
    available: true,
    url: 'http://web.archive.org/web/20230102030405/https://example.org/tides',
    timestamp: '20230102030405',
  }
  const archived =
    (closest: object | undefined, copy = articlePage()) =>
    (request: Request) => {
      const { host } = new URL(request.url)
      if (host === 'archive.org') return Response.json({ archived_snapshots: closest === undefined ? {} : { closest } })
      return host === 'web.archive.org' ? page(copy) : new Response('', { status: 404 })
    }

  test('has a copy of what is gone', async () => {
    await using fetcher = await startFetcher(archived(snapshot))
    const { documents, findings } = await fetcher.read(url)
    expect(documents[0]).toMatchObject({ title: 'How tides work', url })
    expect(findings.map(({ code }) => code)).toEqual(['URL_ARCHIVED_COPY', 'URL_LINK_FAILED', 'URL_ANSWERED_BY'])
    expect(fetcher.server.requests.map(({ url }) => url)).toEqual([
      url,
      'https://archive.org/wayback/available?url=https%3A%2F%2Fexample.org%2Ftides',
      'https://web.archive.org/web/20230102030405id_/https://example.org/tides',
    ])
  })

  const paid = (fields: string) =>
    `<html><head><title>Tides</title><script type="application/ld+json">{"@type":"NewsArticle","headline":"Tides","isAccessibleForFree":false${fields}}</script></head><body><article><h1>Tides</h1>
${'<p>The moon pulls at the water of the sea, and the water follows it around the earth, twice a day at most of the coasts.</p>'.repeat(4)}</article></body></html>`
  const behind = (site: string, copy: string) => (request: Request) => {
    const { host } = new URL(request.url)
    if (host === 'archive.org') return Response.json({ archived_snapshots: { closest: snapshot } })
    return page(host === 'web.archive.org' ? copy : site)
  }

  test('is asked for the rest of a page that costs; the longer text is taken', async () => {
    const more = '<p>A funnel of land makes the water climb, more than twelve metres between two lows in some bays.</p>'
    await using longer = await startFetcher(behind(paid(''), articlePage({ extra: more.repeat(9) })))
    const { documents, findings } = await longer.read(url)
    expect(documents[0]?.text).toContain('A funnel of land')
    expect(findings.at(-1)).toMatchObject({ code: 'URL_ANSWERED_BY', message: 'It was read from the archive.' })
    await using shorter = await startFetcher(behind(paid(''), '<h1>Tides</h1><p>Nothing but this line is kept.</p>'))
    const kept = await shorter.read(url)
    expect(kept.documents[0]?.text).not.toContain('Nothing but')
    expect(kept.findings.map(({ code }) => code)).toEqual(['PAGE_PART_ONLY', 'URL_ANSWERED_BY'])
  })

  test('is asked for what is only a teaser, and a teaser of its own is none', async () => {
    const teaser = paid(',"wordCount":2000')
    await using fetcher = await startFetcher(behind(teaser, teaser))
    await expect(fetcher.read(url)).rejects.toThrow(coded('PAGE_PAYWALL', { kind: 'paywall', url }))
    await using whole = await startFetcher(behind(teaser, articlePage()))
    const { documents, findings } = await whole.read(url)
    expect(documents[0]?.title).toBe('How tides work')
    expect(findings.map(({ code }) => code)).toEqual(['URL_ARCHIVED_COPY', 'URL_LINK_FAILED', 'URL_ANSWERED_BY'])
  })

  test.each([
    ['none', archived(undefined)],
    ['one elsewhere', archived({ ...snapshot, url: 'https://evil.example/web/1/https://example.org/tides' })],
    ['one that is a wall', archived(snapshot, consentPage)],
    [
      'no answer',
      (request: Request) =>
        new Response(new URL(request.url).host === 'archive.org' ? '<html>' : '', {
          status: new URL(request.url).host === 'archive.org' ? 200 : 404,
        }),
    ],
  ])('has %s: the site had the last word', async (_, handler) => {
    await using fetcher = await startFetcher(handler)
    await expect(fetcher.read(url)).rejects.toThrow(coded('URL_STATUS', { status: 404 }))
    expect(fetcher.server.requests.some(({ url }) => url.includes('evil.example'))).toBe(false)
  })

  test.each(['http://localhost/a', 'http://10.0.0.1/a', 'http://[::1]/a', 'http://nas.local/a', 'http://intranet/a'])(
    'is not told of %s',
    async (address) => {
      await using fetcher = await startFetcher(() => new Response('', { status: 404 }), { reader: 'jina' })
      await expect(fetcher.read(address)).rejects.toThrow(coded('URL_STATUS'))
      expect(fetcher.server.requests.map(({ url }) => url)).toEqual([address])
    },
  )
})

// DIP-0021 §4.1: the reader, then the site, then the archive, each against a server on this machine.
describe('the chain of reader, site and archive', () => {
  const words = (from: string): string =>
    `<p>The ${from} says that the water climbs twice a day at most of the coasts.</p>`
  const reader = () =>
    Response.json({ data: { title: 'Tides', content: 'The reader says that the water climbs twice a day.' } })
  const closest = {
    available: true,
    url: 'http://web.archive.org/web/20230102030405/https://example.org/tides',
    timestamp: '20230102030405',
  }
  const archive = () => Response.json({ archived_snapshots: { closest } })
  const busy = () => new Response('', { status: 503 })
  const gone = () => new Response('', { status: 404 })
  const never = () => Promise.reject(new Error('nobody is asked'))
  const hosts = ['r.jina.ai', 'example.org', 'archive.org', 'web.archive.org'] as const
  type Answers = Readonly<Partial<Record<(typeof hosts)[number], () => Response | Promise<Response>>>>

  test.each<[string, Answers, readonly string[], string]>([
    ['the reader answers: nobody else is asked', { 'r.jina.ai': reader }, ['r.jina.ai'], 'reader'],
    [
      'the reader is busy: the site is read',
      { 'r.jina.ai': busy, 'example.org': () => page(articlePage({ extra: words('site') })) },
      ['r.jina.ai', 'r.jina.ai', 'example.org'],
      'site',
    ],
    [
      'the reader answers nonsense and the page is gone: the archive is read',
      {
        'r.jina.ai': () => new Response('<html>'),
        'example.org': gone,
        'archive.org': archive,
        'web.archive.org': () => page(articlePage({ extra: words('archive') })),
      },
      ['r.jina.ai', 'example.org', 'archive.org', 'web.archive.org'],
      'archive',
    ],
  ])('%s', async (_, answers, asked, from) => {
    await using fetcher = await startFetcher(
      async (request) => {
        const host = hosts.find((one) => one === new URL(request.url).host)
        return await ((host === undefined ? undefined : answers[host]) ?? never)()
      },
      { reader: 'jina', attempts: 2 },
    )
    const { documents, findings } = await fetcher.read(url)
    expect(documents[0]?.text).toContain(`The ${from} says`)
    expect(findings.at(-1)).toMatchObject({ code: 'URL_ANSWERED_BY', message: `It was read from the ${from}.` })
    const { requests } = fetcher.server
    expect(requests.map((request) => new URL(request.url).host)).toEqual(asked)
    const keys = requests.filter(({ headers }) => JSON.stringify(headers).includes('planted-key'))
    expect(new Set(keys.map((request) => new URL(request.url).host))).toEqual(new Set(['r.jina.ai']))
  })

  test('nobody has it: the site had the last word, and each was asked once', async () => {
    await using fetcher = await startFetcher(gone, { reader: 'jina' })
    await expect(fetcher.read(url)).rejects.toThrow(coded('URL_STATUS', { status: 404 }))
    expect(fetcher.server.requests.map((request) => new URL(request.url).host)).toEqual([
      'r.jina.ai',
      'example.org',
      'archive.org',
    ])
  })
})
