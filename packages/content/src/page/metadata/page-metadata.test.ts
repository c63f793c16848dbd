import { expect, test } from 'vitest'
import { articlePage, prose } from '../../__fixtures__/pages.ts'
import { readPage } from '../read-page.ts'

const url = 'https://example.org/tides?utm=1'

test('JSON-LD comes before OpenGraph, that before what is shown', () => {
  const head = `<script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","headline":"How tides work","author":[{"name":"Ada Marsh"},"Ben Shore"],"datePublished":"2024-05-06T10:00:00+02:00"}]}</script>
<meta name="author" content="Somebody Else"><meta property="article:published_time" content="2020-01-01">
<link rel="canonical" href="/tides"><meta name="description" content="About\n the &lt;b&gt;sea">`
  expect(readPage(articlePage({ head }), { url })).toMatchObject({
    title: 'How tides work',
    authors: ['Ada Marsh', 'Ben Shore'],
    publishedAt: '2024-05-06T08:00:00.000Z',
    publishedRaw: '2024-05-06T10:00:00+02:00',
    description: 'About the sea',
    url: 'https://example.org/tides',
  })
})

test('a paper has its ids', () => {
  const head = `<meta name="citation_title" content="Tides"><meta name="citation_author" content="Marsh, Ada"><meta name="citation_author" content="Shore, Ben">
<meta name="citation_doi" content="doi:10.1234/Tides.7"><meta name="citation_arxiv_id" content="2405.01234v2"><meta name="citation_pmid" content="123456"><meta name="citation_publication_date" content="2024/05/06">`
  expect(readPage(articlePage({ head }), { url })).toMatchObject({
    authors: ['Marsh, Ada', 'Shore, Ben'],
    workIds: { doi: '10.1234/tides.7', arxiv: '2405.01234', pmid: '123456' },
    publishedAt: '2024-05-06',
  })
})

test.each([
  ['https://example.org/page', 'https://bank.example/login'],
  ['https://evil.co.uk/x', 'https://www.bbc.co.uk/news/1'],
  ['https://evil.github.io/x', 'https://victim.github.io/a'],
  ['https://github.io/x', 'https://victim.github.io/a'],
  ['http://127.0.0.1/x', 'http://10.0.0.1/x'],
])('the page %s can not say that it is %s of another owner', (own, canonical) => {
  const head = `<link rel="canonical" href="${canonical}">`
  expect(readPage(articlePage({ head }), { url: own }).url).toBe(own)
})

test.each([
  ['https://m.bbc.co.uk/news/1', 'https://www.bbc.co.uk/news/1'],
  ['http://localhost/a?b', 'http://localhost/a'],
  ['http://wiki.lan/a?b', 'http://wiki.lan/a'],
])('the page %s can say that it is %s of the same owner', (own, canonical) => {
  const head = `<link rel="canonical" href="${canonical}">`
  expect(readPage(articlePage({ head }), { url: own }).url).toBe(canonical)
})

test.each([
  ['https://example.org/kelp', 'https://example.org/'],
  ['https://example.org/?p=3', 'https://example.org/'],
  ['http://127.0.0.1:8081/a', 'http://127.0.0.1:8080/b'],
  ['http://127.0.0.1:8081/a', 'http://127.0.0.1:8080/a'],
])('the page %s can not say that it is %s, which is no page like it', (own, canonical) => {
  const head = `<link rel="canonical" href="${canonical}">`
  expect(readPage(articlePage({ head }), { url: own }).url).toBe(own)
})

test.each([
  ['', 'https://example.org/'],
  ['', 'https://example.org/tides'],
  ['<link rel="canonical" href="/">', 'https://example.org/tides'],
])('og:url names no other page than the one it stands on: %s, %s', (link, shared) => {
  const head = `${link}<meta property="og:url" content="${shared}">`
  expect(readPage(articlePage({ head }), { url: 'https://example.org/kelp' }).url).toBe('https://example.org/kelp')
})

