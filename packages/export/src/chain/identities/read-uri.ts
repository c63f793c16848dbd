import { CodedError, attempt, codedError } from '@datacortex/errors'
import { createGuardedFetch, patientLimit } from '@datacortex/platform'
import { readDataUri } from '../../erc8004/registration-uri.ts'
import { isLoopback } from '../../publish/base-url.ts'

/** What a URI of a stranger leads to, or why it could not be read. */
export type UriContent = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }

export type ReadUriOptions = {
  /** Addresses of this machine may be read; else only those that everybody can reach. */
  readonly allowLoopback: boolean
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const maxBytes = 1_048_576

/** Reads what a URI on the chain leads to: data URIs, and https without redirects, within limits, from public hosts. */
export async function readUri(uri: string, options: ReadUriOptions): Promise<UriContent> {
  if (uri.startsWith('data:')) {
    const text = attempt(() => readDataUri(uri), codedError)
    return CodedError.is(text) ? { ok: false, reason: text.message } : { ok: true, text }
  }
  const url = URL.parse(uri)
  if (url === null) return { ok: false, reason: 'it is no address' }
  const isOwn = isLoopback(url)
  if (url.protocol === 'ipfs:') return { ok: false, reason: 'IPFS is not read; the address itself proves the content' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) return { ok: false, reason: 'it is not https' }
  if (isOwn && !options.allowLoopback) return { ok: false, reason: 'it leads to this machine' }
  return await get(url, { ...options, allowLoopback: isOwn })
}

async function get(
  url: URL,
  { allowLoopback, timeoutMs = patientLimit(5000), signal }: ReadUriOptions,
): Promise<UriContent> {
  const hosts = [url.host]
  const limits = { totalMs: timeoutMs, firstByteMs: timeoutMs, wireBytes: maxBytes, bodyBytes: maxBytes }
  const fetchUri = createGuardedFetch({ hosts, allowPrivate: allowLoopback ? hosts : [], limits })
  try {
    const headers = { accept: 'application/json' }
    const response = await fetchUri(url.href, { headers, redirect: 'manual', signal: signal ?? null })
    if (response.status === 200) return { ok: true, text: await response.text() }
    await response.body?.cancel()
    return { ok: false, reason: `it answers with status ${response.status}` }
  } catch (error) {
    if (!CodedError.is(error)) return { ok: false, reason: error instanceof Error ? error.message : String(error) }
    return { ok: false, reason: readable(error, timeoutMs) }
  }
}

function readable(error: CodedError, timeoutMs: number): string {
  if (error.code === 'FETCH_TIMEOUT') return `no answer within ${timeoutMs} ms`
  if (error.code === 'FETCH_TOO_LARGE') return `it is longer than ${maxBytes} bytes`
  const { reason } = error.details
  return typeof reason === 'string' ? reason : error.message
}
