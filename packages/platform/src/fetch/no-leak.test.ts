import { CodedError } from '@datacortex/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LocalServer, redirecting, serve } from './__fixtures__/local-server.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { ResolveHost } from './guarded-lookup.ts'

// What programs have been fooled with. Those that reach a server on 127.0.0.1 come first.
const reaching = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '000000000',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '127.0.0.1.',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '１２７.０.０.１',
  '127。0。0。1',
  'ⓛocalhost',
  '%6c%6fcalhost',
  '127.0.0.1%2e',
  '%31%32%37.1',
]
const spellings = [
  ...reaching,
  '[::1]',
  '[::127.0.0.1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '127.127.127.127',
  'app.localhost',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '100.100.100.200',
  '10.0.0.1',
  '192.168.0.1',
  '168.63.129.16',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[::ffff:0:7f00:1]',
]

const runs = process.env['LONG'] === undefined ? 2000 : 20_000

const refused = expect.objectContaining({
  code: 'FETCH_REFUSED',
  message: expect.stringMatching(/this machine|private network/) as string,
})

/** What the system answers for names of this machine; it must never be asked about other names here. */
const resolve: ResolveHost = async (hostname) =>
  hostname.endsWith('localhost')
    ? await Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    : Promise.reject(new Error(`asked for ${hostname}`))

