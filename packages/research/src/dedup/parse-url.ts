import { domainToUnicode } from 'node:url'

/**
 * An address read as the URL standard's own test vectors have it.
 *
 * Node lets hosts pass whose `xn--` labels encode nothing. No such name can be registered, so it leads nowhere.
 * @example parseUrl('../b', 'https://example.org/a/')?.href // 'https://example.org/b'
 * @see https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
export function parseUrl(url: string, base?: string): URL | null {
  const parsed = URL.parse(url, base)
  if (parsed === null || !undecoded.test(parsed.hostname)) return parsed
  return undecoded.test(domainToUnicode(parsed.hostname)) ? null : parsed
}

const undecoded = /(?:^|\.)xn--/i
