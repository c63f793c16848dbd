import { platformError } from '../errors.ts'
import { acceptedEncodings } from './decode-body.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { type Hop, limited } from './send-once.ts'

// The connection's own, and cookies, which nobody keeps.
const dropped = (
  'connection content-length cookie expect host http2-settings keep-alive ' +
  'proxy-authorization proxy-connection te trailer transfer-encoding upgrade'
).split(' ')

/** The first request: headers as the platform reads them, the body as a whole, so that it can be sent on. */
export async function sentRequest(
  url: URL,
  init: RequestInit,
  { userAgent, limits }: { userAgent: string; limits: FetchLimits },
): Promise<Hop> {
  const { method, headers, body } = init
  // It names the content type of forms and refuses what is no header.
  const request = new Request(url, {
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined || body === null ? {} : { body, duplex: 'half' }),
  })
  if (!/^[A-Z]{1,20}$/.test(request.method) || request.method === 'CONNECT')
    throw platformError('FETCH_REFUSED', { url: url.href, reason: `its method is ${JSON.stringify(method)}` })
  const sent = new Headers(request.headers)
  for (const name of dropped) sent.delete(name)
  if (!sent.has('user-agent')) sent.set('user-agent', userAgent)
  if (!sent.has('accept')) sent.set('accept', '*/*')
  if (!sent.has('accept-encoding')) sent.set('accept-encoding', acceptedEncodings)
  if (request.body === null) return { url, method: request.method, headers: sent }
  const pieces = limited(request.body, { url: url.href, what: 'What is sent', maxBytes: limits.sentBytes })
  return { url, method: request.method, headers: sent, body: Buffer.concat(await Array.fromAsync(pieces)) }
}
