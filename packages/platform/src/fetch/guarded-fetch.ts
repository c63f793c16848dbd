import type { FetchPolicy } from './check-target.ts'
import type { FetchLimits } from './fetch-limits.ts'
import type { ResolveHost } from './guarded-lookup.ts'
import type { RecordingOptions } from './recordings.ts'
import type { FetchLogEntry } from './send-once.ts'
import type { TurnOptions } from './turns.ts'

/** What a request may say beside what the web's `fetch` knows. */
export type GuardedInit = RequestInit & {
  /** Narrower limits for this request; they can't be wider than those of the fetch. */
  readonly limits?: Partial<FetchLimits> | undefined
  /** Whether the site's robots.txt is respected: for what nobody asked for by name. */
  readonly robots?: boolean | undefined
}

/** Fetches like the web's `fetch`; `response.url` is the final address. Failures are coded errors `FETCH_…`. */
export type GuardedFetch = (url: string, init?: GuardedInit) => Promise<Response>

/** Where requests may go and how much they may take. */
export type GuardedFetchOptions = FetchPolicy & {
  readonly limits?: Partial<FetchLimits> | undefined
  /** Shared by all processes with the same file; private hosts that are allowed are not counted. Unlimited if absent. */
  readonly turns?: TurnOptions | undefined
  /** Where operators of sites can complain: part of the User-Agent. */
  readonly contact?: string | undefined
  /** For all requests that don't say otherwise; false if absent. */
  readonly robots?: boolean | undefined
  /** For tests: answers come from a folder, or go into it. */
  readonly recordings?: RecordingOptions | undefined
  /** Told about every request when it has ended. */
  readonly onRequest?: ((entry: FetchLogEntry) => void) | undefined
  /** The system's resolver if absent. */
  readonly resolve?: ResolveHost | undefined
}

/**
 * A `fetch` for addresses from outside: http and https, public hosts only, checked in every spelling, after every
 * redirect and for every answer of the name server; limits on time, bytes, headers, redirects and decompression. It
 * has no cookies, uses no proxy of the environment and sends credentials to no other origin.
 *
 * @param options - Granted hosts, private hosts that are allowed, limits, rate, robots, recordings, log.
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
    return await (
      await opening
    )(url, init)
  }
}
