import { describe, expect, test } from 'vitest'
import { normaliseUrl } from './normalise-url.ts'
import { parseUrl } from './parse-url.ts'

describe('parseUrl', () => {
  test.each([
    ['http://faß.example/ÄÖ', 'http://xn--fa-hia.example/%C3%84%C3%96'],
    ['https://☃.example/', 'https://xn--n3h.example/'],
    ['https://xn--n3h.example/', 'https://xn--n3h.example/'],
    ['https://fxn--n3h.example/', 'https://fxn--n3h.example/'],
    ['mailto:a@xn--.example', 'mailto:a@xn--.example'],
  ])('reads %s', (url, href) => {
    expect(parseUrl(url)?.href).toBe(href)
  })

  test('reads a relative address', () => {
    expect(parseUrl('../b', 'https://example.org/a/')?.href).toBe('https://example.org/b')
  })

  test.each(['https://xn--/', 'http://a.b.XN--pokxncvks/', 'file://xn--/p', 'https://a b/', 'no address'])(
    'refuses %s',
    (url) => {
      expect(parseUrl(url)).toBeNull()
      expect(normaliseUrl(url)).toBeUndefined()
    },
  )
})
