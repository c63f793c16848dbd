import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server of the running test. */
export type LocalServer = {
  /** `127.0.0.1:<port>` */
  readonly host: string
  readonly port: number
  readonly url: string
  /** `METHOD /path` of everything that arrived. */
  readonly seen: readonly string[]
  readonly requests: readonly IncomingMessage[]
}

/** Starts a server on this machine, which goes away with the test. */
export async function serve(answer: RequestListener, address = '127.0.0.1'): Promise<LocalServer> {
  const requests: IncomingMessage[] = []
  const seen: string[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    seen.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, port, url: `http://127.0.0.1:${port}/`, seen, requests }
}

/** Answers `/to?<address>` by sending there, and everything else by `text`. */
export function redirecting(request: IncomingMessage, response: ServerResponse): void {
  const to = /^\/(\d*)to\?(.*)/.exec(request.url ?? '')
  if (to === null) response.end('text')
  else
    response
      .writeHead(Number(to[1]) || 302, { location: Buffer.from(decodeURIComponent(to[2] ?? '')).toString('latin1') })
      .end()
}
