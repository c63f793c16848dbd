import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardedFetch } from '@datacortex/platform'
import { onTestFinished } from 'vitest'

/** A server on loopback that ends after the test, or where `onEnd` says, and a guarded fetch that may ask it. */
export async function localServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<{ readonly origin: string; readonly host: string; readonly fetch: ReturnType<typeof createGuardedFetch> }> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => answer(request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin: `http://${host}`, host, fetch: createGuardedFetch({ allowPrivate: [host] }) }
}
