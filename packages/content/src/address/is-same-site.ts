import { getDomain, getHostname } from 'tldts'

/**
 * Whether two addresses belong to one owner.
 * @example isSameSite('https://m.bbc.co.uk/news', 'https://www.bbc.co.uk/') // true
 */
export function isSameSite(a: string, b: string): boolean {
  return siteOf(a) === siteOf(b)
}

/** What one owner registered: hosts that give out names under their own have as many owners as names. */
function siteOf(url: string): string | null {
  return getDomain(url, { allowPrivateDomains: true }) ?? getHostname(url)
}
