import { getDomain, getHostname } from 'tldts'

/** What of an address one owner registered: `bbc.co.uk`, `alice.github.io` (https://publicsuffix.org/list/). */
export function registrableDomain(address: string): string | undefined {
  return getDomain(address, { allowPrivateDomains: true }) ?? getHostname(address) ?? undefined
}
