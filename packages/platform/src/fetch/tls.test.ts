import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Certificate, certificateFor, here, serveTls } from './__fixtures__/tls-server.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

let authority: Certificate
const trusted = getCACertificates('default')
beforeAll(async () => {
  authority = await certificateFor('authority.example', { isAuthority: true })
  setDefaultCACertificates([...trusted, authority.cert])
})
afterAll(() => setDefaultCACertificates(trusted))

const open = (...hosts: readonly string[]) => createGuardedFetch({ resolve: here, allowPrivate: hosts })
const lasting = expect.objectContaining({
  code: 'FETCH_UNREACHABLE',
  details: expect.objectContaining({ transient: false }),
})

test('a name that was resolved and checked here is the name that the certificate has to have', async () => {
  const server = await serveTls(await certificateFor('shop.example', { by: authority }))
  const host = `shop.example:${server.port}`
  const response = await open(host)(`https://${host}/a`)
  expect([response.status, await response.text()]).toEqual([200, 'text'])
  expect([server.asked, server.seen]).toEqual([['shop.example'], ['GET /a']])
})

test.each([
  [
    'of another name',
    () => certificateFor('bank.example', { by: authority }),
    'its certificate is for another host name and does not match this one (ERR_TLS_CERT_ALTNAME_INVALID).',
  ],
  [
    'of nobody known',
    () => certificateFor('shop.example'),
    'its certificate is self-signed: nobody whom this machine trusts vouches for it (DEPTH_ZERO_SELF_SIGNED_CERT).',
  ],
  [
    'that has ended',
    () => certificateFor('shop.example', { by: authority, until: new Date('2021-01-01') }),
    'its certificate has expired, or the clock of this machine is wrong (CERT_HAS_EXPIRED).',
  ],
  [
    'of one who may not sign',
    async () => {
      const by = await certificateFor('evil.example', { by: authority })
      return await certificateFor('shop.example', { by })
    },
    'its certificate comes from nobody whom this machine trusts, or a certificate between is missing (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
  ],
])('a certificate %s is refused before anything is sent, and worth no other attempt', async (_of, make, reason) => {
  const server = await serveTls(await make())
  const host = `shop.example:${server.port}`
  const request = open(host)(`https://${host}/secret`, {
    method: 'POST',
    headers: { authorization: 'Bearer x' },
    body: 'x',
  })
  const error: unknown = await request.catch((problem: unknown) => problem)
  expect(error).toEqual(lasting)
  expect(String(error)).toContain(reason)
  expect(server.seen).toEqual([])
})

test('a redirect leads to no server whose certificate does not fit', async () => {
  const first = await serveTls(await certificateFor('shop.example', { by: authority }))
  const second = await serveTls(await certificateFor('bank.example', { by: authority }))
  const hosts = [`shop.example:${first.port}`, `other.example:${second.port}`] as const
  const target = encodeURIComponent(`https://${hosts[1]}/b`)
  await expect(open(...hosts)(`https://${hosts[0]}/to?${target}`)).rejects.toThrowError(lasting)
  expect([first.seen.length, second.seen]).toEqual([1, []])
})

test('what is no TLS is told as such', async () => {
  const server = await serveTls(await certificateFor('shop.example', { by: authority }))
  const host = `shop.example:${server.port}`
  const error: unknown = await open(host)(`http://${host}/`).catch((problem: unknown) => problem)
  expect(error).toMatchObject({ code: expect.stringMatching(/^FETCH_/) })
  expect(server.seen).toEqual([])
})

test('a server that speaks no TLS is told as such, without the words of OpenSSL', async () => {
  const server = createServer((_, response) => response.end('text')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = `shop.example:${port}`
  await expect(open(host)(`https://${host}/`)).rejects.toMatchObject({
    code: 'FETCH_UNREACHABLE',
    message: `https://${host}/ can't be reached: it does not speak TLS there; its address may begin with http (ERR_SSL_WRONG_VERSION_NUMBER).`,
    details: { transient: false },
  })
})
