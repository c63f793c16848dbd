import type { GuardedFetch, GuardedFetchOptions } from './fetch-options.ts'

/**
 * A `fetch` for addresses from outside: http and https, public hosts only, checked in every spelling, after every
 * redirect and for every answer of the name server; limits on time, bytes, headers, redirects and decompression. It
 * has no cookies, uses no proxy of the environment and sends credentials to no other origin.
 * @returns Throws `FETCH_REFUSED`, `FETCH_UNREACHABLE`, `FETCH_TIMEOUT`, `FETCH_TOO_LARGE`, `FETCH_REDIRECT_REFUSED`,
 *   `FETCH_RESPONSE_INVALID`, `FETCH_RATE_LIMITED`, `FETCH_ROBOTS_DISALLOWED`; `details.transient` says whether to try
 *   again.
 * @example const response = await createGuardedFetch()('https://example.org/', { signal })
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  let opening: Promise<GuardedFetch> | undefined
  return async (url, init) => {
    // The HTTP client is large, and most commands ask nobody.
    opening ??= import('./open-fetch.ts').then(({ openFetch }) => openFetch(options))
    const guarded = await opening
    return await guarded(url, init)
  }
}
