import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CodedError } from '@datacortex/errors'
import { platformError } from '@datacortex/platform'

/** Answers a request as a provider does. The request has the provider's own address. */
export type ProviderHandler = (request: Request) => Response | Promise<Response>

/** A provider on this machine; dispose it. */
export type ProviderServer = AsyncDisposable & {
  /** `fetch` as plugins get it: every granted host is this server, and `response.url` is the provider's address. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** What it was asked, in order: addresses of the provider. */
  readonly requests: readonly SeenRequest[]
  /** Hosts that were asked for and not granted. */
  readonly refused: readonly string[]
  /** Requests whose connection is still open. */
  open(): number
  /** Bytes of answers that the one who asked has read. */
  received(): number
}

/** A request as the provider saw it. */
export type SeenRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Starts a server on loopback that plays a provider.
 * @param options - `granted`: hosts, `host:port`s, or `*`. `maxBytes`: larger bodies fail, as in the program.
 * @example await using server = await startProvider(() => Response.json({ data: [] }), { granted: ['api.example'] })
 */
export async function startProvider(
  handler: ProviderHandler,
  { granted, maxBytes = 20_000_000 }: { granted: readonly string[]; maxBytes?: number | undefined },
): Promise<ProviderServer> {
  const requests: SeenRequest[] = []
  const refused: string[] = []
  let open = 0
  let received = 0
  const onBytes = (count: number): void => void (received += count)
  const server = createServer((incoming, outgoing) => {
    open += 1
    outgoing.once('close', () => (open -= 1))
    answer(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
  })
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await providerRequest(incoming)
    requests.push(request)
    const { method, url, headers, body } = request
    const asked = new Request(url, { method, headers, ...(body === '' ? {} : { body }) })
    const response = await Promise.resolve(handler(asked)).catch(
      (error: unknown) => new Response(String(error), { status: 500 }),
    )
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body === null) outgoing.end()
    else await sendBody(response.body, outgoing)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const isGranted = ({ host, hostname }: URL): boolean => [host, hostname, '*'].some((name) => granted.includes(name))
  const fetchOnce = async (target: URL, init: RequestInit): Promise<Response> => {
    if (!isGranted(target)) {
      refused.push(target.host)
      throw new Error(`${target.host} was not granted`)
    }
    const headers = new Headers(init.headers)
    headers.set(addressHeader, target.href)
    const local = `http://127.0.0.1:${port}/`
    return await fetch(local, { ...init, headers, redirect: 'manual' }).catch((error: unknown) => {
      init.signal?.throwIfAborted()
      throw unreachable(target.href, error)
    })
  }
  return {
    requests,
    refused,
    open: () => open,
    received: () => received,
    fetch: async (url, init = {}) => {
      let target = new URL(url)
      for (let hops = 0; hops <= 5; hops += 1) {
        const response = await fetchOnce(target, init)
        const location = response.headers.get('location')
        if (response.status < 300 || response.status > 399 || location === null)
          return capped(response, { url: target.href, maxBytes, signal: init.signal ?? undefined, onBytes })
        await response.body?.cancel()
        target = new URL(location, target)
      }
      throw new Error(`${url} was redirected too often`)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Carries the provider's own address to the server that plays it. */
const addressHeader = 'x-provider-address'

async function providerRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array))
  const own = new Set([addressHeader, 'host', 'connection', 'content-length', 'transfer-encoding', 'expect'])
  const sent = Object.entries(incoming.headersDistinct).filter(([name]) => !own.has(name))
  return {
    method: incoming.method ?? 'GET',
    url: incoming.headersDistinct[addressHeader]?.[0] ?? 'http://unknown.invalid/',
    headers: Object.fromEntries(sent.map(([name, values]) => [name, (values ?? []).join(', ')])),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** Piece by piece: what was written has left this process before the next piece, or what breaks instead of it. */
async function sendBody(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader()
  // A stream that failed has nothing left to cancel.
  outgoing.once('close', () => void reader.cancel().catch(() => {}))
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    outgoing.write(value, (error) => (error === null || error === undefined ? resolve() : reject(error)))
    await promise
  }
  outgoing.end()
}

type ReadOptions = {
  readonly url: string
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  readonly onBytes: (count: number) => void
}

function capped(response: Response, options: ReadOptions): Response {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const body = response.body === null ? null : ReadableStream.from(limited(response.body, options))
  const answer = new Response(body, { status: response.status, statusText: response.statusText, headers })
  Object.defineProperty(answer, 'url', { value: options.url })
  return answer
}

/** The body, whose failures are coded errors as they are in the program. */
async function* limited(body: ReadableStream<Uint8Array>, { url, maxBytes, signal, onBytes }: ReadOptions) {
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      onBytes(chunk.length)
      if (size > maxBytes) throw new Error(`its body is larger than ${maxBytes} bytes`)
      yield chunk
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw unreachable(url, error)
  }
}

/** What the program's `fetch` throws too: coded, transient, and naming the address. */
function unreachable(url: string, cause: unknown): CodedError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return platformError('FETCH_UNREACHABLE', { url, reason }, { cause })
}
