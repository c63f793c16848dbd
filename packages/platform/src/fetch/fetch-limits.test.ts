import { type AddressInfo, createServer } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serve } from './__fixtures__/local-server.ts'
import { type FetchLimits, defaultLimits, limitsHere } from './fetch-limits.ts'
import type { GuardedFetch } from './fetch-options.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { sendOnce } from './send-once.ts'
import { timeLimits } from './time-limits.ts'

const code = (name: string): unknown => expect.objectContaining({ code: name })

/** A server that sends these bytes as they are, and then nothing more. */
async function sending(
  text: string | readonly string[],
  { ends = false } = {},
): Promise<{ host: string; url: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      for (const piece of typeof text === 'string' ? [text] : text) socket.write(piece)
      if (ends) socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/` }
}

/** Connections on which nothing ever happens. */
const silent = Object.assign(new Agent(), { request: async () => await new Promise<never>(() => {}) })

function limited(host: string, limits: Partial<FetchLimits>): GuardedFetch {
  return createGuardedFetch({ allowPrivate: [host], limits })
}

test('a connection that is never agreed on ends in time', async () => {
  const { host } = await sending([])
  const get = limited(host, { connectMs: 50 })
  await expect(get(`https://${host}/`)).rejects.toThrowError(/no connection within 50 ms/)
})

test('a name server that never answers ends in time', async () => {
  const get = createGuardedFetch({ resolve: () => new Promise(() => {}), limits: { connectMs: 50 } })
  await expect(get('https://slow.example/')).rejects.toThrowError(code('FETCH_TIMEOUT'))
})

test('an address where nobody listens is unreachable, and worth another attempt', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const error: unknown = await limited(`127.0.0.1:${port}`, {})(`http://127.0.0.1:${port}/`).catch((e) => e)
  expect(error).toMatchObject({ code: 'FETCH_UNREACHABLE', details: { transient: true } })
})

test('a name that is not there is not worth another attempt', async () => {
  const resolve = () => Promise.reject(Object.assign(new Error('not there'), { code: 'ENOTFOUND' }))
  const error: unknown = await createGuardedFetch({ resolve })('https://gone.example/').catch((e) => e)
  expect(error).toMatchObject({ code: 'FETCH_UNREACHABLE', details: { transient: false } })
})

test.each([
  ['', 30_000],
  ['20', 600_000],
])('where no limit is given and the patience is %j, no first byte comes in %d ms', async (patience, ms) => {
  vi.stubEnv('DATACORTEX_PATIENCE', patience)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = new URL('https://slow.example/')
  const limits = limitsHere()
  const clocks = timeLimits(url.href, { totalMs: limits.totalMs, signal: undefined })
  let error: unknown
  const hop = { url, method: 'GET', headers: new Headers() }
  const asking = sendOnce(hop, { dispatcher: silent, limits, clocks }).catch((thrown: unknown) => (error = thrown))
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await asking
  expect(error).toMatchObject({ code: 'FETCH_TIMEOUT', details: { waitedFor: 'answer', timeoutMs: ms } })
})

test('the default times are those of an ordinary machine, times its patience, and sizes are no times', () => {
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  expect(limitsHere()).toEqual(defaultLimits)
  vi.stubEnv('DATACORTEX_PATIENCE', '2')
  const { connectMs, firstByteMs, idleMs, totalMs, ...others } = limitsHere()
  expect([connectMs, firstByteMs, idleMs, totalMs]).toEqual([20_000, 60_000, 60_000, 240_000])
  expect(defaultLimits).toMatchObject(others)
})

test('a server that sends no first byte ends in time', async () => {
  const server = await serve(() => {})
  const get = limited(server.host, { firstByteMs: 50 })
  await expect(get(server.url)).rejects.toThrowError(/no answer within 50 ms/)
})

