import { expect, test } from 'vitest'
import { z } from 'zod'
import { KeyedSourceAddress, SourceAddress, keyedOnlyOverHttps, sourceUrl, webUrl } from './source-url.ts'

test('addresses below a base, with what is given of the query', () => {
  expect(sourceUrl('https://h/v1//', '/search', { q: 'a b&c', n: 3, page: undefined })).toBe(
    'https://h/v1/search?q=a+b%26c&n=3',
  )
  expect(sourceUrl('http://127.0.0.1:1234', '')).toBe('http://127.0.0.1:1234/')
})

test.each(['javascript:alert(1)', 'ftp://h/x', 'https://u:p@h/', 'no address', '', null, undefined])(
  '%j is no address of the web',
  (text) => {
    expect(webUrl(text)).toBeUndefined()
  },
)

test('an address of the web gets its normal form', () => {
  expect(webUrl('HTTPS://Example.org')).toBe('https://example.org/')
})

test('what settings may hold', () => {
  const accepted = ['http://10.0.0.1/api', 'https://h', 'http://127.0.0.1:80/x', 'https://h?key=1', 'https://h#x', 'h']
  expect(accepted.map((text) => SourceAddress.safeParse(text).success)).toEqual([true, true, true, false, false, false])
  const keyed = accepted.filter((text) => KeyedSourceAddress.safeParse(text).success)
  expect(keyed).toEqual(['https://h', 'http://127.0.0.1:80/x'])
})

test('a key, where there is one, goes over https or stays on this machine', () => {
  const schema = z
    .strictObject({ url: SourceAddress.optional(), api_key: z.string().optional() })
    .superRefine(keyedOnlyOverHttps('url'))
  for (const url of ['https://h', 'http://127.0.0.1:80', 'http://[::1]/', 'http://localhost/v1', undefined])
    expect(schema.safeParse({ url, api_key: 'KEY' }).success).toBe(true)
  expect(schema.safeParse({ url: 'http://h/v1' }).success).toBe(true)
  for (const url of ['http://h/v1', 'http://localhost.example/v1'])
    expect(schema.safeParse({ url, api_key: 'KEY' }).error?.issues).toMatchObject([
      { path: ['api_key'], message: 'is sent over https only, or to this machine' },
    ])
})
