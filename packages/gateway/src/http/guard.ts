import { type HostRules, checkHost } from './check-host.ts'
import type { CallRate } from './call-rate.ts'
import type { Refusal } from './refusal.ts'

/** What the guard looks at. */
export type GuardedRequest = {
  readonly method: string
  /** Without query. */
  readonly path: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly authorization: string | undefined
  /** Address of the other side. */
  readonly client: string
}

/** What the guard keeps to. */
export type GuardOptions = {
  readonly rules: HostRules
  /** Undefined if no token is needed. */
  readonly hasToken: ((authorization: string | undefined) => boolean) | undefined
  /** Whether cards and catalogue are shown to everybody. */
  readonly publicCards: boolean
  readonly rate: CallRate
}

/** Decides whether a request is let in: by the right name, from no foreign page, with the token, and not too often. */
export function guard(
  request: GuardedRequest,
  { rules, hasToken, publicCards, rate }: GuardOptions,
): Refusal | undefined {
  const { authorization, client } = request
  const wrongHost = checkHost(request, rules)
  if (wrongHost !== undefined) return wrongHost
  const isDocument = asksForDocument(request)
  const isOpen = hasToken === undefined || (publicCards && isDocument)
  if (isOpen && isDocument) return undefined
  const waitSeconds = isDocument ? rate.wait(client) : rate.take(client)
  if (waitSeconds > 0)
    return { status: 429, message: 'Too many calls.', headers: { 'retry-after': String(waitSeconds) } }
  if (isOpen || hasToken(authorization)) return undefined
  // Guessing is a call like any other, whatever it asks for.
  if (isDocument) rate.take(client)
  return {
    status: 401,
    message: 'A bearer token is needed.',
    headers: { 'www-authenticate': 'Bearer realm="datacortex"' },
  }
}

/** Whether a request is for what is published for everybody who may know that the server is there. */
export function asksForDocument({ method, path }: Pick<GuardedRequest, 'method' | 'path'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return /^\/(?:agents\/[^/]+\/)?\.well-known\/|^\/agents\/[^/]+\/agent-registration\.json$|^\/agents\/[^/]+\/?$|^\/$/.test(
    path,
  )
}
