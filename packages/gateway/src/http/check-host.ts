import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Refusal } from './refusal.ts'

export type HostRules = {
  readonly hosts: ReadonlySet<string>
  /** Whether any address in numbers will do: a name that was made to lead here by somebody else is none. */
  readonly anyAddress: boolean
  /** Origins of web pages that may call, in lower case. */
  readonly origins: ReadonlySet<string>
}

/** Why a request was not meant for this server: a page's name may lead here (DNS rebinding), but stands in `Host`. */
export function checkHost(
  { host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  rules: HostRules,
): Refusal | undefined {
  const name = hostName(host ?? '')
  if (name === undefined || !(rules.hosts.has(name) || (rules.anyAddress && isIP(name) !== 0)))
    return { status: 403, message: 'This server is not called by the name in `Host`.' }
  if (origin === undefined) return undefined
  const page = origin.toLowerCase()
  // Its own pages: the same name and port that the request itself was sent to.
  const own = page === `http://${host?.toLowerCase()}` || page === `https://${host?.toLowerCase()}`
  return own || rules.origins.has(page) ? undefined : { status: 403, message: 'Pages of this origin may not call.' }
}

/** The name in a `Host` header, without port, brackets and last dot; undefined if it can't be one. */
export function hostName(host: string): string | undefined {
  const found = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host.trim())
  const name = found?.[1] ?? found?.[2]
  return name?.toLowerCase().replace(/\.$/, '')
}
