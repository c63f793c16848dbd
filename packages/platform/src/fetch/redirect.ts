import { platformError } from '../errors.ts'
import { type FetchPolicy, checkTarget, mayBePrivate } from './check-target.ts'
import type { Answer, Hop } from './send-once.ts'

// What may be sent to another origin; everything else could be a key under any name.
const harmless = new Set(['accept', 'accept-encoding', 'accept-language', 'range', 'user-agent'])

/** The request that a redirect leads to, checked like the first one; undefined if the answer is none. */
export function redirected(hop: Hop, { answer, policy }: { answer: Answer; policy: FetchPolicy }): Hop | undefined {
  const { status } = answer
  const location = answer.headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return undefined
  const next = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), hop.url.href)
  const refuse = (reason: string): never => {
    throw platformError('FETCH_REDIRECT_REFUSED', { url: hop.url.href, reason })
  }
  if (next === null) return refuse('it leads to something that is no URL')
  const url = checkTarget(next.href, policy)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') return refuse('it leads from https to http')
  if (mayBePrivate(url, policy) && !mayBePrivate(hop.url, policy))
    return refuse(`it leads from a public host to ${url.host}, which may be private`)
  const isSameOrigin = url.origin === hop.url.origin
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || ([301, 302].includes(status) && hop.method === 'POST')
  const isBodyKept = hop.body !== undefined && !becomesGet
  if (isBodyKept && !isSameOrigin) return refuse('it sends what was posted on to another host')
  const headers = new Headers()
  for (const [name, value] of hop.headers) {
    if (!isSameOrigin && !harmless.has(name)) continue
    if (!isBodyKept && name.startsWith('content-')) continue
    headers.append(name, value)
  }
  return { url, headers, method: becomesGet ? 'GET' : hop.method, ...(isBodyKept ? { body: hop.body } : {}) }
}
