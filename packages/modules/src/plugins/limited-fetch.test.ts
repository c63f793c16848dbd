import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { limitedFetch } from './limited-fetch.ts'

async function serve(): Promise<AsyncDisposable & { readonly port: number; readonly seen: string[] }> {
  const seen: string[] = []
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`)
    const to = /^\/to\?(.*)/.exec(request.url ?? '')?.[1]
    if (to === undefined) response.end('text')
    else response.writeHead(302, { location: decodeURIComponent(to) }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, seen, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) }
}

const refused = expect.objectContaining({ code: 'MODULE_NETWORK_REFUSED' })

test('fetches from granted hosts and follows redirects among them', async () => {
  await using server = await serve()
  const get = limitedFetch('m', { hosts: [], granted: [`127.0.0.1:${server.port}`] })
  const response = await get(`http://127.0.0.1:${server.port}/to?/page`, {
    method: 'POST',
    body: 'x',
    headers: { authorization: 'key' },
  })
  expect(await response.text()).toBe('text')
  expect(server.seen).toEqual([`POST /to?/page key`, `GET /page key`])
})

test('takes authorization away when it is sent on to another origin', async () => {
  await using first = await serve()
  await using second = await serve()
  const get = limitedFetch('m', { hosts: [], granted: [`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`] })
  await get(`http://127.0.0.1:${first.port}/to?http://127.0.0.1:${second.port}/x`, {
    headers: { authorization: 'key' },
  })
  expect(second.seen).toEqual(['GET /x -'])
})

test('refuses everything else, also after a redirect', async () => {
  await using server = await serve()
  const get = limitedFetch('m', { hosts: [], granted: [`127.0.0.1:${server.port}`] })
  for (const url of [
    `http://localhost:${server.port}/`,
    'file:///etc/passwd',
    'no url',
    'http://127.0.0.1.evil.example/',
  ])
    await expect(get(url)).rejects.toThrowError(refused)
  await expect(get(`http://127.0.0.1:${server.port}/to?http://localhost:${server.port}/`)).rejects.toThrowError(refused)
  const loop = encodeURIComponent('/to?x')
  await expect(limitedFetch('m', { hosts: [] })(`http://127.0.0.1:${server.port}/${loop}`)).rejects.toThrowError(
    refused,
  )
  expect(server.seen).toHaveLength(1)
})

test('what is refused after a redirect is the address that it leads to, with the credentials in it left out', async () => {
  await using server = await serve()
  const host = `127.0.0.1:${server.port}`
  const get = limitedFetch('m', { hosts: [], granted: [host] })
  const leadsTo = (target: string): string => `http://${host}/to?${encodeURIComponent(target)}`
  await expect(get(leadsTo('http://elsewhere.example/page'))).rejects.toMatchObject({
    code: 'MODULE_NETWORK_REFUSED',
    message: 'The module m may not fetch http://elsewhere.example/page: the host elsewhere.example is not granted.',
    details: { url: 'http://elsewhere.example/page' },
  })
  await expect(get(leadsTo('http://me:secret@elsewhere.example/'))).rejects.not.toThrowError(/secret/)
  await expect(get('http://asked.example/')).rejects.toMatchObject({ details: { url: 'http://asked.example/' } })
})

test('gives up after five redirects', async () => {
  await using server = await serve()
  const get = limitedFetch('m', { hosts: [], granted: [`127.0.0.1:${server.port}`] })
  let url = '/end'
  for (let level = 0; level < 7; level += 1) url = `/to?${encodeURIComponent(url)}`
  await expect(get(`http://127.0.0.1:${server.port}${url}`)).rejects.toThrowError(/more than 5 times/)
  expect(server.seen).toHaveLength(6)
})

test('the manifest alone opens nothing on this machine; the settings of the space do', async () => {
  await using server = await serve()
  const [host, url] = [`127.0.0.1:${server.port}`, `http://127.0.0.1:${server.port}/x`]
  await expect(limitedFetch('m', { hosts: [host] })(url)).rejects.toThrowError(refused)
  await expect(limitedFetch('m', { hosts: ['*'] })(url)).rejects.toThrowError(refused)
  const space = async () => await Promise.resolve({ allowPrivate: [host] })
  await expect(limitedFetch('m', { hosts: [], space })(url)).rejects.toThrowError(refused)
  for (const hosts of [[host], ['*']]) expect((await limitedFetch('m', { hosts, space })(url)).status).toBe(200)
})
