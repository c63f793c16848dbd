import { gatewayError } from '../errors.ts'
import type { ServerOptions } from '../server-options.ts'
import { hostName } from './check-host.ts'

/** Names and origins that are let in beside the server's own, as they are compared. */
export type AllowedNames = { readonly hosts: readonly string[]; readonly origins: readonly string[] }

export function allowedNames({ hosts = [], origins = [] }: Pick<ServerOptions, 'hosts' | 'origins'>): AllowedNames {
  return { hosts: hosts.map(readHost), origins: origins.map(readOrigin) }
}

function readHost(given: string): string {
  const name = hostName(given) ?? hostName(`[${given}]`)
  if (name !== undefined) return name
  const { hostname = '' } = URL.parse(given) ?? {}
  throw gatewayError('GATEWAY_HOST_INVALID', { name: given, bare: hostName(hostname) })
}

/** As browsers write it: without the port that the scheme has anyway. */
function readOrigin(given: string): string {
  const url = /^[a-z][a-z\d+.-]*:\/\/[^?#]+$/i.test(given) ? URL.parse(given) : null
  if (url === null || url.host === '') throw gatewayError('GATEWAY_ORIGIN_INVALID', { origin: given, bare: undefined })
  // Pages of programs, such as app://desk, have origins that the standard for addresses leaves open.
  const origin = (url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin).toLowerCase()
  const hasMore = !['', '/'].includes(url.pathname) || url.username !== '' || url.password !== ''
  if (hasMore) throw gatewayError('GATEWAY_ORIGIN_INVALID', { origin: given, bare: origin })
  return origin
}
