import { withoutUndefined } from '@datacortex/errors'
import { patientLimit } from '@datacortex/platform'
import type { Logger } from '@datacortex/plugin'
import type { Right } from '@datacortex/space'
import { gatewayError } from './errors.ts'
import type { TaskLimits } from './tasks/task-board.ts'

/** What the server takes at most. */
export type ServerLimits = TaskLimits & {
  /** Of the body of a request. */
  readonly bodyBytes: number
  /** Searches and A2A requests of one client; published documents are not counted. */
  readonly callsPerMinute: number
  /** Requests that are answered at the same time; further ones are refused. */
  readonly openRequests: number
  /** How long an answer waits for its reader to read anything of it, in milliseconds. */
  readonly unreadMs: number
  /** How long running tasks have when the server stops, in milliseconds. */
  readonly stopMs: number
}

/** How a space is served. */
export type ServerOptions = {
  /** Name or address to listen on; `127.0.0.1` if absent. */
  readonly host?: string | undefined
  /** 4100 if absent; 0 takes a free one. */
  readonly port?: number | undefined
  /** Address under which others reach the server, if it is not where it listens; a proxy in between removes its path. */
  readonly url?: string | undefined
  /** What callers have to send as `Authorization: Bearer`; needed on any address that is not loopback. */
  readonly token?: string | undefined
  /** Whether cards and catalogue are shown without a token, so that others learn that one is needed. */
  readonly publicCards?: boolean | undefined
  /** Further names in `Host`, beside those of `host`, `url` and loopback. */
  readonly hosts?: readonly string[] | undefined
  /** Further origins of web pages that may call, such as `https://desk.example.org`. */
  readonly origins?: readonly string[] | undefined
  /** Files of private keys; each signs every card. */
  readonly sign?: readonly string[] | undefined
  readonly limits?: Partial<ServerLimits> | undefined
  /** Name of a runner of the settings; chosen from the settings if absent. */
  readonly runner?: string | undefined
  /** What whoever may call may do: at the HTTP API and as tools of `/mcp`. `find` and `run` if absent. */
  readonly rights?: readonly Right[] | undefined
  /** Of the program, as clients are told it. */
  readonly version?: string | undefined
  readonly log: Logger
  /** Stops the server as `close` does. */
  readonly signal?: AbortSignal | undefined
}

/** What holds where the options say nothing. */
const defaultLimits: ServerLimits = {
  bodyBytes: 1_000_000,
  callsPerMinute: 6000,
  openRequests: 512,
  unreadMs: 60_000,
  runningTasks: 4,
  waitingTasks: 64,
  keptTasks: 1000,
  keptBytes: 200_000_000,
  stopMs: 30_000,
}

/** The limits of a server. Throws `GATEWAY_LIMIT_INVALID` if one is no whole number, or too small. */
export function limitsOf(given: Partial<ServerLimits> = {}): ServerLimits {
  const unreadMs = patientLimit(defaultLimits.unreadMs)
  const limits = { ...defaultLimits, unreadMs, ...withoutUndefined(given) }
  for (const [limit, value] of Object.entries(limits)) {
    const least = limit === 'stopMs' || limit === 'waitingTasks' ? 0 : 1
    if (!Number.isSafeInteger(value) || value < least)
      throw gatewayError('GATEWAY_LIMIT_INVALID', { limit, value, least })
  }
  return limits
}
