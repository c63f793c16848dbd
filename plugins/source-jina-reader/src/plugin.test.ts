import { fileURLToPath } from 'node:url'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { jinaAnswer } from './__fixtures__/jina.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const address = 'https://tides.example/why?a=1#moon'
const serve = () => jinaAnswer({})

testManifest(directory)
testSourcePlugin(plugin, { directory, reads: address, server: { ok: serve } })

test('a page as Markdown, where it was in the end', async () => {
  await using source = await startSource(plugin, { directory, serve, secrets: { JINA_API_KEY: 'k' } })
  expect(await source.read?.(address, { signal })).toEqual({
    title: 'Why tides rise & fall',
    text: '# Tides\n\nThe moon pulls.',
    contentType: 'text/markdown',
    url: 'https://www.tides.example/why',
    publishedAt: '2024-05-06T08:00:00.000Z',
  })
  const { method, url, headers, body } = source.requests[0] ?? {}
  expect([method, url]).toEqual(['POST', 'https://r.jina.ai/'])
  expect(headers).toMatchObject({ authorization: 'Bearer k', accept: 'application/json', dnt: '1' })
  expect(JSON.parse(body ?? '')).toEqual({ url: address })
})

test('works without a key; a page may have neither title nor date', async () => {
  const bare = () => jinaAnswer({ title: '', url: 'about:blank', publishedTime: null })
  await using source = await startSource(plugin, { directory, serve: bare, secrets: {} })
  expect(await source.read?.(address, { signal })).toEqual({
    title: address,
    text: '# Tides\n\nThe moon pulls.',
    contentType: 'text/markdown',
    url: address,
  })
  expect(source.requests[0]?.headers).not.toHaveProperty('authorization')
})

test.each([
  'https://me:secret@tides.example/',
  'http://localhost/admin',
  'http://intranet/',
  'http://nas.local/',
  'http://router.home.arpa./',
  'http://10.0.0.1/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://8.8.8.8/',
])('the provider is not told of %s', async (url) => {
  await using source = await startSource(plugin, { directory, serve })
  await expect(source.read?.(url, { signal })).rejects.toMatchObject({ code: 'SOURCE_ADDRESS_REFUSED' })
  expect(source.requests).toEqual([])
})

test.each([
  [{ warning: 'Target URL returned error 404: Not Found' }, 'SOURCE_FAILED', false],
  [{ warning: 'Target URL returned error 503: Busy' }, 'SOURCE_FAILED', true],
  [{ content: ' \n' }, 'SOURCE_ANSWER_INVALID', false],
])('a page with %j is no success', async (fields, code, transient) => {
  await using source = await startSource(plugin, { directory, serve: () => jinaAnswer(fields) })
  await expect(source.read?.(address, { signal })).rejects.toMatchObject({ code, details: { transient } })
})

test('a warning of another kind is no failure', async () => {
  const serve = () => jinaAnswer({ warning: 'This is a cached snapshot.' })
  await using source = await startSource(plugin, { directory, serve })
  expect(await source.read?.(address, { signal })).toMatchObject({ title: 'Why tides rise & fall' })
})
