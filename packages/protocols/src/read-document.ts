import { CodedError, thrownText } from '@datacortex/errors'
import { patientLimit } from '@datacortex/platform'
import { isPublicAddress, readBody } from '@datacortex/plugin'
import { protocolError } from './errors.ts'

/** A guarded fetch, such as plugins are given. */
export type OutsideFetch = (url: string, init?: RequestInit) => Promise<Response>

export type ReadDocumentOptions = {
  readonly fetch: OutsideFetch
  readonly signal: AbortSignal
  /** What named the address: a public document may not lead to a private place. */
  readonly from?: string | undefined
  /** 1,000,000 if absent. */
  readonly maxBytes?: number | undefined
  /** 3 if absent. */
  readonly redirects?: number | undefined
}

/**
 * Reads a text that somebody publishes, within limits of time, size and redirects.
 * @returns The text, and the address that it was found at; undefined where there is none (404 and 410).
 * @throws `PROTOCOLS_UNREADABLE`, `PROTOCOLS_LEADS_INWARD`, and what the fetch throws.
 * @example await readDocument('https://tides.example/.well-known/agent-card.json', { fetch, signal })
 */
export async function readDocument(
  address: string,
  { fetch, signal, from, maxBytes = 1_000_000, redirects = 3 }: ReadDocumentOptions,
): Promise<{ readonly url: string; readonly text: string } | undefined> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patientLimit(10_000))])
  let url = address
  let before = from
  for (let left = redirects; ; left -= 1) {
    refuseInward(url, before)
    const place = { url, signal: inTime }
    const init = { headers: { accept: 'application/json' }, redirect: 'manual', signal: inTime } as const
    const response = await asked(place, fetch(url, init))
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null)
      return await asked(place, bodyOf(response, { url, maxBytes }))
    await response.body?.cancel()
    const next = URL.parse(location, url)?.href
    if (next === undefined || left === 0)
      throw protocolError('PROTOCOLS_UNREADABLE', { at: url, reason: 'it redirects too often, or nowhere' })
    before = url
    url = next
  }
}

/** Fetches that are not guarded throw errors without a code, and so does any body when the time is over. */
async function asked<T>({ url, signal }: { url: string; signal: AbortSignal }, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const isTimeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
    if (CodedError.is(error) || (signal.aborted && !isTimeout)) throw error
    throw protocolError('PROTOCOLS_UNREADABLE', { at: url, reason: thrownText(error) })
  }
}

/** Lets no public document lead to this machine or a private network, whatever the settings allow themselves. */
function refuseInward(url: string, from: string | undefined): void {
  if (from !== undefined && isPublicAddress(from) && !isPublicAddress(url))
    throw protocolError('PROTOCOLS_LEADS_INWARD', { at: url, from })
}

async function bodyOf(response: Response, { url, maxBytes }: { readonly url: string; readonly maxBytes: number }) {
  const refuse = (reason: string): never => {
    throw protocolError('PROTOCOLS_UNREADABLE', { at: url, reason })
  }
  if (response.status !== 200) {
    await response.body?.cancel()
    return response.status === 404 || response.status === 410
      ? undefined
      : refuse(`it answers with status ${response.status}`)
  }
  const { bytes, isCut } = await readBody(response, maxBytes)
  if (isCut) return refuse(`it is longer than ${maxBytes} bytes`)
  return { url, text: new TextDecoder().decode(bytes) }
}
