import type { GuardedSocketOptions, OpenSocket } from './socket-options.ts'

/**
 * Opens WebSockets as `createGuardedFetch` asks: `wss:` and `ws:`, public hosts only unless named, connected to the very
 * addresses that were checked; no redirects, no compression, limits on time, bytes and messages. Who reads slowly slows
 * the other side down.
 * @returns Throws `FETCH_REFUSED`, `FETCH_UNREACHABLE`, `FETCH_TIMEOUT`, `FETCH_TOO_LARGE`.
 * @example await using socket = await createGuardedSocket()('wss://relay.example.org/', { signal })
 */
export function createGuardedSocket(options: GuardedSocketOptions = {}): OpenSocket {
  let opening: Promise<OpenSocket> | undefined
  return async (url, how) => {
    opening ??= import('./open-socket.ts').then(({ openSockets }) => openSockets(options))
    const open = await opening
    return await open(url, how)
  }
}
