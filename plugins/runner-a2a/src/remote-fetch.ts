import { CodedError } from '@datacortex/errors'
import { retryAfterMs } from '@datacortex/plugin'
import { remoteError } from './errors.ts'

export type RemoteFetchOptions = {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** The address in the settings; the token goes to no other origin. */
  readonly url: string
  readonly token: string | undefined
  /** Of each response. */
  readonly maxBytes: number
  readonly now: () => number
  readonly signal: AbortSignal
  /** Called with every error, because the protocol's library may put another one in its place. */
  readonly onError: (error: CodedError) => void
}

/** A `fetch` for the protocol's library: token, limits, abort, and errors with codes. */
export function remoteFetch(options: RemoteFetchOptions): typeof globalThis.fetch {
  const fail = (error: CodedError): CodedError => {
    options.onError(error)
    return error
  }
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input)
    const response = await send(url, init, options).catch((error: unknown) => {
      if (options.signal.aborted) throw options.signal.reason
      throw fail(codedOf(error, { url, hasAnswered: false }))
    })
    const refusal = refusalOf(response, { url, now: options.now() })
    if (refusal !== undefined) {
      await response.body?.cancel()
      throw fail(refusal)
    }
    if (response.body === null) return response
    return new Response(ReadableStream.from(pieces(response.body, { ...options, from: url, fail })), response)
  }
}

async function* pieces(
  body: AsyncIterable<Uint8Array>,
  { from, fail, url, maxBytes, signal }: RemoteFetchOptions & { from: string; fail: (error: CodedError) => CodedError },
): AsyncGenerator<Uint8Array> {
  let leftBytes = maxBytes
  try {
    for await (const piece of body) {
      leftBytes -= piece.length
      if (leftBytes < 0)
        throw remoteError('RUNNER_A2A_ANSWER_INVALID', { url, reason: `it is longer than ${maxBytes} bytes` })
      yield piece
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw fail(codedOf(error, { url: from, hasAnswered: true }))
  }
}

function codedOf(error: unknown, { url, hasAnswered }: { url: string; hasAnswered: boolean }): CodedError {
  if (CodedError.is(error) && error.code !== 'FETCH_UNREACHABLE') return error
  return remoteError('RUNNER_A2A_UNREACHABLE', { url, reason: reasonOf(error), hasAnswered }, { cause: error })
}

async function send(url: string, init: RequestInit, options: RemoteFetchOptions): Promise<Response> {
  const headers = new Headers(init.headers)
  if (options.token !== undefined && new URL(url).origin === new URL(options.url).origin)
    headers.set('authorization', `Bearer ${options.token}`)
  const signals = [options.signal, init.signal].filter((signal) => signal !== null && signal !== undefined)
  return await options.fetch(url, { ...init, headers, signal: AbortSignal.any(signals) })
}

/** Statuses that say nothing about the protocol; what the others mean, its library reads from the body. */
function refusalOf({ status, headers }: Response, { url, now }: { url: string; now: number }): CodedError | undefined {
  if (status === 401 || status === 403) {
    return remoteError('RUNNER_A2A_REFUSED', {
      url,
      status,
      reason: `status ${status}, it wants another token`,
      transient: false,
    })
  }
  if (![408, 425, 429, 502, 503, 504].includes(status)) return undefined
  return remoteError('RUNNER_A2A_REFUSED', {
    url,
    status,
    reason: `status ${status}, it is busy`,
    transient: true,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), now),
  })
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
}
