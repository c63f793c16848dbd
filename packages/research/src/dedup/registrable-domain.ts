import { getDomain, getHostname } from 'tldts'

/**
 * The part of an address that one owner registered: `bbc.co.uk`, and `alice.github.io`, since hosts that give out
 * names under their own have as many owners as names.
 *
 * @returns Undefined for what has no host; a number or a single name stands for itself.
 * @example registrableDomain('https://news.bbc.co.uk/1') // 'bbc.co.uk'
 * @see https://publicsuffix.org/list/
 */
export function registrableDomain(address: string): string | undefined {
  return getDomain(address, { allowPrivateDomains: true }) ?? getHostname(address) ?? undefined
}
