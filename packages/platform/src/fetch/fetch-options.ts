import type { FetchPolicy } from './check-target.ts'
import type { FetchLimits } from './fetch-limits.ts'
import type { ResolveHost } from './guarded-lookup.ts'
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
  /** Called with every request when it has ended. */
  readonly onRequest?: ((entry: FetchLogEntry) => void) | undefined
  /** The system's resolver if absent. */
  readonly resolve?: ResolveHost | undefined
}
