import { expect, test } from 'vitest'
import { redirecting, serve } from './__fixtures__/local-server.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { FetchLogEntry } from './send-once.ts'

const refused = expect.objectContaining({ code: 'FETCH_REFUSED' })
const redirectRefused = expect.objectContaining({ code: 'FETCH_REDIRECT_REFUSED' })

test.each([
  ['file:///etc/passwd', /only http and https/],
  ['ftp://example.org/', /only http and https/],
  ['no url', /it is no URL/],
  ['http://me:secret@example.org/', /user or a password/],
  ['https://example.org:8080/', /the port 8080/],
  ['https://example.org..:443/', /its host is no host/],
])('refuses %s', async (url, reason) => {
  await expect(createGuardedFetch()(url)).rejects.toThrowError(reason)
  await expect(createGuardedFetch()(url)).rejects.toThrowError(refused)
})

test.each(['file:///etc/passwd', 'no url', 'http://me:secret@example.org/'])(
  'the hint of %s is none about private hosts',
  async (url) => {
    const error: unknown = await createGuardedFetch()(url).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'FETCH_REFUSED', hint: expect.not.stringContaining('private') as string })
  },
)

test('refuses what is not granted, and http where only https is allowed', async () => {
  await expect(createGuardedFetch({ hosts: ['a.example'] })('https://b.example/')).rejects.toThrowError(/not granted/)
  await expect(createGuardedFetch({ hosts: [] })('https://b.example/')).rejects.toThrowError(/not granted/)
  await expect(createGuardedFetch({ allowHttp: false })('http://b.example/')).rejects.toThrowError(/not https/)
})

test('tells no secret of the address', async () => {
  const error: unknown = await createGuardedFetch()('http://me:hunter2@b.example:1/?api_key=hunter2').catch((e) => e)
  expect(JSON.stringify([error, String(error)])).not.toContain('hunter2')
})

test('follows redirects to the final address and says so', async () => {
  const server = await serve(redirecting)
  const get = createGuardedFetch({ allowPrivate: [server.host] })
  const response = await get(`${server.url}to?/page%23part`, { method: 'POST', body: 'x' })
  expect([response.url, response.redirected, await response.text()]).toEqual([`${server.url}page`, true, 'text'])
  expect(server.seen).toEqual(['POST /to?/page%23part', 'GET /page'])
})

test('keeps method and body where the status says so', async () => {
  const server = await serve(redirecting)
  await createGuardedFetch({ allowPrivate: [server.host] })(`${server.url}307to?/x`, { method: 'PUT', body: 'text' })
  expect(server.seen).toEqual(['PUT /307to?/x', 'PUT /x'])
  expect(server.requests[1]?.headers['content-length']).toBe('4')
})

test('sends credentials, own headers and bodies to no other origin', async () => {
  const [first, second] = [await serve(redirecting), await serve(redirecting)]
  const get = createGuardedFetch({ allowPrivate: [first.host, second.host] })
  const headers = { authorization: 'Bearer hunter2', 'x-api-key': 'hunter2', 'accept-language': 'cy', cookie: 'a=b' }
  await get(`${first.url}to?${second.url}`, { headers })
  expect(first.requests[0]?.headers).toMatchObject({ authorization: 'Bearer hunter2', 'x-api-key': 'hunter2' })
  expect(first.requests[0]?.headers.cookie).toBeUndefined()
  expect(JSON.stringify(second.requests[0]?.headers)).not.toContain('hunter2')
  expect(second.requests[0]?.headers['accept-language']).toBe('cy')
  const posted = get(`${first.url}307to?${second.url}`, { method: 'POST', body: 'hunter2' })
  await expect(posted).rejects.toThrowError(redirectRefused)
  expect(second.seen).toHaveLength(1)
})

test('gives up after five redirects, and follows none where none is wanted', async () => {
  const server = await serve(redirecting)
  const get = createGuardedFetch({ allowPrivate: [server.host] })
  let path = '/end'
  for (let level = 0; level < 6; level += 1) path = `/to?${encodeURIComponent(path)}`
  await expect(get(`${server.url.slice(0, -1)}${path}`)).rejects.toThrowError(/more than 5 times/)
  expect(server.seen).toHaveLength(6)
  await expect(get(`${server.url}to?/x`, { redirect: 'error' })).rejects.toThrowError(redirectRefused)
  const manual = await get(`${server.url}to?/x`, { redirect: 'manual' })
  expect([manual.status, manual.headers.get('location')]).toEqual([302, '/x'])
})

test('introduces itself, unless the caller does', async () => {
  const server = await serve(redirecting)
  const get = createGuardedFetch({ allowPrivate: [server.host], contact: 'me@example.org)\r\nX: y' })
  await get(server.url)
  await get(server.url, { headers: { 'user-agent': 'other/1' } })
  const agents = server.requests.map(({ headers }) => headers['user-agent'])
  expect(agents).toEqual([expect.stringMatching(/^datacortex\/\d+\.\d+\.\d+ \(\+me@example\.orgX:y\)$/), 'other/1'])
})

test('sends forms and bytes; keeps no cookies; has no body where there is none', async () => {
  const server = await serve((request, response) => {
    response.setHeader('set-cookie', 'a=b')
    if (request.url === '/none') response.writeHead(204).end()
    else request.pipe(response)
  })
  const get = createGuardedFetch({ allowPrivate: [server.host] })
  const form = await get(server.url, { method: 'POST', body: new URLSearchParams({ q: 'ü' }) })
  expect([await form.text(), form.headers.get('set-cookie')]).toEqual(['q=%C3%BC', null])
  const bytes = await get(server.url, { method: 'POST', body: new Uint8Array([0, 255]) })
  expect([...(await bytes.bytes())]).toEqual([0, 255])
  expect([(await get(`${server.url}none`)).body, (await get(server.url, { method: 'HEAD' })).body]).toEqual([
    null,
    null,
  ])
  expect(server.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded;charset=UTF-8')
})

test('stops with the reason of the caller: before, while waiting, and while reading', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/body') response.write('begin')
  })
  const get = createGuardedFetch({ allowPrivate: [server.host] })
  await expect(get(server.url, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late')
  const controller = new AbortController()
  const waiting = get(server.url, { signal: controller.signal })
  const response = await get(`${server.url}body`, { signal: controller.signal })
  controller.abort(new Error('given up'))
  await expect(waiting).rejects.toThrow('given up')
  await expect(response.text()).rejects.toThrow('given up')
})

test('logs every request once, without secrets', async () => {
  const server = await serve(redirecting)
  const entries: FetchLogEntry[] = []
  const get = createGuardedFetch({ allowPrivate: [server.host], onRequest: (entry) => entries.push(entry) })
  await (await get(`${server.url}to?/x&key=hunter2`)).text()
  await (await get(server.url)).body?.cancel()
  await expect(get('http://127.0.0.1:1/')).rejects.toThrowError(refused)
  expect(entries).toMatchObject([
    { method: 'GET', url: `${server.url}to?/x&key=***`, host: server.host, status: 302, bytes: 0 },
    { method: 'GET', status: 200, bytes: 4, error: undefined },
    { method: 'GET', status: 200 },
  ])
})
