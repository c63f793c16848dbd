import { trackingParameters, trackingPrefixes } from '@datacortex/content'
import normalizeUrl from 'normalize-url'
import { parseUrl } from './parse-url.ts'
import { unwrapUrl } from './unwrap-url.ts'

/**
 * An address in the form in which two addresses of one page are equal; a key to compare, not an address to fetch.
 *
 * Unlike an address, it always says `https`, and lacks `www.`, default ports, credentials, the fragment (but `#!…`),
 * parameters that only track, and a trailing slash; parameters are sorted. An unknown parameter is never dropped.
 * Caches and archives are looked through. Addresses other than of the web are written as the URL standard writes them.
 * @param options - `canonical`: the page's own `rel=canonical`, absolute or relative; taken instead unless it leads to
 *   a start page, which is what broken sites name on all their pages.
 * @returns Undefined if it is no absolute address. The same for a result again.
 * @example normaliseUrl('http://www.example.com/a/?utm_source=x&id=2#top') // 'https://example.com/a?id=2'
 * @see https://url.spec.whatwg.org/
 */
export function normaliseUrl(url: string, { canonical }: { canonical?: string | undefined } = {}): string | undefined {
  const own = parseUrl(url)
  if (own === null) return undefined
  const named = canonical === undefined || canonical.trim() === '' ? undefined : parseUrl(canonical, own.href)
  const taken = named !== undefined && named !== null && mayStandFor(own, named) ? named : own
  let key = taken.href
  // One pass can open the way for the next, as where a page in an archive is one of a cache.
  for (let pass = 0; pass < 4; pass += 1) {
    const next = normalisedOnce(key)
    if (next === key) return key
    key = next
  }
  return key
}

function mayStandFor(own: URL, named: URL): boolean {
  if (!isWeb(named)) return false
  return named.pathname !== '/' || named.search !== '' || (own.pathname === '/' && own.search === '')
}

function normalisedOnce(address: string): string {
  const url = parseUrl(unwrapUrl(address))
  if (url === null) return address
  if (!isWeb(url)) return url.href
  if (!url.hash.startsWith('#!') || url.hash === '#!') url.hash = ''
  try {
    return normalizeUrl(url.href, {
      forceHttps: true,
      stripHash: false,
      removeQueryParameters: [trackingPattern],
      removeDirectoryIndex: [/^index\.(?:html?|php)$/iu, /^default\.aspx?$/iu],
      emptyQueryValue: 'always',
    })
  } catch {
    // The library is stricter than the URL standard with some odd hosts and escapes.
    return url.href
  }
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

const escaped = (text: string): string => text.replaceAll(/[^\w]/gu, String.raw`\$&`)
const trackingPattern = new RegExp(
  `^(?:${[...[...trackingParameters].map((name) => `${escaped(name)}$`), ...trackingPrefixes.map(escaped)].join('|')})`,
  'iu',
)
