import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseUrl } from './normalise-url.ts'

describe('normaliseUrl', () => {
  test.each([
    ['HTTP://www.Example.com:80/a/?utm_source=x&b=2&a=1#top', 'https://example.com/a?a=1&b=2'],
    ['https://example.com:443/', 'https://example.com'],
    ['https://example.com/a/index.html', 'https://example.com/a'],
    ['https://example.com/#!/route/1', 'https://example.com/#!/route/1'],
    ['https://example.com/a?fbclid=1&gclid=2&mc_eid=3&hsa_acc=4', 'https://example.com/a'],
    ['https://example.com/a?ref=main&id=', 'https://example.com/a?id=&ref=main'],
    ['https://user:secret@example.com/a', 'https://example.com/a'],
    ['https://example.com/%7Efoo/a%2fb', 'https://example.com/~foo/a%2Fb'],
    ['https://web.archive.org/web/20240101000000/http://example.com/a', 'https://example.com/a'],
    ['https://example-com.cdn.ampproject.org/c/s/example.com/a', 'https://example.com/a'],
    ['https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.com%2Fa&usg=1', 'https://example.com/a'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
  ])('%s becomes %s', (url, expected) => {
    expect(normaliseUrl(url)).toBe(expected)
  })

  test.each([
    ['https://example.com/?id=1', 'https://example.com/?id=2'],
    ['https://example.com/?v=a', 'https://example.com/?v=A'],
    ['https://example.com/A', 'https://example.com/a'],
    ['https://example.com/?page=1', 'https://example.com/'],
    ['https://example.com:8080/', 'https://example.com/'],
    ['https://example.com/#!/a', 'https://example.com/#!/b'],
  ])('%s and %s stay different', (a, b) => {
    expect(normaliseUrl(a)).not.toBe(normaliseUrl(b))
  })

  test.each(['', 'no address', 'https://', '//example.com/a', 'http://exa mple.com/'])(
    '%j is no absolute address',
    (url) => {
      expect(normaliseUrl(url)).toBeUndefined()
    },
  )

  test('takes the canonical address, unless it is a start page or no address', () => {
    const url = 'https://m.example.com/amp/a'
    expect(normaliseUrl(url, { canonical: 'https://www.example.com/a' })).toBe('https://example.com/a')
    expect(normaliseUrl(url, { canonical: '/a' })).toBe('https://m.example.com/a')
    expect(normaliseUrl(url, { canonical: 'https://example.com/' })).toBe('https://m.example.com/amp/a')
    expect(normaliseUrl(url, { canonical: 'http://' })).toBe('https://m.example.com/amp/a')
    expect(normaliseUrl(url, { canonical: 'javascript:alert(1)' })).toBe('https://m.example.com/amp/a')
  })

  // A few of the vectors of the URL standard, each with what the platform makes of it.
  test.each([
    'http://example\t.\norg',
    'http://foo:21/ b ? d # e ',
    'http://example.com/foo/../../../ton',
    'http://[2001::1]',
    'http://0x7f.1/',
    'http://ExAmPlE.CoM',
    'http://example.com/%2e%2e/a',
    'http://GOO\u200b\u2060\uFEFFgoo.com',
    'http://example.com/foo%',
    'file:///C|/foo',
    'ftp://example.com/a',
    'http://www.example.com?%25=%2525',
    'data:text/plain,a#b',
    'non-special://h/a  ',
    'http://a/?x=%ZZ&y',
  ])('%j is the same when it is normalised again', (input) => {
    const once = normaliseUrl(input)
    expect(once).toBeDefined()
    expect(normaliseUrl(once ?? '')).toBe(once)
  })

  test('is the same when it is normalised again, whatever the address is', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const once = normaliseUrl(url)
        expect(once === undefined ? undefined : normaliseUrl(once)).toBe(once)
      }),
      { seed: 6, numRuns: 300 },
    )
  })
})
