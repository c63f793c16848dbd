import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Offer } from './offer.ts'
import { serverOf } from './server-of.ts'

export type HttpHandlerOptions = {
  readonly version: string
  /** Of the body of a request. */
  readonly maxBytes: number
  /** Reported of what the library refuses, and why; clients see to it that there is as much of that as they like. */
  readonly onRefusal: (error: unknown) => void
}

export function httpHandler(
  offer: Offer,
  { version, maxBytes, onRefusal }: HttpHandlerOptions,
): (request: Request) => Promise<Response> {
  const { onBug, changes, signal } = offer
  return async (request) => {
    const errors: unknown[] = []
    let report = (error: unknown): void => void errors.push(error)
    const maxSubscriptions = changes.listeners < mostListening ? 1 : 0
    const onerror = (error: unknown): void => report(error)
    const options = { maxRequestBodySize: maxBytes, maxSubscriptions, bus: changes, onerror }
    // One for each request: the library tells of refusals and of bugs alike, and only the answer says which it was.
    const handler = createMcpHandler(
      ({ era }) => serverOf(offer, { version, isOwn: false, tells: era === 'modern' }),
      options,
    )
    // Who listens is told that it is over.
    if (request.headers.get('mcp-method') === 'subscriptions/listen')
      signal.addEventListener('abort', () => void handler.close(), { once: true, signal: request.signal })
    const response = await handler.fetch(request)
    // Of this connection, which is the server's: the library keeps also those open that the client wants closed.
    response.headers.delete('connection')
    report = onBug
    for (const error of errors) (response.status < 500 ? onRefusal : onBug)(error)
    return response
  }
}

/** Of one client; each holds a connection. */
const mostListening = 64
