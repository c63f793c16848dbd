import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Document } from '../published/document.ts'
import { isKnown } from '../published/document.ts'
import type { GuardedRequest, GuardOptions } from './guard.ts'
import { guard } from './guard.ts'

/** Where documents come from, and who may see them. */
export type DocumentOptions = {
  readonly guard: GuardOptions
  /** What lies at a path, without the first slash. */
  readonly document: (path: string) => Promise<Document | undefined>
}

/**
 * Answers a request for a published document straight from its bytes: many ask for them, and routing a request through
 * web-standard objects takes several times as long as sending them does.
 *
 * @param request - Any.
 * @param response - Untouched unless it was answered.
 * @param options - Documents and guard.
 * @returns Whether it was answered; everything else, refusals too, is for the routes.
 */
export async function answerDocument(
  request: IncomingMessage,
  response: ServerResponse,
  options: DocumentOptions,
): Promise<boolean> {
  const { method = '', url = '', headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = url.split('?', 1)[0] ?? ''
  if (!path.includes('.well-known/') && !path.endsWith('.json')) return false
  if (guard(guardedRequest(request, path), options.guard) !== undefined) return false
  const document = await options.document(path.slice(1))
  if (document === undefined) return false
  const conditions = { ifNoneMatch: headers['if-none-match'], ifModifiedSince: headers['if-modified-since'] }
  if (isKnown(document, conditions)) {
    const { etag, 'last-modified': modified, 'cache-control': cache } = document.headers
    response.writeHead(304, { etag, 'last-modified': modified, 'cache-control': cache }).end()
  } else response.writeHead(200, document.headers).end(method === 'HEAD' ? undefined : document.body)
  return true
}

/** What the guard looks at. */
export function guardedRequest({ method = '', headers, socket }: IncomingMessage, path: string): GuardedRequest {
  const { host, origin, authorization } = headers
  return { method, path, host, origin, authorization, client: socket.remoteAddress ?? 'unknown' }
}
