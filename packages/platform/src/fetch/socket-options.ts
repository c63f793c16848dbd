import type { FetchPolicy } from './check-target.ts'
import type { ResolveHost } from './guarded-lookup.ts'

/** How much one connection may take. Times in milliseconds, sizes in bytes. */
export type SocketLimits = {
  readonly connectMs: number
  readonly totalMs: number
  readonly messageBytes: number
  readonly totalBytes: number
  readonly messages: number
}

/** Where connections may go and how much they may take. */
export type GuardedSocketOptions = FetchPolicy & {
  readonly limits?: Partial<SocketLimits> | undefined
  readonly resolve?: ResolveHost | undefined
}

/** A connection: its messages in order, until the other side or `signal` ends it. Dispose it. */
export type GuardedSocket = AsyncIterable<string> & AsyncDisposable & { readonly send: (text: string) => Promise<void> }

/** Opens a connection; failures are coded errors `FETCH_…`, also while messages are read. */
export type OpenSocket = (
  url: string,
  options?: { readonly signal?: AbortSignal | undefined; readonly limits?: Partial<SocketLimits> | undefined },
) => Promise<GuardedSocket>
