import { setTimeout as pauseFor } from 'node:timers/promises'
import { CodedError } from '@datacortex/errors'
import { readBody, retryAfterMs } from '@datacortex/plugin'
import { urlError } from './errors.ts'
import type { FetcherSettings } from './fetcher-settings.ts'

export type GetOptions = {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly now: () => number
  readonly settings: FetcherSettings
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export type GatherOptions = GetOptions & { readonly secret: (name: string) => Promise<string | undefined> }

export type Got = {
  readonly bytes: Uint8Array
  /** Where it was in the end. */
  readonly url: string
  /** As the server declared it, with parameters. */
  readonly declared: string
}

export async function get(url: string, options: GetOptions): Promise<Got> {
  const { settings, signal } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await getOnce(url, options)
    } catch (error) {
      signal.throwIfAborted()
      if (attempt >= settings.attempts || !CodedError.is(error) || error.details['transient'] !== true) throw error
      const asked = error.details['retryAfterMs']
      const pause = typeof asked === 'number' ? asked : settings.retry_ms * 2 ** (attempt - 1)
      // Nobody waits minutes for one page; the archive is next.
      if (pause > longestPauseMs) throw error
      await pauseFor(pause, undefined, { signal })
    }
  }
}

const longestPauseMs = 10_000

async function getOnce(url: string, { fetch, now, settings, signal, headers = {} }: GetOptions): Promise<Got> {
  const timeout = AbortSignal.timeout(settings.timeout_ms)
  try {
    const response = await fetch(url, { headers: { accept, ...headers }, signal: AbortSignal.any([signal, timeout]) })
    const { status } = response
    if (!response.ok) {
      await response.body?.cancel()
      const wait = retryAfterMs(response.headers.get('retry-after'), now())
      throw urlError('URL_STATUS', { url, status, retryAfterMs: wait })
    }
    const bytes = await bytesOf(response, { url, limit: settings.max_bytes })
    return { bytes, url: response.url || url, declared: response.headers.get('content-type') ?? '' }
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) throw urlError('URL_TIMEOUT', { url, timeoutMs: settings.timeout_ms })
    if (CodedError.is(error)) throw error
    throw urlError('URL_UNREACHABLE', { url, reason: reasonOf(error) }, { cause: error })
  }
}

const accept = 'text/html,application/xhtml+xml,text/markdown;q=0.9,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5'

async function bytesOf(response: Response, { url, limit }: { url: string; limit: number }): Promise<Uint8Array> {
  // With a content encoding the length is that of the packed bytes.
  const isLonger = Number(response.headers.get('content-length') ?? 0) > limit
  if (isLonger) await response.body?.cancel()
  const { bytes, isCut } = isLonger ? { isCut: true } : await readBody(response, limit)
  if (bytes === undefined || isCut) throw urlError('URL_TOO_LARGE', { url, limit })
  return bytes
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}
