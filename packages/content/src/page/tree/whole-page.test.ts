import { expect, test } from 'vitest'
import { prose } from '../../__fixtures__/pages.ts'
import { readPage } from '../read-page.ts'

test.each([
  '<html lang=en><meta charset=utf-8><title>Tides</title><h1>Tides</h1>',
  '<!doctype html>\n<!-- > --><title>Tides</title><meta content="a > b"><link rel=icon>',
  '<html lang="en"><head><title>Tides</title></head>',
  '<!doctype html><head><title>Tides</title><script>1</script></head><body>',
  '<head><title>Tides</title><body>',
])('tags that HTML lets one leave out are read as if they were there: %s', (start) => {
  const page = readPage(`${start}<p>${prose(1)}<p>${prose(2)}`, { url: 'https://example.org/tides' })
  expect(page.title).toBe('Tides')
  expect(page.plainText).toContain(`${prose(1)}\n\n${prose(2)}`)
  expect(page.language ?? 'en').toBe('en')
})
