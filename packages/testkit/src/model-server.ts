import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the server of a model got it. */
export type ModelRequest<Body = Readonly<Record<string, unknown>>> = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Body
}

/** A real server on this machine that answers as the test says; dispose it. */
export type ModelServer<Body = Readonly<Record<string, unknown>>> = AsyncDisposable & {
  /** Without a path, and without `/` at its end. */
  readonly url: string
  readonly requests: readonly ModelRequest<Body>[]
  /** Requests whose connection is still open. */
  readonly open: () => number
}

/**
 * Starts a server on loopback that plays a language model: what it is sent is JSON.
 * @example await using server = await startModelServer((response) => sendJson(response, { choices: [] }))
 */
export async function startModelServer<Body = Readonly<Record<string, unknown>>>(
  answer: (response: ServerResponse, request: ModelRequest<Body>) => Promise<void> | void,
): Promise<ModelServer<Body>> {
  const requests: ModelRequest<Body>[] = []
  const busy = new Set<ServerResponse>()
  const server = createServer((incoming, response) => {
    busy.add(response)
    response.on('close', () => busy.delete(response))
    void (async () => {
      let text = ''
      for await (const chunk of incoming) text += String(chunk)
      const request = { path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text) as Body }
      requests.push(request)
      await answer(response, request)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    open: () => busy.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Answers with JSON.
 * @example sendJson(response, { error: 'busy' }, { status: 503, headers: { 'retry-after': '3' } })
 */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}
