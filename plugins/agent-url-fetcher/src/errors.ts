import { errorsOf } from '@datacortex/errors'

export const urlError = errorsOf({
  URL_INVALID: {
    message: ({ url }: { url: string }) =>
      `${url === '' ? 'An empty text' : url.slice(0, 300)} is no http or https address.`,
    hint: 'Give a whole address such as https://example.org/page, without user and password.',
    details: () => ({ transient: false }),
  },
  URL_STATUS: {
    message: ({ url, status, retryAfterMs }: { url: string; status: number; retryAfterMs?: number | undefined }) => {
      const wait = retryAfterMs === undefined || retryAfterMs <= 0 ? '' : ` and asks to wait ${span(retryAfterMs)}`
      return `${url} answered with status ${status}${wait}.`
    },
    hint: ({ status }) => hints.get(status) ?? 'Open it in a browser, or try again later.',
    details: ({ url, status, retryAfterMs }) => ({
      url,
      status,
      transient: transientStatus.has(status),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }),
  },
  URL_UNREACHABLE: {
    message: ({ url, reason }: { url: string; reason: string }) => `${url} can't be read: ${reason}.`,
    hint: 'Check the address and the connection, or try again later.',
    details: ({ url }) => ({ url, transient: true }),
  },
  URL_TIMEOUT: {
    message: ({ url, timeoutMs }: { url: string; timeoutMs: number }) =>
      `${url} did not answer within ${timeoutMs} ms.`,
    hint: 'Try again later, or raise `timeout_ms` of agent-url-fetcher.',
    details: ({ url }) => ({ url, transient: true }),
  },
  URL_TOO_LARGE: {
    message: ({ url, limit }: { url: string; limit: number }) => `${url} is longer than ${limit} bytes.`,
    hint: 'Download it and ingest the file, or raise `max_bytes` of agent-url-fetcher.',
    details: ({ url, limit }) => ({ url, limit, transient: false }),
  },
  URL_REFRESH_LOOP: {
    message: ({ url }: { url: string }) => `${url} leads on to other pages without end.`,
    hint: 'Open it in a browser and give the address where it ends.',
    details: ({ url }) => ({ url, transient: false }),
  },
  URL_EMPTY: {
    message: ({ url }: { url: string }) => `${url} answered without content.`,
    hint: 'Open it in a browser; if there is text, save the page and ingest the file.',
    details: ({ url }) => ({ url, transient: false }),
  },
  URL_NOT_ARCHIVED: {
    message: ({ url, reason }: { url: string; reason: string }) => `The archive can't help with ${url}: ${reason}.`,
    hint: 'Check the address.',
    details: ({ url }) => ({ url, transient: false }),
  },
  URL_READER_INVALID: {
    message: ({ url, reason }: { url: string; reason: string }) =>
      `The reader service can't be used for ${url}: ${reason}.`,
    hint: 'Check `reader_url` of agent-url-fetcher, or set `reader: none`.',
    details: ({ url }) => ({ url, transient: false }),
  },
})

const goneHint = 'The page is gone; check the address.'

const hints: ReadonlyMap<number, string> = new Map([
  [401, 'It wants a log-in: open it in a browser, save the page and ingest the file.'],
  [403, 'It may refuse programs: open it in a browser, save the page and ingest the file.'],
  [404, goneHint],
  [410, goneHint],
])

const transientStatus: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

function span(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} minutes`
}
