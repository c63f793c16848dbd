import { createGuardedFetch, patientLimits } from '@datacortex/platform'

/** A guarded `fetch` for the JSON-RPC that the user named: that host and port only, also on this machine. */
export function rpcFetch(rpc: string): typeof globalThis.fetch {
  const url = URL.parse(rpc)
  const named = url === null ? [] : [url.host]
  const guarded = createGuardedFetch({ hosts: named, allowPrivate: named, limits: patientLimits })
  return async (input, init) => await guarded(input instanceof Request ? input.url : String(input), init)
}
