import { codedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { readDocument } from './read-document.ts'

const { signal } = new AbortController()
const from = 'https://tides.example/catalog.json'

/** A server that answers with what stands here by address, and remembers what it was asked. */
function web(answers: Readonly<Record<string, () => Response>>) {
  const asked: string[] = []
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url)
    return await Promise.resolve(answers[url]?.() ?? new Response('', { status: 404 }))
  }
  return { asked, fetch }
}

const to = (location: string) => () => new Response(null, { status: 302, headers: { location } })

test.each([
  'http://127.0.0.1:8545/',
  'http://169.254.169.254/latest',
  'https://router.local/',
  'http://[::1]/',
  'http://10.0.0.1/',
])('a public document leads nobody to %s, also by a redirect', async (inside) => {
  const { asked, fetch } = web({ [from]: to(inside) })
  await expect(readDocument(inside, { fetch, signal, from })).rejects.toMatchObject({ code: 'PROTOCOLS_LEADS_INWARD' })
  await expect(readDocument(from, { fetch, signal })).rejects.toMatchObject({ code: 'PROTOCOLS_LEADS_INWARD' })
  expect(asked).toEqual([from])
})

test('it follows three redirects, and no more', async () => {
  const { asked, fetch } = web({ [from]: to('/catalog.json') })
  await expect(readDocument(from, { fetch, signal })).rejects.toMatchObject({ code: 'PROTOCOLS_UNREADABLE' })
  expect(asked).toHaveLength(4)
})

test('a text that breaks off says where, and no key of the address', async () => {
  const keyed = `${from}?token=hunter2`
  const broken = new ReadableStream({
    start: (body) => body.error(new DOMException(`${keyed} is late`, 'TimeoutError')),
  })
  const { fetch } = web({ [keyed]: () => new Response(broken) })
  const error = await readDocument(keyed, { fetch, signal }).catch(codedError)
  expect(error).toMatchObject({ code: 'PROTOCOLS_UNREADABLE', details: { at: `${from}?token=***` } })
  expect(JSON.stringify(error)).not.toContain('hunter2')
})

test('it reads no more than it may', async () => {
  const { fetch } = web({ [from]: () => new Response('x'.repeat(2000)) })
  await expect(readDocument(from, { fetch, signal, maxBytes: 1000 })).rejects.toMatchObject({
    code: 'PROTOCOLS_UNREADABLE',
  })
  expect(await readDocument(from, { fetch, signal, maxBytes: 2000 })).toMatchObject({ url: from })
  expect(await readDocument('https://tides.example/none', { fetch, signal })).toBeUndefined()
})