/** The port is granted, so that nothing but the address can be the reason to refuse. */
function granting({ port }: LocalServer): readonly string[] {
  return ['*', ...spellings.map((host) => `${new URL(`http://${host}/`).hostname}:${port}`)]
}

test.each(reaching)('%s would reach the server if it were allowed', async (host) => {
  const server = await serve(redirecting)
  const { hostname } = new URL(`http://${host}/`)
  const get = createGuardedFetch({ resolve, allowPrivate: [`${hostname}:${server.port}`] })
  expect(await (await get(`http://${host}:${server.port}/`)).text()).toBe('text')
})

test('no spelling of this machine leaks', async () => {
  const server = await serve(redirecting)
  const get = createGuardedFetch({ hosts: granting(server), resolve })
  for (const host of spellings) await expect(get(`http://${host}:${server.port}/`), host).rejects.toThrowError(refused)
  expect(server.seen).toEqual([])
})

const private32 = fc.oneof(
  fc.integer({ min: 0x7f000000, max: 0x7fffffff }),
  fc.integer({ min: 0x0a000000, max: 0x0affffff }),
  fc.integer({ min: 0xc0a80000, max: 0xc0a8ffff }),
  fc.integer({ min: 0xa9fe0000, max: 0xa9feffff }),
  fc.constantFrom(0, 0x7f000001, 0xa9fea9fe, 0x646464c8, 0xffffffff),
)
const style = fc.record({
  parts: fc.integer({ min: 1, max: 4 }),
  bases: fc.array(fc.constantFrom('decimal', 'hex', 'HEX', 'octal'), { minLength: 4, maxLength: 4 }),
  disguise: fc.constantFrom('none', 'percent', 'wide', 'dot', 'stop', 'mapped', 'expanded'),
  before: fc.constantFrom('http://', 'HTTP:', 'http:\\\\', 'http:/', ' http://', 'ht\ntp://', 'http:////'),
})

test('no spelling made at random leaks', async () => {
  const server = await serve(redirecting)
  const urls = fc
    .sample(fc.tuple(private32, style), { numRuns: runs, seed: 7 })
    .map(([address, { before, ...how }]) => `${before}${spelled(address, how)}:${server.port}/`)
  expect(new Set(urls.map((url) => URL.parse(url)?.hostname)).size).toBeGreaterThan(runs / 20)
  const others: string[] = []
  const reasons = /this machine|private network|no URL/
  for (const url of new Set(urls)) {
    const hosts = [`${URL.parse(url)?.hostname ?? 'none'}:${server.port}`]
    const error: unknown = await createGuardedFetch({ hosts, resolve })(url).catch((error: unknown) => error)
    if (!CodedError.is(error, 'FETCH_REFUSED') || !reasons.test(error.message)) others.push(`${url}: ${String(error)}`)
  }
  expect(others).toEqual([])
  expect(server.seen).toEqual([])
})

test('no redirect to any spelling leaks, with any status', async () => {
  const [first, second] = [await serve(redirecting), await serve(redirecting)]
  const get = createGuardedFetch({ hosts: [first.host, ...granting(second)], allowPrivate: [first.host], resolve })
  for (const host of spellings) {
    for (const status of [301, 302, 303, 307, 308]) {
      const to = encodeURIComponent(`http://${host}:${second.port}/`)
      await expect(get(`${first.url}${status}to?${to}`), `${status} ${host}`).rejects.toThrowError(refused)
    }
  }
  expect(second.seen).toEqual([])
  expect(first.seen).toHaveLength(spellings.length * 5)
})

test('no redirect leaks by a scheme-relative, bare or backslashed address', async () => {
  const [first, second] = [await serve(redirecting), await serve(redirecting)]
  const get = createGuardedFetch({ hosts: [first.host, ...granting(second)], allowPrivate: [first.host], resolve })
  for (const to of [`//127.1:${second.port}/`, `\\\\127.1:${second.port}/`, `http:/\\127.1:${second.port}/`])
    await expect(get(`${first.url}to?${encodeURIComponent(to)}`), to).rejects.toThrowError(refused)
  for (const to of ['file:///etc/passwd', 'gopher://127.0.0.1/', 'data:text/plain,x', 'http://'])
    await expect(get(`${first.url}to?${encodeURIComponent(to)}`), to).rejects.toThrowError(/FETCH_|only http|no URL/)
  expect(second.seen).toEqual([])
})

test.each([
  ['a private address', [['127.0.0.1']]],
  ['a private address among public ones', [['93.184.215.14', '127.0.0.1']]],
  ['an address of IPv6 that holds another', [['::ffff:127.0.0.1']]],
  ['metadata', [['169.254.169.254']]],
])('a name that leads to %s is refused', async (_, answers) => {
  const server = await serve(redirecting)
  const get = createGuardedFetch({ hosts: [`rebind.example:${server.port}`], resolve: answering(answers) })
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(get(`http://rebind.example:${server.port}/`)).rejects.toThrowError(refused)
  expect(server.seen).toEqual([])
})

test('the answer that was checked is the one that is connected to', async () => {
  const server = await serve(redirecting)
  let asked = 0
  const get = createGuardedFetch({
    allowPrivate: [`named.example:${server.port}`],
    resolve: async () => await Promise.resolve((asked += 1) === 1 ? [{ address: '127.0.0.1', family: 4 }] : []),
  })
  expect(await (await get(`http://named.example:${server.port}/`)).text()).toBe('text')
  expect(asked).toBe(1)
})

test('what is allowed is exactly that host and port', async () => {
  const [allowed, other] = [await serve(redirecting), await serve(redirecting)]
  const get = createGuardedFetch({ allowPrivate: [allowed.host], resolve })
  expect((await get(allowed.url)).status).toBe(200)
  for (const url of [other.url, `http://localhost:${allowed.port}/`, 'http://127.0.0.1/', `https://${other.host}/`])
    await expect(get(url), url).rejects.toThrowError(expect.objectContaining({ code: 'FETCH_REFUSED' }))
  expect(other.seen).toEqual([])
})

test('proxies that the environment names are not used', async () => {
  const [proxy, server] = [await serve(redirecting), await serve(redirecting)]
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  const before = new Map(names.map((name) => [name, process.env[name]]))
  try {
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url
    expect((await createGuardedFetch({ allowPrivate: [server.host] })(server.url)).status).toBe(200)
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  expect([proxy.seen.length, server.seen.length]).toEqual([0, 1])
})

function answering(answers: readonly (readonly string[])[]): ResolveHost {
  let index = 0
  return async () => {
    const addresses = answers[index++ % answers.length] ?? []
    return await Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
  }
}

function spelled(
  address: number,
  { parts, bases, disguise }: { readonly parts: number; readonly bases: readonly string[]; readonly disguise: string },
): string {
  const bytes = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255)
  const last = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0)
  const numbers = [...bytes.slice(0, parts - 1), last]
  const plain = numbers.map((number, index) => inBase(number, bases[index] ?? '')).join('.')
  if (disguise === 'percent') return plain.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  if (disguise === 'wide') return plain.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  if (disguise === 'dot') return `${plain}.`
  if (disguise === 'stop') return plain.replaceAll('.', '。')
  if (disguise === 'mapped') return `[::ffff:${bytes.join('.')}]`
  return disguise === 'expanded' ? `[0000:0:0::FFFF:${bytes.join('.')}]` : plain
}

function inBase(number: number, base: string): string {
  if (base === 'hex') return `0x${number.toString(16)}`
  if (base === 'HEX') return `0X00${number.toString(16).toUpperCase()}`
  return base === 'octal' ? `00${number.toString(8)}` : String(number)
}
