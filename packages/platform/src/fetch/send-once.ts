import type { Readable } from 'node:stream'
import type { Agent } from 'undici'
import { redact } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { systemErrorCode } from '../files/system-error-reason.ts'
import { decodeBody } from './decode-body.ts'
import { fetchFailure } from './fetch-failure.ts'
import type { FetchLimits } from './fetch-limits.ts'
import type { TimeLimits } from './time-limits.ts'

/** One request to one address that was checked. */
export type Hop = {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body?: Uint8Array | undefined
}

/** What a server answered. The body is decompressed and within its limits. */
export type Answer = {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  /** Absent where the protocol has none. Failures are coded errors. */
  readonly body?: AsyncIterable<Uint8Array> | undefined
  /** Gives the connection back, or breaks it if there is more to come. */
  readonly close: () => void
}

/** One request as the log has it. */
export type FetchLogEntry = {
  readonly method: string
  /** Without credentials. */
  readonly url: string
  readonly host: string
  /** Absent if there was no answer. */
  readonly status?: number | undefined
  /** Code of the error, if it failed. */
  readonly error?: string | undefined
  /** Of the body, as it came over the network. */
  readonly bytes: number
  readonly ms: number
}

export type SendOptions = {
  readonly dispatcher: Agent
  readonly limits: FetchLimits
  readonly clocks: TimeLimits
  readonly onRequest?: ((entry: FetchLogEntry) => void) | undefined
}

/** Sends one request and follows nothing. Throws coded errors `FETCH_…`, or the reason of the caller's abort. */
export async function sendOnce(hop: Hop, options: SendOptions): Promise<Answer> {
  const { dispatcher, limits, clocks } = options
  const url = hop.url.href
  const log = openLog(hop, options.onRequest)
  const failure = (error: unknown): unknown => {
    const reason = clocks.signal.aborted ? clocks.signal.reason : fetchFailure(error, { url, limits })
    log.finish(systemErrorCode(reason) ?? 'ABORTED')
    return reason
  }
  try {
    const response = await clocks.within(limits.firstByteMs, 'answer', () =>
      dispatcher.request({
        origin: hop.url.origin,
        path: `${hop.url.pathname}${hop.url.search}`,
        method: hop.method,
        headers: Object.fromEntries(hop.headers),
        body: hop.body ?? null,
        signal: clocks.signal,
        responseHeaders: 'raw',
      }),
    )
    // Without a listener, a connection that breaks before anybody reads would end the process.
    response.body.on('error', () => {})
    const { statusCode: status, statusText, body } = response
    log.status = status
    const headers = headersOf(response.headers)
    const close = (): void => {
      body.destroy()
      log.finish()
    }
    if (hop.method === 'HEAD' || [204, 205, 304].includes(status)) {
      body.resume()
      log.finish()
      return { status, statusText, headers, close }
    }
    const count = (more: number): void => log.count(more)
    const wire = limited(paced(body, options), { url, what: 'The body', maxBytes: limits.wireBytes, count })
    const decoded = decodedOrClosed(wire, { encoding: headers.get('content-encoding') ?? '', url, body })
    if (decoded !== wire) for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    const whole = limited(decoded, { url, what: 'The decompressed body', maxBytes: limits.bodyBytes })
    return { status, statusText, headers, body: reporting(whole, { failure, close }), close }
  } catch (error) {
    throw failure(error)
  }
}

/** What nobody can read is not waited for: its connection would stay for as long as the server sends. */
function decodedOrClosed(
  wire: AsyncIterable<Uint8Array>,
  { body, ...options }: { encoding: string; url: string; body: Readable },
): AsyncIterable<Uint8Array> {
  try {
    return decodeBody(wire, options)
  } catch (error) {
    body.destroy()
    throw error
  }
}

/** Waits for each piece no longer than is allowed; a slow reader has all the time there is. */
async function* paced(body: AsyncIterable<Uint8Array>, { limits, clocks }: SendOptions): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]()
  for (;;) {
    const next = await clocks.within(limits.idleMs, 'more', () => iterator.next())
    if (next.done === true) return
    yield next.value
  }
}

export async function* limited(
  body: AsyncIterable<Uint8Array>,
  { url, what, maxBytes, count }: { url: string; what: string; maxBytes: number; count?: (bytes: number) => void },
): AsyncGenerator<Uint8Array> {
  let sum = 0
  for await (const piece of body) {
    sum += piece.length
    count?.(piece.length)
    if (sum > maxBytes) throw platformError('FETCH_TOO_LARGE', { url, what, maxBytes })
    yield piece
  }
}

async function* reporting(
  body: AsyncIterable<Uint8Array>,
  { failure, close }: { failure: (error: unknown) => unknown; close: () => void },
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw failure(error)
  } finally {
    close()
  }
}

/** Bytes of headers are Latin-1 to the standard, whatever they were meant as. Cookies are nobody's business. */
function headersOf(raw: unknown): Headers {
  const list = Array.isArray(raw) ? raw.map(String) : []
  const headers = new Headers()
  for (let index = 0; index + 1 < list.length; index += 2) {
    const [name = '', value = ''] = list.slice(index, index + 2)
    if (/^set-cookie2?$/i.test(name)) continue
    headers.append(name, value)
  }
  return headers
}

function openLog({ url, method }: Hop, onRequest: SendOptions['onRequest']) {
  const started = performance.now()
  let bytes = 0
  let isFinished = false
  const log = {
    status: undefined as number | undefined,
    count(more: number): void {
      bytes += more
    },
    finish(error?: string): void {
      if (isFinished) return
      isFinished = true
      const ms = Math.round(performance.now() - started)
      onRequest?.({ method, url: redact(url.href), host: url.host, status: log.status, error, bytes, ms })
    },
  }
  return log
}
