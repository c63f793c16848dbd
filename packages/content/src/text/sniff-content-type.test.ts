import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sniffContentType } from './sniff-content-type.ts'

test.each([
  ['<!-- x --><!DOCTYPE html><title>a</title>', {}, 'text/html'],
  ['<div>part</div>', {}, 'text/html'],
  ['words <p>then tags', { declared: 'text/html; charset=utf-8' }, 'text/html'],
  ['<?xml version="1.0"?><rss version="2.0"></rss>', {}, 'application/rss+xml'],
  ['<feed xmlns="http://www.w3.org/2005/Atom"></feed>', {}, 'application/atom+xml'],
  ['<?xml version="1.0"?><note/>', {}, 'application/xml'],
  ['<svg xmlns="http://www.w3.org/2000/svg"></svg>', {}, 'image/svg+xml'],
  ['{"a": [1]}', { name: 'a.txt' }, 'application/json'],
  ['{"a": 1}\n{"a": 2}\n', {}, 'application/x-ndjson'],
  ['{not json', {}, 'text/plain'],
  ['a,b,c\n1,2,3\n4,"5,6",7\n', {}, 'text/csv'],
  ['a\tb\n1\t2\n3\t4\n', {}, 'text/tab-separated-values'],
  ['One, two.\nThree, four.\nFive, six.\n', {}, 'text/plain'],
  ['#+TITLE: x\n* TODO y\n', {}, 'text/org'],
  ['* TODO y\n:PROPERTIES:\n:ID: 1\n:END:\n', {}, 'text/org'],
  ['WEBVTT\n\n00:00.000 --> 00:01.000\nhi', {}, 'text/vtt'],
  ['1\n00:00:01,000 --> 00:00:02,000\nhi', {}, 'application/x-subrip'],
  ['# Title\n\n- a\n- b\n', {}, 'text/markdown'],
  ['---\ntitle: T1\nauthor: A B\n---\nWords.\n', {}, 'text/markdown'],
  ['\ufeff---\r\ntitle: T1\r\n---\r\n* TODO is no org\r\n', {}, 'text/markdown'],
  ['---\ntitle: T1\n---\n', {}, 'text/markdown'],
  ['---\nWords: and\nmore, without an end.\n', {}, 'text/plain'],
  ['Words.\n\n---\ntitle: T1\n---\n', {}, 'text/plain'],
  ['---\nkind: a\n---\nkind: b\n', {}, 'text/plain'],
  ['---\nkind: a\n---\nWords.\n', { declared: 'application/yaml' }, 'text/plain'],
  ['---\ntitle: T1\n---\nWords.\n', { name: 'a.yaml' }, 'application/yaml'],
  ['words', { name: 'https://example.org/a.md?x' }, 'text/markdown'],
  ['words', { declared: 'text/markdown' }, 'text/markdown'],
  ['words', {}, 'text/plain'],
])('%j with %j is %s', async (text, options, type) => {
  expect(await sniffContentType(new TextEncoder().encode(text), options)).toBe(type)
})

test('bytes are told by their signature, whatever they are called', async () => {
  expect(await sniffContentType(Buffer.from('%PDF-1.7\n'), { name: 'a.html', declared: 'text/html' })).toBe(
    'application/pdf',
  )
  expect(await sniffContentType(deflateRawSync('x'.repeat(9000)))).toBe('application/octet-stream')
  expect(await sniffContentType(Buffer.from('plain words', 'utf16le'))).toBe('text/plain')
  expect(await sniffContentType(Buffer.from('Größe und Maß', 'latin1'))).toBe('text/plain')
  const noise = Uint8Array.from({ length: 300 }, (_, index) => ((index * 7919) % 251) + 3)
  expect(await sniffContentType(noise)).toBe('application/octet-stream')
})

test('long JSON is told by its ends', async () => {
  const long = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id })))
  expect(await sniffContentType(new TextEncoder().encode(long))).toBe('application/json')
})

test.each([
  ['dashes', '-'],
  ['line ends', '\n'],
  ['brackets', '['],
  ['links without an end', '[a](#'],
  ['drawers without an end', ':PROPERTIES:\n'],
  ['fields', ':a:\n'],
  ['front matter without an end', '---\na:\n--- '],
])('kilobytes of %s are a text', async (_, mark) => {
  const bytes = new TextEncoder().encode(`x${mark.repeat(9000 / mark.length)}`)
  expect(await sniffContentType(bytes)).toMatch(/^text\//)
})
