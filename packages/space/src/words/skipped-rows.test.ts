import { expect, test } from 'vitest'
import { skippedRows } from './skipped-rows.ts'

test.each([
  [
    'may not fetch http://127.0.0.1:8077/search?q=tides: it is private.',
    'may not fetch 127.0.0.1:8077: it is private.',
  ],
  ['asked https://api.example.org/v1/find?q=a,b.c&n=2', 'asked api.example.org'],
  ['asked https://api.example.org/v1/find?q=a.', 'asked api.example.org.'],
  ['read https://example.org/page', 'read https://example.org/page'],
])('of an address with a query people read the host: %j', (reason, shown) => {
  expect(skippedRows([{ source: 'tides', reason }])).toEqual([['skipped', `tides: ${shown}`]])
})

test('an address that was not read is shown once, without the key in it', () => {
  const source = 'https://example.org/page?id=1&api_key=abc'
  const shown = 'https://example.org/page?id=1&api_key=***'
  expect(skippedRows([{ source, reason: `${shown} answered with status 404.` }])).toEqual([
    ['skipped', `${shown} answered with status 404.`],
  ])
  expect(skippedRows([{ source, reason: 'nobody answers' }])).toEqual([['skipped', `${shown}: nobody answers`]])
})
