import { isIP } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { platformError } from '../errors.ts'
import { type FetchPolicy, bareHost, mayBePrivate } from './check-target.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { type ResolveHost, guardedLookup } from './guarded-lookup.ts'
import { isPublicAddress } from './public-address.ts'

/** Connections that lead to checked addresses only. Proxies that the environment names are not used. */
export function createDispatcher(
  policy: FetchPolicy,
  { resolve, limits }: { resolve: ResolveHost; limits: FetchLimits },
): Agent {
  const connector = (allowPrivate: boolean) =>
    buildConnector({ timeout: limits.connectMs, lookup: guardedLookup(resolve, { allowPrivate }) })
  const [toPublic, toAny] = [connector(false), connector(true)]
  return new Agent({
    maxHeaderSize: limits.headerBytes,
    // The limits of time are kept by the one who sends, per request.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      const { protocol, hostname, port } = options
      const host = bareHost(hostname)
      const url = new URL(`${protocol}//${isIP(host) === 6 ? `[${host}]` : host}${port === '' ? '' : `:${port}`}/`)
      if (mayBePrivate(url, policy)) return toAny(options, callback)
      // Nobody looks up an address, so it is checked here once more.
      if (isIP(host) === 0 || isPublicAddress(host)) return toPublic(options, callback)
      return callback(
        platformError('FETCH_REFUSED', { url: url.href, reason: 'it leads into a private network' }),
        null,
      )
    },
  })
}