test('informational answers without end are no answer in time', async () => {
  const { host, url } = await sending(
    Array.from({ length: 1000 }, () => 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'),
  )
  await expect(limited(host, { firstByteMs: 50 })(url)).rejects.toThrowError(code('FETCH_TIMEOUT'))
})

test('a body that stops and one that drips end in time', async () => {
  const server = await serve((request, response) => {
    response.write('begin')
    if (request.url !== '/drip') return
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  })
  const get = limited(server.host, { idleMs: 50 })
  await expect((await get(server.url)).text()).rejects.toThrowError(/no more within 50 ms/)
  const patient = limited(server.host, { idleMs: 3_600_000, totalMs: 300 })
  // On a busy machine the time may be over before the body begins.
  const dripping = async (): Promise<string> => await (await patient(`${server.url}drip`)).text()
  await expect(dripping()).rejects.toThrowError(/no end within 300 ms/)
})

test('headers without end are refused as too large', async () => {
  const { host, url } = await sending([
    'HTTP/1.1 200 OK\r\n',
    ...Array<string>(5000).fill(`X-A: ${'a'.repeat(50)}\r\n`),
  ])
  await expect(limited(host, {})(url)).rejects.toThrowError(code('FETCH_TOO_LARGE'))
})

test.each([
  ['no HTTP', 'FETCH_RESPONSE_INVALID', 'SSH-2.0-OpenSSH\r\n'],
  ['two lengths', 'FETCH_RESPONSE_INVALID', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a status of its own', 'FETCH_RESPONSE_INVALID', 'HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'],
  ['nothing', 'FETCH_UNREACHABLE', ''],
  [
    'an unknown encoding',
    'FETCH_RESPONSE_INVALID',
    'HTTP/1.1 200 OK\r\nContent-Encoding: x-secret\r\nContent-Length: 1\r\n\r\na',
  ],
])('for an answer with %s, the error is %s', async (_, name, text) => {
  const { host, url } = await sending(text, { ends: true })
  await expect(limited(host, {})(url)).rejects.toThrowError(code(name))
})

test('a body of an unknown encoding is not waited for', async () => {
  const sockets = new Set<unknown>()
  const server = await serve((request, response) => {
    sockets.add(request.socket.once('close', () => sockets.delete(request.socket)))
    response.writeHead(200, { 'content-encoding': 'zstd' })
    const timer = setInterval(() => response.write('x'.repeat(1000)), 10)
    response.on('close', () => clearInterval(timer))
  })
  const get = limited(server.host, {})
  await expect(get(server.url)).rejects.toThrowError(code('FETCH_RESPONSE_INVALID'))
  expect(server.seen).toHaveLength(1)
  await expect.poll(() => sockets.size).toBe(0)
})

test('a body that breaks off is an error: in length, in chunks and in compression', async () => {
  const bodies = [
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
  ]
  for (const text of bodies) {
    const { host, url } = await sending(text, { ends: true })
    await expect((await limited(host, {})(url)).text()).rejects.toThrowError(code('FETCH_UNREACHABLE'))
  }
  const server = await serve((_, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync('a'.repeat(1000)).subarray(0, 15))
  })
  const response = await limited(server.host, {})(server.url)
  await expect(response.text()).rejects.toThrowError(/FETCH|can't be (?:read|reached)/)
})

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ['identity', (text: string) => Buffer.from(text)],
])('decompresses %s', async (encoding, compress) => {
  const server = await serve((_, response) => {
    response.setHeader('content-encoding', encoding)
    response.end(compress('tides '.repeat(50_000)))
  })
  const response = await limited(server.host, {})(server.url)
  expect(await response.text()).toBe('tides '.repeat(50_000))
  expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate, br')
})

test.each(['gzip', 'br', 'gzip, gzip'])('a bomb in %s is cut off', async (encoding) => {
  const zeros = Buffer.alloc(100_000_000)
  const bombs = { gzip: () => gzipSync(zeros, { level: 1 }), br: () => brotliCompressSync(zeros, { params: { 1: 1 } }) }
  const bomb = encoding === 'br' ? bombs.br() : encoding === 'gzip' ? bombs.gzip() : gzipSync(bombs.gzip())
  const server = await serve((_, response) => {
    response.setHeader('content-encoding', encoding)
    response.end(bomb)
  })
  const before = process.memoryUsage().rss
  const response = await limited(server.host, { bodyBytes: 5_000_000 })(server.url)
  let sum = 0
  const reading = async (): Promise<void> => {
    for await (const piece of response.body ?? []) sum += piece.length
  }
  await expect(reading()).rejects.toThrowError(/decompressed body .* larger than 5000000 bytes/)
  expect(sum).toBeLessThanOrEqual(5_000_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(75_000_000)
})

test('a body that never ends is cut off, and what is sent has a limit too', async () => {
  const server = await serve((_, response) => {
    const more = (): void => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  const get = limited(server.host, { wireBytes: 1_000_000, sentBytes: 10 })
  await expect((await get(server.url)).text()).rejects.toThrowError(code('FETCH_TOO_LARGE'))
  const sent = get(server.url, { method: 'POST', body: 'x'.repeat(11) })
  await expect(sent).rejects.toThrowError(code('FETCH_TOO_LARGE'))
})

test('one request can narrow its limits and not widen them', async () => {
  const server = await serve((_, response) => response.end('x'.repeat(1000)))
  const get = limited(server.host, { bodyBytes: 500 })
  await expect((await get(server.url, { limits: { bodyBytes: 2000 } })).text()).rejects.toThrowError(/than 500 bytes/)
  await expect((await get(server.url, { limits: { bodyBytes: 100 } })).text()).rejects.toThrowError(/than 100 bytes/)
})
