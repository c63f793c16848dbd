import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HostRules, checkHost } from './check-host.ts'

const methods = 'GET, HEAD, POST, PUT, DELETE'
// No wildcard: it does not cover the token.
const sent =
  'Authorization, Content-Type, Accept, A2A-Version, A2A-Extensions, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID, If-Match, If-None-Match'
const shown = 'ETag, Retry-After, WWW-Authenticate, Mcp-Session-Id'

/**
 * Lets pages of the named origins read the answer (CORS), and answers whether they may ask: true if that was all.
 * Pages of others get no such header, and {@link checkHost} refuses what they send.
 */
export function answerPage(request: IncomingMessage, response: ServerResponse, rules: HostRules): boolean {
  const { method, headers } = request
  const { origin } = headers
  // A header set here would make Node put all of them together anew: what is answered without one says it itself.
  if (origin === undefined) return false
  response.setHeader('vary', 'Origin')
  if (!rules.origins.has(origin.toLowerCase()) || checkHost(headers, rules) !== undefined) return false
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', shown)
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
  response.setHeader('access-control-allow-methods', methods)
  response.setHeader('access-control-allow-headers', sent)
  response.writeHead(204, { 'access-control-max-age': '600' }).end()
  return true
}
