import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** What a server on this machine answers; one that ends nothing hangs. */
export type Answer = (request: {
  readonly path: string
  readonly body: string
  readonly response: ServerResponse
}) => void

/** A server of a test's own; disposing ends it with all its connections. */
export type OddSite = AsyncDisposable & { readonly url: string; readonly port: number; readonly asked: string[] }

/** Starts a server on a free port that answers as a test wants. */
export async function startOddSite(answer: Answer): Promise<OddSite> {
  const asked: string[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    asked.push(path)
    answer({ path, body: await text(request), response })
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Answers with a JSON document. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** An entry of `sources.yaml` for a JSON API at an address. */
export function sourceEntry(
  id: string,
  { url, key, waitMs = 50_000 }: { readonly url: string; readonly key?: string; readonly waitMs?: number },
): string {
  const entry = {
    type: 'api',
    tool: 'http',
    layers: ['search', 'research'],
    content_type: 'documents',
    // Long, so that on a busy machine only what never answers is late.
    max_latency_ms: waitMs,
    timeout_ms: 600_000,
    ...(key === undefined ? {} : { api_key: key }),
    request: { url },
    response: { items: '$.results[*]', title: 'name', url: 'link', text: 'about' },
  }
  return `  ${id}: ${JSON.stringify(entry)}\n`
}
