import { CodedError } from '@datacortex/errors'

/** The input names no address that can be fetched. */
export class UrlInvalidError extends CodedError {
  constructor({ url }: { url: string }) {
    super('URL_INVALID', `${url === '' ? 'An empty text' : url.slice(0, 300)} is no http or https address.`, {
      hint: 'Give a whole address such as https://example.org/page, without user and password.',
      details: { transient: false },
    })
  }
}

/** The server answered with a status that says no. */
export class UrlStatusError extends CodedError {
  constructor({ url, status, retryAfterMs }: { url: string; status: number; retryAfterMs?: number | undefined }) {
    const wait = retryAfterMs === undefined || retryAfterMs <= 0 ? '' : ` and asks to wait ${span(retryAfterMs)}`
    super('URL_STATUS', `${url} answered with status ${status}${wait}.`, {
      hint: hints.get(status) ?? 'Open it in a browser, or try again later.',
      details: {
        url,
        status,
        transient: transientStatus.has(status),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
    })
  }
}

const goneHint = 'The page is gone; check the address.'
const hints: ReadonlyMap<number, string> = new Map([
  [401, 'It wants a log-in: open it in a browser, save the page and ingest the file.'],
  [403, 'It may refuse programs: open it in a browser, save the page and ingest the file.'],
  [404, goneHint],
  [410, goneHint],
])

function span(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} minutes`
}

const transientStatus: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** No connection, or it broke. */
export class UrlUnreachableError extends CodedError {
  constructor({ url, reason, cause }: { url: string; reason: string; cause?: unknown }) {
    super('URL_UNREACHABLE', `${url} can't be read: ${reason}.`, {
      hint: 'Check the address and the connection, or try again later.',
      details: { url, transient: true },
      cause,
    })
  }
}

/** The answer did not come in time. */
export class UrlTimeoutError extends CodedError {
  constructor({ url, timeoutMs }: { url: string; timeoutMs: number }) {
    super('URL_TIMEOUT', `${url} did not answer within ${timeoutMs} ms.`, {
      hint: 'Try again later, or raise `timeout_ms` of agent-url-fetcher.',
      details: { url, transient: true },
    })
  }
}

/** The answer is longer than the limit. */
export class UrlTooLargeError extends CodedError {
  constructor({ url, limit }: { url: string; limit: number }) {
    super('URL_TOO_LARGE', `${url} is longer than ${limit} bytes.`, {
      hint: 'Download it and ingest the file, or raise `max_bytes` of agent-url-fetcher.',
      details: { url, limit, transient: false },
    })
  }
}

/** The page leads on to another one again and again. */
export class UrlRefreshLoopError extends CodedError {
  constructor({ url }: { url: string }) {
    super('URL_REFRESH_LOOP', `${url} leads on to other pages without end.`, {
      hint: 'Open it in a browser and give the address where it ends.',
      details: { url, transient: false },
    })
  }
}

/** The answer has no content. */
export class UrlEmptyError extends CodedError {
  constructor({ url }: { url: string }) {
    super('URL_EMPTY', `${url} answered without content.`, {
      hint: 'Open it in a browser; if there is text, save the page and ingest the file.',
      details: { url, transient: false },
    })
  }
}

/** The archive has no copy, or says something that is no answer. */
export class UrlNotArchivedError extends CodedError {
  constructor({ url, reason }: { url: string; reason: string }) {
    super('URL_NOT_ARCHIVED', `The archive can't help with ${url}: ${reason}.`, {
      hint: 'Check the address.',
      details: { url, transient: false },
    })
  }
}

/** The reader service answered with something that can't be used. */
export class UrlReaderInvalidError extends CodedError {
  constructor({ url, reason }: { url: string; reason: string }) {
    super('URL_READER_INVALID', `The reader service can't be used for ${url}: ${reason}.`, {
      hint: 'Check `reader_url` of agent-url-fetcher, or set `reader: none`.',
      details: { url, transient: false },
    })
  }
}
