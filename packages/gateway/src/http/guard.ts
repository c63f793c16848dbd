import type { IncomingMessage } from 'node:http'
import type { CallRate } from './call-rate.ts'
import { type HostRules, checkHost } from './check-host.ts'
import { clientOfRequest } from './client-address.ts'
import type { Client, Clients } from './clients.ts'
import type { Refusal } from './refusal.ts'

export type GuardOptions = {
  readonly rules: HostRules
  readonly clients: Clients
  readonly publicCards: boolean
  readonly rate: CallRate
  /** Whether a proxy of this machine may say whom it asks for. */
  readonly isProxied: boolean
  /** Address of the server, with a slash at its end. */
  readonly base: string
}

/** Where is said how the resource `/mcp` is to be asked, which everybody may read: RFC 9728. */
export const resourcePath = '/.well-known/oauth-protected-resource/mcp'

/** Why a request is not let in, or whose it is; of what everybody may see it doesn't matter. */
export type Guarded = { readonly refusal?: Refusal; readonly client?: Client }

/** Decides whether a request is let in: by the right name, from no foreign page, with the token, and not too often. */
export async function guard(request: IncomingMessage, path: string, options: GuardOptions): Promise<Guarded> {
  const { rules, clients, publicCards, rate } = options
  const { method = '', headers } = request
  const address = clientOfRequest(request, options)
  const wrongHost = checkHost(headers, rules)
  if (wrongHost !== undefined) return { refusal: wrongHost }
  const isDocument = asksForDocument({ method, path })
  if (isDocument && (publicCards || !clients.isSecured || path === resourcePath)) return {}
  const waitSeconds = isDocument ? rate.wait(address) : rate.take(address)
  if (waitSeconds > 0)
    return { refusal: { status: 429, message: 'Too many calls.', headers: { 'retry-after': String(waitSeconds) } } }
  const client = await clients.of(headers.authorization)
  if (client !== undefined) return { client }
  // Guessing is a call like any other, whatever it asks for.
  if (isDocument) rate.take(address)
  const wrong = headers.authorization === undefined ? '' : ', error="invalid_token"'
  const about = path === '/mcp' ? `, resource_metadata="${options.base}${resourcePath.slice(1)}"` : ''
  const asked = { 'www-authenticate': `Bearer realm="datacortex"${wrong}${about}` }
  return { refusal: { status: 401, message: 'A bearer token is needed.', headers: asked } }
}

/** Whether a request is for what is published for everybody who may know that the server is there. */
export function asksForDocument({ method, path }: { method: string; path: string }): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return /^\/(?:agents\/[^/]+\/)?\.well-known\/|^\/agents\/[^/]+\/agent-registration\.json$|^\/agents\/[^/]+\/?$|^\/$/.test(
    path,
  )
}