test('og:url is the address of a page that was read with marks of who sent the reader', () => {
  const head = '<meta property="og:url" content="https://www.example.org/kelp/">'
  const page = readPage(articlePage({ head }), { url: 'http://example.org/kelp?utm_source=x' })
  expect(page.url).toBe('https://www.example.org/kelp/')
})

test.each([
  ['titles of half tags', `<title>${'<'.repeat(10_000)}`, ''],
  ['structured data of blanks', `<script type="application/ld+json">{"a": "${' '.repeat(10_000)}`, '"}</script>'],
])('a page with %s has its text', (_, head, end) => {
  expect(readPage(articlePage({ head: `${head}${end}</title>` }), { url }).text).toContain(prose(4))
})

test.each([
  ['&amp;#8216;Tides&amp;#8217; &amp;amp; moons', '‘Tides’ & moons'],
  ['&lt;table&gt;: The Table element', '<table>: The Table element'],
  ['How &lt;em class=x&gt;tides&lt;/em&gt; work', 'How tides work'],
  ['Q&amp;A; &amp;nosuchthing; R&amp;amp;D', 'Q&A; &nosuchthing; R&D'],
])('a page that says it is called %j is called %j', (raw, title) => {
  const head = `<meta property="og:title" content="${raw}">`
  const html = articlePage({ head })
    .replace(/<title>.*?<\/title>/s, '')
    .replaceAll(/<h1>.*?<\/h1>/gs, '')
  expect(readPage(html, { url }).title).toBe(title)
})

test('a title that structured data escape like HTML is read', () => {
  const head =
    '<script type="application/ld+json">{"@type":"Article","headline":"Marsh &amp; Shore&#8217;s tides"}</script>'
  expect(readPage(articlePage({ head }).replaceAll('How tides work', ''), { url }).title).toBe('Marsh & Shore’s tides')
})

test('a heading that names an element keeps it', () => {
  const html = articlePage({ head: '' }).replaceAll('How tides work', '&lt;table&gt;: The Table element')
  expect(readPage(html, { url }).title).toBe('<table>: The Table element')
})

test('structured data within a comment is read', () => {
  const head =
    '<script type="application/ld+json">//<!--\n{"@type":"Article","headline":"How tides turn"}\n//--></script>'
  expect(readPage(articlePage({ head }).replaceAll('How tides work', ''), { url }).title).toBe('How tides turn')
})

test.each([
  ['<link rel="canonical" href="https://example.org/tides">', 'https://example.org/tides'],
  ['<meta property="og:url" content="https://example.org/tides">', 'https://example.org/tides'],
  [
    '<link rel="canonical" href="/tides"><meta property="og:url" content="https://example.org/share/1">',
    'https://example.org/tides',
  ],
  [
    '<link rel="canonical" href="https://example.org/"><meta property="og:url" content="https://example.org/tides">',
    'https://example.org/tides',
  ],
  [
    '<link rel="canonical" href="https://example.org"><meta property="og:url" content="https://example.org">',
    'https://example.org/',
  ],
  ['<meta property="og:url" content="https://example.org/">', 'about:blank'],
  ['<link rel="canonical" href="/tides">', 'about:blank'],
  [
    '<link rel="canonical" href="javascript:alert(1)"><meta property="og:url" content="file:///etc/passwd">',
    'about:blank',
  ],
  ['', 'about:blank'],
])('a page that was read nowhere and says %j stands at %s', (head, address) => {
  expect(readPage(articlePage({ head }), { url: 'about:blank' }).url).toBe(address)
})

test('links of a page that was read nowhere begin where it says that it stands', () => {
  const html = articlePage({ head: '<link rel="canonical" href="https://example.org/sea/tides">' })
  expect(
    readPage(html.replace('<p>', '<p><a href="moon">The moon</a> pulls. '), { url: 'about:blank' }).text,
  ).toContain('(https://example.org/sea/moon)')
})
