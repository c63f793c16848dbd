import { expect, test } from 'vitest'
import { FetcherSettings } from './fetcher-settings.ts'

test.each(['https://r.jina.ai/', 'https://reader.example/r', 'http://127.0.0.1:3000'])('%s may read', (address) => {
  expect(FetcherSettings.parse({ reader_url: address })).toMatchObject({ reader_url: address })
})

test.each(['http://reader.example/', 'https://user:pw@reader.example/', 'https://reader.example/?to=', 'reader'])(
  'a key is not sent to %s',
  (address) => {
    const { error } = FetcherSettings.safeParse({ reader_url: address })
    expect(error?.issues).toMatchObject([{ path: ['reader_url'], message: expect.stringContaining('a key is sent') }])
  },
)
