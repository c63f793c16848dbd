import { withoutUndefined } from '@datacortex/errors'
import { patientLimit } from '@datacortex/platform'
import type { Logger } from '@datacortex/plugin'
import type { Right } from '@datacortex/space'
import type { PublishingOptions } from '@datacortex/space/published'
import { gatewayError } from './errors.ts'
import type { TaskLimits } from './tasks/task-board.ts'

export type ServerLimits = TaskLimits & {
  readonly headerBytes: number
  /** How long the headers of a request may take, and the handshake of TLS, in milliseconds. */
  readonly headersMs: number
  /** How long all of a request may take, in milliseconds; no less than its headers. */
  readonly requestMs: number
  readonly bodyBytes: number
  /** Of all files that a message names or brings, those of its addresses too. */
  readonly fileBytes: number
  /** Of all files of an answer that stand in it; further ones are named by an address. */
  readonly inlineBytes: number
  /** How deep lists and maps of a body may be nested. */
  readonly bodyDepth: number
  /** Connections of one client: of one address, or of one network of IPv6. */
  readonly clientConnections: number
  /** Searches and A2A requests of one client; published documents are not counted. */
  readonly callsPerMinute: number
  /** Requests that are answered at the same time; further ones are refused. */
  readonly openRequests: number
  /** How long an answer waits for its reader to read anything of it, in milliseconds. */
  readonly unreadMs: number
  /** How long running tasks have when the server stops, in milliseconds. */
  readonly stopMs: number
}

export type ServerOptions = {
  /** Name or address to listen on; `127.0.0.1` if absent. */
  readonly host?: string | undefined
  /** 4100 if absent; 0 takes a free one. */
  readonly port?: number | undefined
  /** Address under which others reach the server, if it is not where it listens; a proxy in between removes its path. */
  readonly url?: string | undefined
  /** What callers send as `Authorization: Bearer`, beside tokens of the space; some are needed where others can reach it. */
  readonly token?: string | undefined
  /** Files of a certificate with its chain and of its key; those of the settings if absent, and HTTP without any. */
  readonly tls?: PublishingOptions['tls']
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
  /** What who has `token` may do, or anyone where none is needed: at the HTTP API and as tools of `/mcp`. */
  readonly rights?: readonly Right[] | undefined
  /** The folder of the built page, which is shown under `/app/`; there is none if absent. */
  readonly page?: string | undefined
  /** Whether only the user of this machine is let in, by the page; a space that is not trusted is served to nobody else. */
  readonly isOwnOnly?: boolean | undefined
  readonly log: Logger
  /** Stops the server as `close` does. */
  readonly signal?: AbortSignal | undefined
}

const defaultLimits = (): ServerLimits => ({
  headerBytes: 16_384,
  headersMs: patientLimit(10_000),
  requestMs: patientLimit(60_000),
  bodyBytes: 1_000_000,
  fileBytes: 20_000_000,
  inlineBytes: 1_000_000,
  bodyDepth: 64,
  clientConnections: 100,
  callsPerMinute: 6000,
  openRequests: 512,
  unreadMs: patientLimit(60_000),
  runningTasks: 4,
  waitingTasks: 64,
  keptTasks: 1000,
  keptBytes: 200_000_000,
  stopMs: 30_000,
})

/** The limits of a server. Throws `GATEWAY_LIMIT_INVALID` if one is no whole number, or too small. */
export function limitsOf(given: Partial<ServerLimits> = {}): ServerLimits {
  const limits: ServerLimits = { ...defaultLimits(), ...withoutUndefined(given) }
  const leastOf: Readonly<Record<string, number>> = { stopMs: 0, waitingTasks: 0, requestMs: limits.headersMs }
  for (const [limit, value] of Object.entries(limits)) {
    const least = leastOf[limit] ?? 1
    if (!Number.isSafeInteger(value) || value < least)
      throw gatewayError('GATEWAY_LIMIT_INVALID', { limit, value, least })
  }
  return limits
}
