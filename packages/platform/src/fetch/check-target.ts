import { isIP } from 'node:net'
import { platformError } from '../errors.ts'
import { isPublicAddress } from './public-address.ts'

/** Where requests may go. Entries are `host` for the default ports or `host:port`, as a URL spells them. */
export type FetchPolicy = {
  /** If given, the only hosts that are asked; `*` stands for every public host on a default port and all `allowPrivate`. */
  readonly hosts?: readonly string[] | undefined
  /** Hosts that may be private or on this machine; where `hosts` are given, those have to name them too. */
  readonly allowPrivate?: readonly string[] | undefined
  /** Whether public hosts may be asked without encryption; true if absent. */
  readonly allowHttp?: boolean | undefined
}

/** Parses and checks the address of a request by what can be seen without asking a name server. */
export function checkTarget(url: string, policy: FetchPolicy): URL {
  const target = URL.parse(url)
  const refuse = (reason: string, hint?: string): never => {
    throw platformError('FETCH_REFUSED', { url, reason, hint })
  }
  const whole = 'Only an address that begins with http:// or https:// can be asked for, or redirected to.'
  if (target === null) return refuse('it is no URL', whole)
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    return refuse('only http and https are fetched', whole)
  if (target.username !== '' || target.password !== '')
    return refuse('it has a user or a password in it', 'Use the address without them.')
  target.hash = ''
  // `localhost.` is `localhost`, also to the lists of what is allowed.
  if (target.hostname.endsWith('.')) target.hostname = target.hostname.slice(0, -1)
  if (target.hostname === '' || target.hostname.endsWith('.')) return refuse('its host is no host', whole)
  const isPrivateAllowed = mayBePrivate(target, policy)
  if (!isPrivateAllowed && !isDefaultPort(target) && !isListed(target, policy.hosts ?? []))
    return refuse(`the port ${target.port} is not one of the web's`)
  if (policy.hosts !== undefined && !policy.hosts.includes('*') && !isListed(target, policy.hosts))
    return refuse(`the host ${target.host} is not granted`)
  if (isPrivateAllowed) return target
  if (target.protocol === 'http:' && policy.allowHttp === false) return refuse('it is not https')
  const host = bareHost(target.hostname)
  if (isIP(host) !== 0 && !isPublicAddress(host)) return refuse('it leads to this machine or into a private network')
  if (host === 'localhost' || host.endsWith('.localhost')) return refuse('it leads to this machine')
  return target
}

/** Whether the user named this host and port as one that may be private. */
export function mayBePrivate(target: URL, { allowPrivate = [] }: FetchPolicy): boolean {
  return isListed(target, allowPrivate)
}

/** A host without the brackets of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function isListed(target: URL, entries: readonly string[]): boolean {
  return entries.some((entry) => {
    const listed = spelled(entry)
    if (listed === undefined || listed.hostname !== target.hostname) return false
    return listed.port === '' ? isDefaultPort(target) : listed.port === portOf(target)
  })
}

/** A URL drops the default port of its scheme, so an entry is read as one of a scheme that has none. */
function spelled(entry: string): { readonly hostname: string; readonly port: string } | undefined {
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(entry.trim()) ?? []
  const url = host === '' ? null : URL.parse(`http://${host}/`)
  return url === null ? undefined : { hostname: url.hostname.replace(/\.$/, ''), port: port && String(Number(port)) }
}

function portOf({ port, protocol }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port
}

function isDefaultPort(target: URL): boolean {
  return ['80', '443'].includes(portOf(target))
}
